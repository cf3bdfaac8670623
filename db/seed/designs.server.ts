import type { TransactionSql } from "../driver.server.ts";
import { seedId } from "./deterministic.ts";
import { kits } from "./kits.server.ts";

/*
 * What can be printed on the demo shop's mug with a name and its team shirt, and their templates. The shapes are in shop/designs/print-spec.ts
 * and document.ts, which the seed cannot import; shop/designs/personalise.server.test.ts draws them.
 */

const mug = "mug-nama-anda";
const shirt = "kaos-nama-tim";
export const mugSpecId = seedId("print-spec:mug-nama-anda:1");

/** Of a mug of 82 mm, without the strip at the handle. */
const wrapMm = { w: 228.6, h: 88.9 };

const mugSpec = {
  v: 1,
  process: "sublimation",
  policy: "self",
  minutes: 6,
  sides: [
    {
      id: "around",
      name: { id: "Sekeliling", en: "All around" },
      areas: [
        {
          id: "wrap",
          shape: "rect",
          ...{ x: 0, y: 0, ...wrapMm },
          ...{ bleed: 0, safe: 4, wrap: true, mirror: true },
          dpi: { target: 300, min: 150, floor: 100 },
          tools: ["text", "image", "shape", "clip"],
          fonts: "all",
          colours: "any",
          ...{ maxLayers: 40, minStroke: 0.25, minText: 2 },
          ...{ underbase: "none", cut: "none" },
        },
      ],
    },
  ],
  price: [
    {
      kind: "letter",
      label: { id: "Huruf di atas delapan", en: "Letters above eight" },
      amount: 1_000,
      above: 8,
    },
  ],
  mockups: [
    { id: "right", kit: "mug-kanan", sides: { around: "wrap" }, bodyFromVariant: true },
    { id: "middle", kit: "mug-tengah", sides: { around: "wrap" }, bodyFromVariant: true },
    { id: "left", kit: "mug-kiri", sides: { around: "wrap" }, bodyFromVariant: true },
  ],
};

const fonts = {
  "bricolage-grotesque-700": "ccca2019dbc7370e3872be113dd58a6b31b3f003320a23ec5e876132e755e829",
  "bebas-neue-400": "9856ee0f503e52a9df2c36dad635432b58b17e3ed88664ef0f20507240c6da27",
  "caveat-700": "06426e5aaafb3b904687a250bd337cc7db00004be6eab125d944e9a3179359d6",
} as const;

interface Style {
  readonly code: string;
  readonly name: { readonly id: string; readonly en: string };
  readonly font: keyof typeof fonts;
  readonly size: number;
  readonly colour: string;
}

const styles: readonly Style[] = [
  {
    code: "nota",
    name: { id: "Nota", en: "Receipt" },
    font: "bricolage-grotesque-700",
    size: 30,
    colour: "#2b39a6",
  },
  {
    code: "tebal",
    name: { id: "Tebal", en: "Bold" },
    font: "bebas-neue-400",
    size: 40,
    colour: "#14183a",
  },
  {
    code: "tangan",
    name: { id: "Tulisan tangan", en: "Handwriting" },
    font: "caveat-700",
    size: 36,
    colour: "#be1633",
  },
];

/** The name between two rules in the middle of the print, opposite the handle. */
function documentOf({ font, size, colour }: Style) {
  const middle = wrapMm.w / 2;
  const rule = (id: string, y: number) => ({
    id,
    kind: "shape",
    shape: "line",
    ...{ x: middle, y, w: 84, h: 0.5 },
    stroke: { colour, width: 0.5 },
  });
  return {
    v: 2,
    spec: mugSpecId,
    fonts: { [font]: fonts[font] },
    assets: {},
    fields: [
      { id: "name", label: { id: "Nama", en: "Name" }, max: 12, rule: "name", required: true },
    ],
    sides: [
      {
        id: "around",
        areas: [
          {
            id: "wrap",
            layers: [
              rule("top", 20),
              rule("bottom", 66),
              {
                id: "name",
                kind: "text",
                text: "Rani",
                field: "name",
                font,
                ...{ x: middle, y: 43, w: 84, h: 42, size, min: 9 },
                fit: "shrink",
                colour,
              },
            ],
          },
        ],
      },
    ],
  };
}

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

const shirtSpec = {
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
  "bricolage-grotesque-700": fonts["bricolage-grotesque-700"],
} as const;

const teamStyles: readonly TeamStyle[] = [
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
function teamDocument({ font, colour, radius }: TeamStyle) {
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

export async function seedDesigns(sql: TransactionSql): Promise<void> {
  await sql`insert into public.mockup_kits ${sql(kits)}`;
  await seedSpec(sql, mug, mugSpecId, mugSpec);
  await seedSpec(sql, shirt, shirtSpecId, shirtSpec);
  await seedTemplates(
    sql,
    mug,
    styles.map((style) => ({ ...style, document: documentOf(style) })),
  );
  await seedTemplates(
    sql,
    shirt,
    teamStyles.map((style) => ({ ...style, document: teamDocument(style) })),
  );
}

async function seedSpec(
  sql: TransactionSql,
  slug: string,
  id: string,
  spec: typeof mugSpec | typeof shirtSpec,
): Promise<void> {
  await sql`
    insert into public.print_specs (id, product_id, revision, spec)
    select ${id}, id, 1, ${sql.json(spec)} from public.products where slug = ${slug}`;
  await sql`
    insert into public.variant_specs (variant_id, spec_id)
    select v.id, ${id} from public.product_variants v join public.products p on p.id = v.product_id
    where p.slug = ${slug}`;
}

interface Template {
  readonly code: string;
  readonly name: { readonly id: string; readonly en: string };
  readonly document: ReturnType<typeof documentOf> | ReturnType<typeof teamDocument>;
}

async function seedTemplates(
  sql: TransactionSql,
  slug: string,
  templates: readonly Template[],
): Promise<void> {
  for (const [position, { code, name, document }] of templates.entries()) {
    await sql`
      insert into public.design_templates (id, product_id, name, document, published, position)
      select ${seedId(`design-template:${code}`)}, id, ${sql.json(name)}, ${sql.json(document)}, true, ${position}
      from public.products where slug = ${slug}`;
  }
}
