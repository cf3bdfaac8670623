import { t } from "../catalogue/build.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  documentOf,
  type FontId,
  field,
  inks,
  line,
  ownPicture,
  type PrintedGoods,
  roundedPath,
  words,
} from "./printed-goods.ts";

const slug = "stiker-label-nama";
const specId = seedId(`print-spec:${slug}:1`);
const sheet = { w: 150, h: 150 };
const label = { w: 42, h: 29 };
const [columns, rows] = [3, 4];
const papers = ["#ffefa0", "#fbd7e2", "#d5efdb", "#c8cfee"];

/** One name on each of the sheet's labels. */
function labels(font: FontId, size: number) {
  const layers = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const x = 29 + column * 46;
    const y = 24 + row * 33;
    const colour = index % 4 === 3 ? inks.carbon : inks.ink;
    const id = `l${index + 1}`;
    return [
      {
        id: `${id}-paper`,
        kind: "shape",
        shape: "rect",
        x,
        y,
        ...label,
        corner: 2,
        fill: papers[index % papers.length],
      },
      words({
        id,
        text: "Sekar",
        field: "name",
        font,
        colour,
        align: "start",
        x,
        y: y - 1,
        w: 36,
        h: 13,
        size,
        min: 3.5,
      }),
      line(`${id}-rule`, { x, y: y + 6, w: 36 }, 0.4, colour),
      words({
        id: `${id}-line`,
        text: "Kelas 2B",
        field: "line",
        font: "martian-mono-500",
        x,
        y: y + 10,
        w: 36,
        h: 4.5,
        size: 2.8,
        min: 2,
        colour,
        align: "start",
      }),
      words({
        id: `${id}-number`,
        text: `No. ${String(index + 1).padStart(2, "0")}`,
        font: "martian-mono-500",
        colour: inks.stamp,
        align: "end",
        x: x + 8,
        y: y - 11,
        w: 20,
        h: 4,
        size: 2.4,
        min: 2,
      }),
    ];
  });
  return documentOf(
    specId,
    ["front", "sheet"],
    [font, "martian-mono-500"],
    [
      field("name", t("Nama", "Name"), 16),
      field("line", t("Kelas atau telepon", "Class or phone"), 18, {
        rule: "free",
        required: false,
      }),
    ],
    layers.flat(),
  );
}

export const labelSheet: PrintedGoods = {
  slug,
  printAmount: 0,
  specs: [
    {
      id: specId,
      spec: {
        v: 1,
        process: "uv",
        policy: "self",
        minutes: 3,
        days: 1,
        sides: [
          {
            id: "front",
            name: t("Lembar", "Sheet"),
            areas: [
              areaOf({
                id: "sheet",
                ...sheet,
                bleed: 2,
                safe: 3,
                maxLayers: 100,
                shape: "path",
                path: roundedPath(0, 0, sheet.w, sheet.h, 5),
                cut: "area",
              }),
            ],
          },
        ],
        price: [ownPicture(8_000)],
        mockups: [
          { id: "sheet", kit: "stiker-depan", sides: { front: "sheet" }, bodyFromVariant: true },
        ],
      },
    },
  ],
  templates: [
    {
      code: "label-lebar",
      name: t("Lebar", "Wide"),
      document: labels("bricolage-grotesque-700", 11),
    },
    { code: "label-tinggi", name: t("Tinggi", "Tall"), document: labels("bebas-neue-400", 14) },
  ],
};
