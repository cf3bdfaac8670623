import type { DesignDocument } from "#shop/designs/document.ts";
import { type FontId, fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { rotation } from "#shop/designs/geometry.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/print-spec.ts";
import { readDocument } from "#shop/designs/read-document.ts";
import type { FontLibrary } from "#shop/designs/typeface.ts";
import type { Design, DesignElement, DesignFont } from "./design.ts";

/** Files of the families that version 1 named. */
const fontIds: Readonly<Record<DesignFont, FontId>> = {
  sans: "plus-jakarta-sans-500",
  display: "bricolage-grotesque-700",
  mono: "martian-mono-500",
};
const shapes = { rectangle: "rect", ellipse: "ellipse" } as const;
/** A document of version 1 belongs to no stored specification. */
const noSpec = "00000000-0000-0000-0000-000000000000";

export interface LiftedDesign {
  readonly document: DesignDocument;
  /** Its sides as areas without bleed. */
  readonly spec: PrintSpec;
  /** Colour of the printed material by side, which version 2 leaves to the variant. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** A version 1 document in version 2, in memory alone: the stored document and its hash stay. */
export function liftDesign(design: Design, fonts: FontLibrary): LiftedDesign {
  const ids = uniqueIds(design.sides.map(({ id }) => id));
  const sides = design.sides.map((side, index) => ({ ...side, id: ids[index] ?? side.id }));
  const document = readDocument({
    v: 2,
    spec: noSpec,
    fonts: Object.fromEntries(Object.values(fontIds).map((id) => [id, hashOf(id)])),
    assets: {},
    sides: sides.map(({ id, elements }, side) => ({
      id,
      areas: [
        {
          id: "main",
          layers: elements.map((element, at) => lift(element, `e${side}-${at}`, fonts)),
        },
      ],
    })),
  });
  const spec = readPrintSpec({
    v: 1,
    process: "dtf",
    policy: "proof",
    minutes: 0,
    days: 0,
    sides: sides.map(({ id, width, height }) => ({
      id,
      name: { id, en: id },
      areas: [{ ...wholeSide, w: Math.max(1, width), h: Math.max(1, height) }],
    })),
  });
  if (!document.ok || !spec.ok)
    throw new Error(`A design of version 1 has no version 2: ${JSON.stringify([document, spec])}`);
  const bodies = Object.fromEntries(sides.map(({ id, ground }) => [id, ground.toLowerCase()]));
  return { document: document.value, spec: spec.value, bodies };
}

const wholeSide = {
  id: "main",
  shape: "rect",
  ...{ x: 0, y: 0, bleed: 0, safe: 0, wrap: false },
  dpi: { target: 300, min: 150, floor: 72 },
  tools: ["text", "shape"],
  fonts: "all",
  colours: "any",
  ...{ maxLayers: 100, minStroke: 0, minText: 0 },
  ...{ underbase: "none", cut: "none", mirror: false },
};

const hashOf = (id: FontId) => fontCatalogue.find((font) => font.id === id)?.sha256 ?? "";

function lift(element: DesignElement, id: string, fonts: FontLibrary): object {
  if (element.kind === "shape") {
    const { shape, x, y, width: w, height: h, colour, rotation: angle } = element;
    const middle = { x: x + w / 2, y: y + h / 2 };
    return { id, kind: "shape", shape: shapes[shape], ...middle, w, h, angle, fill: colour };
  }
  const { text, x, y, size, font, colour, rotation: angle } = element;
  const fontId = fontIds[font];
  const typeface = fonts.get(hashOf(fontId));
  if (!typeface) throw new Error(`The font ${fontId} is not open`);
  const { ascender, descender, unitsPerEm } = typeface;
  // Version 1 places and turns the middle of the baseline, version 2 the middle of the box.
  const up = ((ascender - descender) / 2 / unitsPerEm) * size;
  const [, , c, d] = rotation(angle);
  const letters = text.replace(/\s+/g, " ");
  return {
    id,
    kind: "text",
    text: letters,
    font: fontId,
    size,
    colour,
    angle,
    x: x - c * up,
    y: y - d * up,
    w: Math.min(2_000, size * (0.5 + 0.6 * letters.length)),
    h: Math.min(2_000, ((ascender + descender) / unitsPerEm) * size),
  };
}

/** Version 1 allowed two sides of one id. */
function uniqueIds(ids: readonly string[]): string[] {
  const used = new Set<string>();
  return ids.map((id) => {
    let unique = id;
    for (let number = 2; used.has(unique); number++) unique = `${id}-${number}`;
    used.add(unique);
    return unique;
  });
}
