import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  bar,
  documentOf,
  field,
  inks,
  line,
  ownPicture,
  type PrintedGoods,
  type Words,
  words,
} from "./printed-goods.ts";

const slug = "poster-tanggal-istimewa";
const sizes = [
  { code: "b2", w: 500, h: 700 },
  { code: "a3", w: 297, h: 420 },
  { code: "a4", w: 210, h: 297 },
];
const specIdOf = (code: string) => seedId(`print-spec:${slug}:${code}`);

/** Left and right edge of the receipt on the poster of 50 × 70 cm. */
const [left, right] = [48, 452];
const wide = right - left;
const middle = (left + right) / 2;

const rows: readonly (readonly [id: string, label: Text, sample: string, max: number])[] = [
  ["name", t("Nama", "Names"), "Dimas & Laras", 26],
  ["date", t("Tanggal", "Date"), "21 November 2026", 26],
  ["place", t("Tempat", "Place"), "Kotagede, Yogyakarta", 26],
  ["amount", t("Banyak", "Amount"), "1 janji, seumur hidup", 26],
  ["note", t("Catatan", "Note"), "dibayar dengan sabar", 26],
];

/** Words that begin or end at `x` on the line `y`, which is their middle. */
function placed(
  align: "start" | "end",
  x: number,
  w: number,
  own: Omit<Words, "x" | "w" | "align">,
) {
  return words({ ...own, align, w, x: align === "start" ? x + w / 2 : x - w / 2 });
}

/** A receipt with the stamp "LUNAS", paid in full. */
function receipt(paper: string, pen: string) {
  const mono = (id: string, text: string, y: number, colour: string, size = 12) => ({
    id,
    text,
    y,
    colour,
    h: 20,
    font: "martian-mono-500" as const,
    size,
    min: 6,
  });
  const display = { font: "bricolage-grotesque-700" as const, colour: inks.ink };
  const stamp = { x: 374, y: 660, angle: -6 };
  return documentOf(
    specIdOf("b2"),
    ["front", "print"],
    ["bricolage-grotesque-700", "martian-mono-500", "caveat-700"],
    [
      ...rows.map(([id, label, , max]) =>
        field(id, label, max, { rule: "free", required: id === "name" || id === "date" }),
      ),
      field("number", t("Nomor nota", "Receipt number"), 8, { rule: "number", required: false }),
    ],
    [
      bar("paper", { x: 250, y: 350, w: 512, h: 718 }, paper),
      placed("start", left, 260, {
        id: "title",
        text: "Nota",
        ...display,
        y: 100,
        h: 110,
        size: 110,
        min: 60,
      }),
      placed("end", right, 130, {
        ...mono("number", "21112026", 72, inks.stamp, 16),
        field: "number",
      }),
      line("head", { x: middle, y: 158, w: wide }, 3.2, inks.ink),
      line("head-2", { x: middle, y: 165, w: wide }, 1.2, inks.ink),
      ...rows.flatMap(([id, label, sample], index) => {
        const y = 222 + index * 66;
        return [
          placed("start", left, 100, mono(`${id}-label`, label.id.toUpperCase(), y, inks.grey)),
          placed("start", 154, 298, {
            id,
            text: sample,
            field: id,
            font: "caveat-700",
            colour: pen,
            y: y - 6,
            h: 52,
            size: 40,
            min: 16,
          }),
          line(`${id}-rule`, { x: middle, y: y + 22, w: wide }, 1.2, inks.rule),
        ];
      }),
      placed("start", left, 120, mono("sum-label", "JUMLAH", 584, inks.ink, 14)),
      placed("end", right, 230, {
        id: "sum",
        text: "Selamanya",
        ...display,
        y: 578,
        h: 44,
        size: 36,
        min: 20,
      }),
      line("foot", { x: middle, y: 607, w: wide }, 3.2, inks.ink),
      line("foot-2", { x: middle, y: 614, w: wide }, 1.2, inks.ink),
      placed("start", left, 160, mono("shop", "NOTA & CO", 648, inks.grey)),
      {
        id: "stamp",
        kind: "shape",
        shape: "rect",
        ...stamp,
        w: 136,
        h: 50,
        corner: 3,
        stroke: { colour: inks.stamp, width: 3 },
      },
      words({
        id: "paid",
        text: "LUNAS",
        ...stamp,
        ...display,
        colour: inks.stamp,
        w: 124,
        h: 44,
        size: 38,
        min: 20,
      }),
    ],
  );
}

export const poster: PrintedGoods = {
  slug,
  printAmount: 0,
  specs: sizes.map(({ code, w, h }) => ({
    id: specIdOf(code),
    variants: { size: code },
    spec: {
      v: 1,
      process: "inkjet",
      policy: "self",
      minutes: 5,
      days: 1,
      sides: [
        {
          id: "front",
          name: t("Depan", "Front"),
          areas: [
            areaOf({
              id: "print",
              w,
              h,
              bleed: 3,
              safe: 6,
              dpi: { target: 200, min: 120, floor: 72 },
            }),
          ],
        },
      ],
      price: [ownPicture(15_000)],
      mockups: [
        { id: "front", kit: "poster-depan", sides: { front: "print" }, bodyFromVariant: true },
      ],
    },
  })),
  templates: [
    {
      code: "poster-putih",
      name: t("Kertas putih", "White paper"),
      document: receipt("#fbf8f0", inks.carbon),
    },
    {
      code: "poster-kuning",
      name: t("Rangkap kuning", "Yellow copy"),
      document: receipt("#fbe592", inks.ink),
    },
  ],
};
