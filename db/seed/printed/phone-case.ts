import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  bar,
  documentOf,
  field,
  inks,
  ownPicture,
  type PrintedGoods,
  roundedPath,
  words,
} from "./printed-goods.ts";

const slug = "casing-inisial";

/** The back of a case in millimetres, and where its camera is: x, y, width, height and the radius of its corners. */
interface Model {
  readonly code: string;
  readonly w: number;
  readonly h: number;
  readonly camera: readonly [number, number, number, number, number];
}

const models: readonly Model[] = [
  { code: "ip15", w: 74.6, h: 150.6, camera: [6, 6, 38, 38, 10] },
  { code: "ip16", w: 74.6, h: 150.6, camera: [6, 6, 22, 42, 10] },
  { code: "s24", w: 73.6, h: 150, camera: [6, 6, 20, 56, 8] },
  { code: "rn13", w: 78, h: 164.2, camera: [6, 6, 40, 40, 10] },
];
const specIdOf = (code: string) => seedId(`print-spec:${slug}:${code}`);

const [first] = models as [Model];
const x = first.w / 2;

const styles: readonly { code: string; name: Text; ground: string; letters: string }[] = [
  {
    code: "inisial-merah-muda",
    name: t("Merah muda", "Pink"),
    ground: "#f6cfd8",
    letters: inks.ink,
  },
  {
    code: "inisial-kuning",
    name: t("Kuning nota", "Receipt yellow"),
    ground: "#f6de86",
    letters: inks.carbon,
  },
  { code: "inisial-tinta", name: t("Tinta", "Ink"), ground: inks.ink, letters: inks.cream },
];

function stacked({ ground, letters }: (typeof styles)[number]) {
  const initial = (id: string, text: string, y: number) =>
    words({
      id,
      text,
      field: id,
      font: "bricolage-grotesque-700",
      colour: letters,
      x,
      y,
      w: 60,
      h: 42,
      size: 52,
      min: 20,
    });
  return documentOf(
    specIdOf(first.code),
    ["back", "print"],
    ["bricolage-grotesque-700", "martian-mono-500"],
    [
      field("first", t("Huruf pertama", "First letter"), 1),
      field("second", t("Huruf kedua", "Second letter"), 1, { required: false }),
      field("number", t("Nomor", "Number"), 8, { rule: "number", required: false }),
    ],
    [
      // Larger than any model, so that the colour goes over each edge.
      bar("ground", { x, y: first.h / 2, w: 100, h: 190 }, ground),
      initial("first", "N", 80),
      initial("second", "A", 120),
      words({
        id: "number",
        text: "140298",
        field: "number",
        font: "martian-mono-500",
        colour: ground === inks.ink ? inks.cream : inks.stamp,
        x: x + 9,
        y: 143,
        w: 44,
        h: 5,
        size: 3.4,
        min: 2,
        align: "end",
      }),
    ],
  );
}

export const phoneCase: PrintedGoods = {
  slug,
  printAmount: 0,
  specs: models.map(({ code, w, h, camera: [cx, cy, cw, ch, radius] }) => ({
    id: specIdOf(code),
    variants: { model: code },
    spec: {
      v: 1,
      process: "uv",
      policy: "self",
      minutes: 6,
      days: 2,
      sides: [
        {
          id: "back",
          name: t("Belakang", "Back"),
          areas: [
            areaOf({
              id: "print",
              w,
              h,
              bleed: 2,
              safe: 3,
              shape: "path",
              path: roundedPath(0, 0, w, h, 12),
              holes: [roundedPath(cx, cy, cw, ch, radius)],
            }),
          ],
        },
      ],
      price: [ownPicture(10_000)],
      mockups: [
        { id: "back", kit: "casing-depan", sides: { back: "print" }, bodyFromVariant: true },
      ],
    },
  })),
  templates: styles.map((style) => ({
    code: style.code,
    name: style.name,
    document: stacked(style),
  })),
};
