import type { LocalText } from "#base/language.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";

export const presetNames = [
  "mug",
  "shirt",
  "tote",
  "notebook",
  "poster",
  "sticker",
  "tumbler",
  "blank",
] as const;
export type PresetName = (typeof presetNames)[number];

const area: SpecArea = {
  id: "area-1",
  shape: "rect",
  x: 0,
  y: 0,
  w: 100,
  h: 100,
  bleed: 0,
  safe: 4,
  wrap: false,
  mirror: false,
  dpi: { target: 300, min: 150, floor: 100 },
  holes: [],
  tools: ["text", "image", "shape", "clip"],
  fonts: "all",
  colours: "any",
  maxLayers: 60,
  minStroke: 0.25,
  minText: 2,
  underbase: "none",
  cut: "none",
};

interface Preset {
  readonly process: PrintSpec["process"];
  readonly minutes: number;
  readonly sides: readonly LocalText[];
  readonly area: Partial<SpecArea>;
}

const front: LocalText = { id: "Depan", en: "Front" };
const back: LocalText = { id: "Belakang", en: "Back" };
const onCloth = { safe: 10, minText: 6, minStroke: 0.4, underbase: "auto" } as const;

/** Usual sizes to begin with; a shop prints a sample and adjusts them. */
const presets: Readonly<Record<PresetName, Preset>> = {
  mug: {
    process: "sublimation",
    minutes: 6,
    sides: [{ id: "Sekeliling", en: "All around" }],
    area: { w: 228.6, h: 88.9, wrap: true, mirror: true },
  },
  shirt: {
    process: "dtf",
    minutes: 9,
    sides: [front, back],
    area: { ...onCloth, w: 305, h: 406, dpi: { target: 150, min: 120, floor: 80 } },
  },
  tote: {
    process: "dtf",
    minutes: 8,
    sides: [front],
    area: { ...onCloth, w: 280, h: 320, dpi: { target: 150, min: 120, floor: 80 } },
  },
  notebook: {
    process: "offset",
    minutes: 10,
    sides: [{ id: "Sampul depan", en: "Front cover" }],
    area: { w: 148, h: 210, bleed: 3 },
  },
  poster: {
    process: "offset",
    minutes: 5,
    sides: [front],
    area: { w: 500, h: 700, bleed: 3, safe: 6, dpi: { target: 200, min: 120, floor: 72 } },
  },
  sticker: {
    process: "uv",
    minutes: 3,
    sides: [front],
    area: { w: 100, h: 100, bleed: 2, cut: "contour" },
  },
  tumbler: {
    process: "uv",
    minutes: 8,
    sides: [{ id: "Sekeliling", en: "All around" }],
    area: { w: 210, h: 120, wrap: true },
  },
  blank: { process: "dtf", minutes: 5, sides: [front], area: {} },
};

/** The specification that a preset begins with. */
export function presetSpec(name: PresetName): PrintSpec {
  const { process, minutes, sides, area: own } = presets[name];
  return {
    v: 1,
    process,
    policy: "self",
    minutes,
    days: 0,
    sides: sides.map((name, index) => ({
      id: `side-${index + 1}`,
      name,
      areas: [{ ...area, ...own }],
    })),
    mockups: [],
    price: [],
    templates: [],
  };
}
