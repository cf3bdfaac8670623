import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  documentOf,
  field,
  inks,
  ownPicture,
  type PrintedGoods,
  words,
} from "./printed-goods.ts";

const slug = "kaos-nama-tim";
const shirtSpecId = seedId("print-spec:kaos-nama-tim:1");
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
  return areaOf({
    id,
    ...platen,
    safe: 10,
    colours: chart,
    underbase: "auto",
    dpi: { target: 150, min: 120, floor: 80 },
    minStroke: 0.4,
    minText: 6,
  });
}

const shirtSpec = {
  v: 1,
  process: "dtg",
  policy: "self",
  minutes: 9,
  days: 3,
  sides: [
    { id: "back", name: t("Belakang", "Back"), areas: [platenOf("back-print")] },
    { id: "front", name: t("Depan", "Front"), areas: [platenOf("front-print")] },
  ],
  price: [
    {
      kind: "quantity",
      label: t("Cetak nama dan nomor", "Print of name and number"),
      steps: [
        { from: 1, amount: 35_000 },
        { from: 6, amount: 29_000 },
        { from: 12, amount: 22_000 },
        { from: 24, amount: 15_000 },
      ],
    },
    { kind: "setup", label: t("Persiapan desain", "Design set-up"), amount: 45_000 },
    ownPicture(15_000),
    { kind: "letter", label: t("Huruf di atas 30", "Letters above 30"), amount: 500, above: 30 },
  ],
  mockups: [
    { id: "back", kit: "kaos-belakang", sides: { back: "back-print" }, bodyFromVariant: true },
    { id: "front", kit: "kaos-depan", sides: { front: "front-print" }, bodyFromVariant: true },
  ],
};

interface TeamStyle {
  readonly code: string;
  readonly name: Text;
  readonly font: "anton-400" | "bricolage-grotesque-700";
  readonly colour: string;
  /** Of the person's name. */
  readonly second: string;
  /** Its inks on the dark shirts, as in their photographs. */
  readonly onDark: { readonly first: string; readonly second: string };
  /** The baseline of the team's name in millimetres; without it the name is straight. */
  readonly radius?: number;
}

const teamStyles: readonly TeamStyle[] = [
  {
    code: "tim-melengkung",
    name: t("Melengkung", "Arched"),
    font: "bricolage-grotesque-700",
    colour: inks.carbon,
    second: inks.stamp,
    onDark: { first: "#ffffff", second: "#f2b632" },
    radius: 260,
  },
  {
    code: "tim-lurus",
    name: t("Lurus", "Straight"),
    font: "anton-400",
    colour: inks.stamp,
    second: inks.stamp,
    onDark: { first: "#ffffff", second: "#ffffff" },
  },
];

/** The colours of the dark shirts, as in `db/seed/catalogue/build.ts`. */
const dark = ["#1b1f3d", "#b01e35"];
const onDarkShirts = (ink: string) => Object.fromEntries(dark.map((body) => [body, ink]));

/** The team's name above a large number, and the person's name below it. */
function teamDocument({ font, colour, second, onDark, radius }: TeamStyle) {
  const common = { x: platen.w / 2, font, colour, inks: onDarkShirts(onDark.first) };
  return documentOf(
    shirtSpecId,
    ["back", "back-print"],
    [font],
    [
      field("team", t("Nama tim", "Team name"), 18),
      field("name", t("Nama", "Name"), 14, { required: false, each: true }),
      field("number", t("Nomor", "Number"), 2, { rule: "number", required: false, each: true }),
    ],
    [
      {
        ...words({
          ...common,
          id: "team",
          text: "Garuda",
          field: "team",
          y: 80,
          w: 230,
          h: 60,
          size: 52,
          min: 20,
        }),
        ...(radius === undefined ? {} : { arc: { radius } }),
      },
      words({
        ...common,
        id: "name",
        text: "Budi",
        field: "name",
        colour: second,
        inks: onDarkShirts(onDark.second),
        y: 330,
        w: 230,
        h: 46,
        size: 38,
        min: 18,
      }),
      words({
        ...common,
        id: "number",
        text: "10",
        field: "number",
        y: 210,
        w: 220,
        h: 200,
        size: 180,
        min: 60,
      }),
    ],
  );
}

export const teamShirt: PrintedGoods = {
  slug,
  printAmount: 80_000,
  specs: [{ id: shirtSpecId, spec: shirtSpec }],
  templates: teamStyles.map((style) => ({
    code: style.code,
    name: style.name,
    document: teamDocument(style),
  })),
};
