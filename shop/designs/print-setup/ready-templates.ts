import type { LocalText } from "#base/language.ts";
import type { DesignDocument, TextLayer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import { addLayer } from "#shop/designs/edit/edit-layers.ts";
import { newText } from "#shop/designs/edit/new-layer.ts";
import { emptyDocument } from "#shop/designs/edit/open-template.ts";
import { withReferences } from "#shop/designs/edit/references.ts";
import { type TemplateField, withField } from "#shop/designs/edit/template-fields.ts";

export interface ReadyTemplate {
  readonly id: string;
  readonly name: LocalText;
  readonly document: DesignDocument;
}

interface Line {
  /** Sample text. */
  readonly text: string;
  readonly field: TemplateField;
  /** Relative to the area: centre height (`y`), font size (`size`), box width (`w`). */
  readonly y: number;
  readonly size: number;
  readonly w: number;
  /** An arched baseline, lower at both ends. */
  readonly isArched?: true;
}

const field = (
  id: string,
  label: LocalText,
  max: number,
  own: Partial<TemplateField> = {},
): TemplateField => ({ id, label, max, rule: "name", required: true, each: true, ...own });
const name = field("name", { id: "Nama", en: "Name" }, 14);
const ready: readonly { id: string; name: LocalText; lines: readonly Line[] }[] = [
  {
    id: "name",
    name: { id: "Nama", en: "Name" },
    lines: [{ text: "Rani", field: name, y: 0.5, size: 0.24, w: 0.8 }],
  },
  {
    id: "arched-name",
    name: { id: "Nama melengkung", en: "Arched name" },
    lines: [{ text: "Rani", field: name, y: 0.45, size: 0.2, w: 0.7, isArched: true }],
  },
  {
    id: "name-and-number",
    name: { id: "Nama dan nomor", en: "Name and number" },
    lines: [
      { text: "Rani", field: name, y: 0.24, size: 0.15, w: 0.8 },
      {
        text: "10",
        y: 0.62,
        size: 0.4,
        w: 0.7,
        field: field("number", { id: "Nomor", en: "Number" }, 2, { rule: "number" }),
      },
    ],
  },
  {
    id: "initials",
    name: { id: "Inisial", en: "Initials" },
    lines: [
      {
        text: "R",
        y: 0.5,
        size: 0.5,
        w: 0.8,
        field: field("initials", { id: "Inisial", en: "Initials" }, 3),
      },
    ],
  },
  {
    id: "name-and-date",
    name: { id: "Nama dan tanggal", en: "Name and date" },
    lines: [
      { text: "Rani & Dimas", field: { ...name, max: 24 }, y: 0.4, size: 0.18, w: 0.85 },
      {
        text: "12 Desember 2026",
        y: 0.66,
        size: 0.09,
        w: 0.7,
        field: field("date", { id: "Tanggal", en: "Date" }, 24, { rule: "date" }),
      },
    ],
  },
];

/**
 * Ready-made templates in the first area that allows text, with its first font and ink.
 * @param body colour of the goods as #rrggbb; null if unknown
 */
export function readyTemplates(
  specId: string,
  spec: PrintSpec,
  body: string | null = null,
): ReadyTemplate[] {
  const side = spec.sides.find(({ areas }) => areas.some(takesText));
  const area = side?.areas.find(takesText);
  if (!side || !area) return [];
  return ready.flatMap(({ id, name, lines }) => {
    let document = emptyDocument(specId, side.id);
    for (const line of lines) {
      const made = newText(document, area, line.text, { body });
      // The area has no font of the catalogue.
      if (!made) return [];
      const layer = placed(made, line, area);
      document = addLayer(document, { side: side.id, area: area.id }, layer);
      document = withField(document, layer.id, line.field);
    }
    return [{ id, name, document: withReferences(document) }];
  });
}

const takesText = ({ tools }: SpecArea) => tools.includes("text");

function placed(text: TextLayer, line: Line, area: SpecArea): TextLayer {
  const shorter = Math.min(area.w, area.h);
  const size = rounded(Math.max(area.minText, shorter * line.size));
  const w = rounded(Math.min(area.w - 2 * area.safe, area.w * line.w));
  return {
    ...text,
    x: rounded(area.w / 2),
    y: rounded(area.h * line.y),
    w,
    h: rounded(size * 1.2),
    size,
    fit: "shrink",
    min: Math.min(size, Math.max(area.minText, 1)),
    ...(line.isArched ? { arc: { radius: rounded(w * 0.75) } } : {}),
  };
}
