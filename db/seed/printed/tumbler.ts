import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  documentOf,
  type FontId,
  field,
  line,
  ownPicture,
  type PrintedGoods,
  words,
} from "./printed-goods.ts";

const slug = "tumbler-nama-anda";
const specId = seedId(`print-spec:${slug}:1`);
const size = { w: 210, h: 120 };
const x = size.w / 2;
/** The laser uncovers it: seen on white, ink and red coats. */
const steel = "#b4b2aa";

const styles: readonly { code: string; name: Text; font: FontId; height: number }[] = [
  { code: "ukir-tangan", name: t("Tulisan tangan", "Handwriting"), font: "caveat-700", height: 26 },
  {
    code: "ukir-lebar",
    name: t("Lebar", "Wide"),
    font: "bricolage-grotesque-700",
    height: 18,
  },
  { code: "ukir-tinggi", name: t("Tinggi", "Tall"), font: "bebas-neue-400", height: 24 },
  { code: "ukir-klasik", name: t("Klasik", "Classic"), font: "bodoni-moda-700", height: 19 },
];

/** What a person in front of the bottle sees at once. */
const seen = 50;

function engraved(font: FontId, height: number) {
  return documentOf(
    specId,
    ["around", "wrap"],
    [font, "martian-mono-500"],
    [
      field("name", t("Nama", "Name"), 14),
      field("number", t("Nomor", "Number"), 6, { rule: "number", required: false }),
    ],
    [
      words({
        id: "name",
        text: "Bima",
        field: "name",
        font,
        colour: steel,
        x,
        y: 56,
        w: seen,
        h: 30,
        size: height,
        min: 5,
      }),
      line("rule", { x, y: 72, w: 36 }, 0.5, steel),
      words({
        id: "number",
        text: "27",
        field: "number",
        font: "martian-mono-500",
        colour: steel,
        x,
        y: 78,
        w: seen,
        h: 7,
        size: 4,
        min: 3,
      }),
    ],
  );
}

export const tumbler: PrintedGoods = {
  slug,
  printAmount: 0,
  specs: [
    {
      id: specId,
      spec: {
        v: 1,
        process: "engraving",
        policy: "self",
        minutes: 8,
        days: 2,
        sides: [
          {
            id: "around",
            name: t("Sekeliling", "All around"),
            areas: [
              areaOf({
                id: "wrap",
                ...size,
                wrap: true,
                safe: 3,
                colours: [{ id: "steel", name: t("Baja", "Steel"), hex: steel }],
              }),
            ],
          },
        ],
        price: [
          {
            kind: "letter",
            label: t("Huruf di atas delapan", "Letters above eight"),
            amount: 1_500,
            above: 8,
          },
          ownPicture(20_000),
        ],
        mockups: [
          { id: "front", kit: "tumbler-depan", sides: { around: "wrap" }, bodyFromVariant: true },
        ],
      },
    },
  ],
  templates: styles.map(({ code, name, font, height }) => ({
    code,
    name,
    document: engraved(font, height),
  })),
};
