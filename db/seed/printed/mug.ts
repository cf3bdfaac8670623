import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";
import { seedId } from "../deterministic.ts";
import {
  areaOf,
  documentOf,
  type FontId,
  field,
  inks,
  line,
  type PrintedGoods,
  words,
} from "./printed-goods.ts";

const slug = "mug-nama-anda";
const specId = seedId(`print-spec:${slug}:1`);
/** Of a mug of 82 mm, without the strip at the handle. */
const wrapMm = { w: 228.6, h: 88.9 };

interface Style {
  readonly code: string;
  readonly name: Text;
  readonly font: FontId;
  readonly size: number;
  readonly colour: string;
}

const styles: readonly Style[] = [
  {
    code: "nota",
    name: t("Nota", "Receipt"),
    font: "bricolage-grotesque-700",
    size: 30,
    colour: inks.carbon,
  },
  { code: "tebal", name: t("Tebal", "Bold"), font: "bebas-neue-400", size: 40, colour: inks.ink },
  {
    code: "tangan",
    name: t("Tulisan tangan", "Handwriting"),
    font: "caveat-700",
    size: 36,
    colour: inks.stamp,
  },
];

/** The name between two rules in the middle of the print, opposite the handle. */
function nameBetweenRules({ font, size, colour }: Style) {
  const x = wrapMm.w / 2;
  return documentOf(
    specId,
    ["around", "wrap"],
    [font],
    [field("name", t("Nama", "Name"), 12)],
    [
      line("top", { x, y: 20, w: 84 }, 0.5, colour),
      line("bottom", { x, y: 66, w: 84 }, 0.5, colour),
      words({
        id: "name",
        text: "Rani",
        field: "name",
        font,
        colour,
        x,
        y: 43,
        w: 84,
        h: 42,
        size,
        min: 9,
      }),
    ],
  );
}

/** The buyer's photograph in an oval, with a name below it if they want one. */
function photographAndName() {
  const x = wrapMm.w / 2;
  const font = "bricolage-grotesque-700";
  return documentOf(
    specId,
    ["around", "wrap"],
    [font],
    [
      field("photo", t("Foto Anda", "Your photo"), 1, { rule: "photo" }),
      field("name", t("Nama", "Name"), 16, { required: false }),
    ],
    [
      { id: "photo", kind: "slot", field: "photo", x, y: 36, w: 54, h: 54, mask: "ellipse" },
      words({
        id: "name",
        text: "Rani",
        field: "name",
        font,
        colour: inks.ink,
        x,
        y: 74.5,
        w: 84,
        h: 16,
        size: 12,
        min: 6,
      }),
    ],
  );
}

export const mug: PrintedGoods = {
  slug,
  printAmount: 0,
  specs: [
    {
      id: specId,
      spec: {
        v: 1,
        process: "sublimation",
        policy: "self",
        minutes: 6,
        days: 2,
        sides: [
          {
            id: "around",
            name: t("Sekeliling", "All around"),
            areas: [areaOf({ id: "wrap", ...wrapMm, wrap: true, mirror: true, maxLayers: 40 })],
          },
        ],
        price: [
          {
            kind: "letter",
            label: t("Huruf di atas delapan", "Letters above eight"),
            amount: 1_000,
            above: 8,
          },
        ],
        mockups: [
          { id: "right", kit: "mug-kanan", sides: { around: "wrap" }, bodyFromVariant: true },
          { id: "middle", kit: "mug-tengah", sides: { around: "wrap" }, bodyFromVariant: true },
          { id: "left", kit: "mug-kiri", sides: { around: "wrap" }, bodyFromVariant: true },
        ],
      },
    },
  ],
  templates: [
    ...styles.map((style) => ({ ...style, document: nameBetweenRules(style) })),
    { code: "foto", name: t("Foto Anda", "Your photo"), document: photographAndName() },
  ],
};
