import type { TransactionSql } from "../driver.server.ts";
import { seedId } from "./deterministic.ts";
import { kits } from "./kits.server.ts";
import { shirtSpec, shirtSpecId, teamDocument, teamStyles } from "./team-shirt.ts";

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
