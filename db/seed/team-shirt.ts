import { seedId } from "./deterministic.ts";

/* The print specification and the templates of the demo shop's team shirt; see designs.server.ts. */

export const shirtSpecId = seedId("print-spec:kaos-nama-tim:1");
/** Of a shirt in all its sizes: the platen of the printer. */
const platen = { w: 305, h: 406 };
/** The shop's own inks on cloth, as its chart names them. */
const chart = [
  { id: "ink", name: { id: "Tinta", en: "Ink" }, hex: "#14183a" },
  { id: "white", name: { id: "Putih", en: "White" }, hex: "#ffffff" },
  { id: "red", name: { id: "Merah cap", en: "Stamp red" }, hex: "#be1633" },
  { id: "carbon", name: { id: "Biru karbon", en: "Carbon blue" }, hex: "#2b39a6" },
  { id: "yellow", name: { id: "Kuning kunyit", en: "Turmeric yellow" }, hex: "#f2b632" },
  { id: "green", name: { id: "Hijau daun", en: "Leaf green" }, hex: "#2f7d4f" },
  { id: "grey", name: { id: "Abu", en: "Grey" }, hex: "#8b8f9e" },
];

function platenOf(id: string) {
  return {
    id,
    shape: "rect",
    ...{ x: 0, y: 0, ...platen },
    ...{ bleed: 0, safe: 10, wrap: false, mirror: false },
    dpi: { target: 150, min: 120, floor: 80 },
    tools: ["text", "image", "shape", "clip"],
    fonts: "all",
    colours: chart,
    ...{ maxLayers: 60, minStroke: 0.4, minText: 6 },
    ...{ underbase: "auto", cut: "none" },
  };
}

export const shirtSpec = {
  v: 1,
  process: "dtg",
  policy: "self",
  minutes: 9,
  sides: [
    { id: "back", name: { id: "Belakang", en: "Back" }, areas: [platenOf("back-print")] },
    { id: "front", name: { id: "Depan", en: "Front" }, areas: [platenOf("front-print")] },
  ],
  price: [
    {
      kind: "quantity",
      label: { id: "Cetak nama dan nomor", en: "Print of name and number" },
      steps: [
        { from: 1, amount: 35_000 },
        { from: 6, amount: 29_000 },
        { from: 12, amount: 22_000 },
        { from: 24, amount: 15_000 },
      ],
    },
    { kind: "setup", label: { id: "Persiapan desain", en: "Design set-up" }, amount: 45_000 },
    { kind: "picture", label: { id: "Gambar sendiri", en: "Own picture" }, amount: 15_000 },
    {
      kind: "letter",
      label: { id: "Huruf di atas 30", en: "Letters above 30" },
      amount: 500,
      above: 30,
    },
  ],
  mockups: [
    { id: "back", kit: "kaos-belakang", sides: { back: "back-print" }, bodyFromVariant: true },
    { id: "front", kit: "kaos-depan", sides: { front: "front-print" }, bodyFromVariant: true },
  ],
};

interface TeamStyle {
  readonly code: string;
  readonly name: { readonly id: string; readonly en: string };
  readonly font: "anton-400" | "bricolage-grotesque-700";
  readonly colour: string;
  /** The baseline of the team's name in millimetres; without it the name is straight. */
  readonly radius?: number;
}

const teamFonts = {
  "anton-400": "7d218e1e5a1fb83a269f486385ac82cb15f586cbe9c97d7010bbbe1523869efd",
  "bricolage-grotesque-700": "ccca2019dbc7370e3872be113dd58a6b31b3f003320a23ec5e876132e755e829",
} as const;

export const teamStyles: readonly TeamStyle[] = [
  {
    code: "tim-melengkung",
    name: { id: "Melengkung", en: "Arched" },
    font: "anton-400",
    colour: "#be1633",
    radius: 260,
  },
  {
    code: "tim-lurus",
    name: { id: "Lurus", en: "Straight" },
    font: "bricolage-grotesque-700",
    colour: "#2b39a6",
  },
];

/** The team's name above the person's name and a large number. */
export function teamDocument({ font, colour, radius }: TeamStyle) {
  const middle = platen.w / 2;
  const common = { kind: "text", font, colour, fit: "shrink" };
  return {
    v: 2,
    spec: shirtSpecId,
    fonts: { [font]: teamFonts[font] },
    assets: {},
    fields: [
      {
        id: "team",
        label: { id: "Nama tim", en: "Team name" },
        max: 18,
        rule: "name",
        required: true,
      },
      {
        id: "name",
        label: { id: "Nama", en: "Name" },
        max: 14,
        rule: "name",
        required: false,
        each: true,
      },
      {
        id: "number",
        label: { id: "Nomor", en: "Number" },
        max: 2,
        rule: "number",
        required: false,
        each: true,
      },
    ],
    sides: [
      {
        id: "back",
        areas: [
          {
            id: "back-print",
            layers: [
              {
                ...common,
                id: "team",
                text: "Garuda",
                field: "team",
                ...{ x: middle, y: 80, w: 230, h: 60, size: 52, min: 20 },
                ...(radius === undefined ? {} : { arc: { radius } }),
              },
              {
                ...common,
                id: "name",
                text: "Budi",
                field: "name",
                ...{ x: middle, y: 148, w: 230, h: 46, size: 38, min: 18 },
              },
              {
                ...common,
                id: "number",
                text: "10",
                field: "number",
                ...{ x: middle, y: 275, w: 220, h: 200, size: 180, min: 60 },
              },
            ],
          },
        ],
      },
    ],
  };
}
