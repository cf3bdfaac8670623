import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  documentOf,
  type FontId,
  field,
  inks,
  ownPicture,
  type PrintedGoods,
  words,
} from "./printed-goods.ts";

const slug = "buku-inisial";
const specId = seedId(`print-spec:${slug}:1`);
/** An A5 cover. */
const cover = { w: 148, h: 210 };
const x = cover.w / 2;
const colour = inks.cream;

const styles: readonly { code: string; name: Text; font: FontId; size: number }[] = [
  { code: "sampul-lebar", name: t("Lebar", "Wide"), font: "bricolage-grotesque-700", size: 70 },
  { code: "sampul-klasik", name: t("Klasik", "Classic"), font: "bodoni-moda-700", size: 74 },
  { code: "sampul-tinggi", name: t("Tinggi", "Tall"), font: "anton-400", size: 74 },
];

function initials(font: FontId, size: number) {
  return documentOf(
    specId,
    ["cover", "front"],
    [font, "martian-mono-500"],
    [
      field("initials", t("Inisial", "Initials"), 3),
      field("number", t("Nomor", "Number"), 6, { rule: "number", required: false }),
    ],
    [
      {
        id: "frame",
        kind: "shape",
        shape: "rect",
        x,
        y: 105,
        w: 115.5,
        h: 180,
        stroke: { colour, width: 0.9 },
      },
      words({
        id: "initials",
        text: "AR",
        field: "initials",
        font,
        colour,
        x,
        y: 96,
        w: 100,
        h: 90,
        size,
        min: 24,
      }),
      words({
        id: "number",
        text: "07",
        field: "number",
        font: "martian-mono-500",
        colour,
        x,
        y: 180,
        w: 60,
        h: 7,
        size: 5,
        min: 3,
      }),
    ],
  );
}

export const notebook: PrintedGoods = {
  slug,
  printAmount: 18_000,
  specs: [
    {
      id: specId,
      spec: {
        v: 1,
        process: "uv",
        policy: "self",
        minutes: 10,
        days: 2,
        sides: [
          {
            id: "cover",
            name: t("Sampul depan", "Front cover"),
            areas: [areaOf({ id: "front", ...cover, bleed: 3, underbase: "auto" })],
          },
        ],
        price: [
          {
            kind: "quantity",
            label: t("Cetak sampul", "Print of the cover"),
            steps: [
              { from: 1, amount: 18_000 },
              { from: 12, amount: 13_000 },
            ],
          },
          ownPicture(10_000),
        ],
        mockups: [
          { id: "front", kit: "buku-depan", sides: { cover: "front" }, bodyFromVariant: true },
        ],
      },
    },
  ],
  templates: styles.map(({ code, name, font, size }) => ({
    code,
    name,
    document: initials(font, size),
  })),
};
