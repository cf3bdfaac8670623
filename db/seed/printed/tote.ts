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

const slug = "tote-desain-anda";
const specId = seedId(`print-spec:${slug}:1`);
const size = { w: 280, h: 320 };
const x = size.w / 2;

/** A shop's sign: a ring round a name and the line below it. */
function ring(font: FontId, colour: string) {
  return documentOf(
    specId,
    ["front", "print"],
    [font, "caveat-700"],
    [
      field("name", t("Nama", "Name"), 22),
      field("line", t("Baris kedua", "Second line"), 28, { required: false }),
    ],
    [
      {
        id: "outer",
        kind: "shape",
        shape: "ellipse",
        x,
        y: 160,
        w: 230,
        h: 230,
        stroke: { colour, width: 4 },
      },
      {
        id: "inner",
        kind: "shape",
        shape: "ellipse",
        x,
        y: 160,
        w: 212,
        h: 212,
        stroke: { colour, width: 1.2 },
      },
      { id: "art", kind: "clip", clip: "coffee@1", x, y: 105, w: 58, h: 58, colours: [colour] },
      words({
        id: "name",
        text: "Kopi Rani",
        field: "name",
        font,
        colour,
        x,
        y: 168,
        w: 184,
        h: 50,
        size: 40,
        min: 14,
      }),
      line("rule", { x, y: 200, w: 90 }, 1.2, colour),
      words({
        id: "line",
        text: "sejak 1987",
        field: "line",
        font: "caveat-700",
        colour,
        x,
        y: 222,
        w: 130,
        h: 34,
        size: 26,
        min: 10,
      }),
    ],
  );
}

/** Large words in the middle. */
function plain(font: FontId, colour: string) {
  return documentOf(
    specId,
    ["front", "print"],
    [font],
    [
      field("name", t("Baris pertama", "First line"), 14),
      field("line", t("Baris kedua", "Second line"), 14, { required: false }),
    ],
    [
      words({
        id: "name",
        text: "Pasar",
        field: "name",
        font,
        colour,
        x,
        y: 125,
        w: 250,
        h: 90,
        size: 88,
        min: 22,
      }),
      words({
        id: "line",
        text: "dulu",
        field: "line",
        font,
        colour,
        x,
        y: 212,
        w: 250,
        h: 90,
        size: 88,
        min: 22,
      }),
    ],
  );
}

const styles: readonly { code: string; name: Text; document: object }[] = [
  {
    code: "tote-cap",
    name: t("Cap usaha", "Shop sign"),
    document: ring("bricolage-grotesque-700", "#b5553a"),
  },
  {
    code: "tote-besar",
    name: t("Huruf besar", "Large letters"),
    document: plain("anton-400", "#b5553a"),
  },
];

export const tote: PrintedGoods = {
  slug,
  printAmount: 34_000,
  specs: [
    {
      id: specId,
      spec: {
        v: 1,
        process: "dtg",
        policy: "self",
        minutes: 8,
        days: 2,
        sides: [
          {
            id: "front",
            name: t("Depan", "Front"),
            areas: [
              areaOf({
                id: "print",
                ...size,
                safe: 10,
                underbase: "auto",
                dpi: { target: 150, min: 120, floor: 80 },
                minStroke: 0.4,
                minText: 6,
              }),
            ],
          },
        ],
        price: [
          {
            kind: "quantity",
            label: t("Cetak satu sisi", "Print on one side"),
            steps: [
              { from: 1, amount: 34_000 },
              { from: 10, amount: 27_000 },
              { from: 50, amount: 17_000 },
            ],
          },
          ownPicture(12_000),
        ],
        mockups: [
          { id: "front", kit: "tote-depan", sides: { front: "print" }, bodyFromVariant: true },
        ],
      },
    },
  ],
  templates: styles,
};
