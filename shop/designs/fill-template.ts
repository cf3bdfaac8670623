import { withoutInvisible } from "#base/typed-text.ts";
import { withInksOf } from "./colour/garment-inks.ts";
import type { DesignDocument, Layer } from "./document/document.ts";
import { asPicture, fillSlot, type Photograph } from "./document/photo-slots.ts";
import type { PrintSpec } from "./document/print-spec.ts";
import { type Drawing, drawDocument } from "./draw/draw-document.ts";
import type { Finding, FindingCode } from "./draw/finding.ts";
import { preflight } from "./print/preflight.ts";
import type { FontLibrary } from "./text/typeface.ts";
import { withVisibleInks } from "./visible-inks.ts";

/** Why a design cannot be printed with these values. */
export interface ValueProblem {
  /** Null: the problem is not in a field. */
  readonly field: string | null;
  /** `picture_not_found`: the field's photograph is somebody else's, or gone. */
  readonly code: FindingCode | "picture_not_found";
  /** The field's most letters. */
  readonly max?: number;
  /** Of words that are too wide: how many letters, from their beginning, have room; at least 1. */
  readonly fits?: number;
  /** The letter that cannot be printed. */
  readonly letter?: string;
  /** Dots an inch of a photograph. */
  readonly dpi?: number;
}

interface Template {
  readonly document: DesignDocument;
  readonly spec: PrintSpec;
  /** Colour of the goods as #rrggbb: print that would not be seen on it gets another ink; absent or null: unknown. */
  readonly body?: string | null | undefined;
}

interface Filled {
  /** The template as it is printed, without its fields. */
  readonly document: DesignDocument;
  readonly drawing: Drawing;
  /** None: it can be printed. */
  readonly problems: readonly ValueProblem[];
  /** What will be seen of photographs that are less sharp than they should be. */
  readonly remarks: readonly ValueProblem[];
}

/**
 * Draws a template with what was typed and uploaded for its fields.
 * @param known uploaded pictures that the values may name, by SHA-256
 */
export function fillTemplate(
  { document: given, spec, body }: Template,
  typed: Readonly<Record<string, string>>,
  fonts: FontLibrary,
  known: ReadonlyMap<string, Photograph> = new Map(),
): Filled {
  const template = body
    ? withVisibleInks({ document: given, spec }, body, fonts)
    : withInksOf(given, null);
  const values = new Map(template.fields.map(({ id }) => [id, printedValue(typed, id)]));
  const document = fillFields(template, values, known);
  const drawing = drawDocument({ document, spec, fonts });
  const findings = preflight({
    document: template,
    spec,
    drawing,
    values: Object.fromEntries(values),
    ...(body ? { body } : {}),
  });
  const of = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).map(toProblem(template));
  const remarks = of("warns").filter(({ code }) => code.startsWith("dpi_"));
  const missing = photoFields(template).flatMap((field): ValueProblem[] => {
    const value = values.get(field) ?? "";
    return value === "" || known.has(value) ? [] : [{ field, code: "picture_not_found" }];
  });
  const problems = problemsOf(of("blocks")).map((problem) => {
    const { field, code } = problem;
    if (code !== "text_does_not_fit" || field === null) return problem;
    const fits = roomFor({ document: template, spec }, values, field, fonts);
    return fits > 0 ? { ...problem, fits } : problem;
  });
  return { document, drawing, problems: [...missing, ...problems], remarks };
}

/** How many letters of a field's value have room, from its beginning. Photographs need none, so they are left out. */
function roomFor(
  { document: template, spec }: Template,
  values: ReadonlyMap<string, string>,
  field: string,
  fonts: FontLibrary,
): number {
  const letters = [...(values.get(field) ?? "")];
  const hasRoom = (count: number) => {
    const shorter = new Map(values).set(field, letters.slice(0, count).join("").trim());
    const document = fillFields(template, shorter);
    const { problems } = drawDocument({ document, spec, fonts });
    return problems.every(
      ({ code, layer }) =>
        code !== "text_does_not_fit" || layer === undefined || fieldOf(template, layer) !== field,
    );
  };
  let [room, tooMany] = [0, letters.length];
  while (tooMany - room > 1) {
    const count = Math.floor((room + tooMany) / 2);
    if (hasRoom(count)) room = count;
    else tooMany = count;
  }
  return room;
}

/** Fields that a photograph fills. */
export function photoFields({ fields }: Pick<DesignDocument, "fields">): string[] {
  return fields.flatMap(({ id, rule }) => (rule === "photo" ? id : []));
}

/** A value as it is printed: composed letters, single spaces, no invisible characters. */
export function printedValue(typed: Readonly<Record<string, string>>, field: string): string {
  return withoutInvisible(typed[field] ?? "")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
}

function toProblem(template: DesignDocument) {
  return ({ code, layer, letter, dpi }: Finding): ValueProblem => {
    const field = layer === undefined ? null : fieldOf(template, layer);
    const max = template.fields.find(({ id }) => id === field)?.max;
    return {
      field,
      code,
      ...(code === "field_too_long" && max !== undefined ? { max } : {}),
      ...(letter === undefined ? {} : { letter }),
      ...(dpi === undefined ? {} : { dpi }),
    };
  };
}

/** Of a field with several problems the one that names most. */
function problemsOf(problems: readonly ValueProblem[]): ValueProblem[] {
  return problems.filter(
    ({ code, field }) =>
      code !== "field_invalid" ||
      !problems.some((other) => other.field === field && other.code !== code),
  );
}

/**
 * The document with some of its fields filled in: a field's layer has its value as its text or its photograph, an empty one
 * is left out, and fields without a value stay.
 * @param known uploaded pictures that the values may name, by SHA-256
 */
export function fillFields(
  template: DesignDocument,
  values: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, Photograph> = new Map(),
): DesignDocument {
  const assets = { ...template.assets };
  const fill = (layers: readonly Layer[]): Layer[] =>
    layers.flatMap((layer): Layer[] => {
      if (layer.kind === "group") {
        const inner = fill(layer.layers);
        return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
      }
      if (layer.kind === "slot") {
        const value = values.get(layer.field);
        if (value === undefined) return [layer];
        const photo = known.get(value);
        const filled = photo && fillSlot(layer, photo);
        if (!photo || filled?.kind !== "image") return [];
        assets[value] = { w: photo.width, h: photo.height };
        return [asPicture(filled)];
      }
      if (layer.kind !== "text" || layer.field === undefined) return [layer];
      const { field, ...rest } = layer;
      const text = values.get(field);
      if (text === undefined) return [layer];
      return text === "" ? [] : [{ ...rest, text }];
    });
  const sides = template.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => ({ ...area, layers: fill(area.layers) })),
  }));
  const fields = template.fields.filter(({ id }) => !values.has(id));
  return { ...template, assets, fields, sides };
}

function fieldOf({ sides }: DesignDocument, layerId: string): string | null {
  const find = (layers: readonly Layer[]): string | null => {
    for (const layer of layers) {
      if (layer.kind === "group") {
        const found = find(layer.layers);
        if (found !== null) return found;
      } else if (layer.id === layerId && (layer.kind === "text" || layer.kind === "slot"))
        return layer.field ?? null;
    }
    return null;
  };
  for (const { areas } of sides) {
    for (const { layers } of areas) {
      const found = find(layers);
      if (found !== null) return found;
    }
  }
  return null;
}
