import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asCaller, asVisitor, type Sql } from "#db/client.server.ts";
import { callerOf, may, type Person } from "#shop/kernel/access.ts";
import { cached } from "#shop/kernel/cache.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import {
  altColumn,
  type CardRow,
  cardColumns,
  cardOf,
  type OptionRow,
  type PictureRow,
  pictureOf,
  soldColumn,
  thumbnailColumns,
} from "./card.server.ts";
import type { CategoryStep, FoundProduct, ProductTemplate, StockBand } from "./catalogue.ts";
import type { PrintFrom } from "./printed-price.ts";
import { templatePicture } from "./template-picture.ts";

interface ProductRow {
  id: string;
  slug: string;
  name: string;
  summary: string;
  seo_title: string;
  seo_description: string;
  description: string;
  sections: { heading: LocalText; body: LocalText }[];
  options: OptionRow[];
  sold: number | null;
  print: PrintFrom | null;
  production_days: number;
  templates:
    | {
        id: string;
        version: number;
        name: string;
        letters: ProductTemplate["letters"];
        fields: (Omit<ProductTemplate["fields"][number], "label"> & { label: LocalText })[];
      }[]
    | null;
  /** From the first level down to its own category. */
  way: CategoryStep[] | null;
  variants:
    | {
        id: string;
        sku: string;
        options: Record<string, string>;
        price: number;
        was_price: number | null;
        stock_band: StockBand;
        weight_grams: number;
        min_pieces: number;
        max_pieces: number | null;
      }[]
    | null;
  pictures: (PictureRow & { variant_ids: string[] })[] | null;
}

const maxRelated = 4;

/** A published product by id or slug with all that its page shows. @returns undefined when it does not exist */
export const findProduct = cached("product", readProduct, (product) =>
  // Related products are of its category.
  product ? [product.id, ...(product.category ? [product.category.slug] : [])] : undefined,
);

async function readProduct(
  idOrSlug: string,
  language: Language,
): Promise<FoundProduct | undefined> {
  const sql = asVisitor();
  const row = await readRow(sql, idOrSlug, language);
  return row && detailOf(row, language, await readRelated(sql, row, language));
}

/**
 * A product of any status as its page would show it, without related products. Never cached; row-level security decides who
 * reads it.
 * @returns undefined for an unknown product, and for people who may not read it
 */
export async function previewProduct(
  actor: Person,
  id: string,
  language: Language,
): Promise<FoundProduct | undefined> {
  if (!isUuid(id) || !may(actor, "products.read")) return undefined;
  const row = await asCaller(callerOf(actor), (sql) => readRow(sql, id, language), "read only");
  return row && detailOf(row, language, []);
}

async function readRow(
  sql: Sql,
  idOrSlug: string,
  language: Language,
): Promise<ProductRow | undefined> {
  const isId = isUuid(idOrSlug);
  if (!isId && !/^[a-z0-9-]{1,100}$/.test(idOrSlug)) return undefined;
  const [row] = await sql<ProductRow[]>`
    select p.id, p.slug, ${textIn(sql, sql`p.name`, language)} as name, ${textIn(sql, sql`p.summary`, language)} as summary,
      ${textIn(sql, sql`(p.seo -> 'title')`, language)} as seo_title,
      ${textIn(sql, sql`(p.seo -> 'description')`, language)} as seo_description,
      ${textIn(sql, sql`p.description`, language)} as description, p.sections, p.options, ${soldColumn(sql)},
      (
        select json_agg(json_build_object('id', t.id, 'version', t.version, 'name', ${textIn(sql, sql`t.name`, language)},
          'fields', t.document -> 'fields', 'letters', (
            select jsonb_build_object('above', r -> 'above', 'amount', r -> 'amount')
            from print_specs s, jsonb_array_elements(s.spec -> 'price') r
            where s.id = (t.document ->> 'spec')::uuid and r ->> 'kind' = 'letter' limit 1
          )) order by t.position, t.id)
        from design_templates t where t.product_id = p.id and p.takes_designs and t.published
      ) as templates,
      case when p.takes_designs and p.print_required then
        json_build_object('amount', p.print_amount, 'points', p.print_points) end as print,
      (
        select coalesce(max((s.spec ->> 'days')::int), 0)
        from design_templates t join print_specs s on s.id = (t.document ->> 'spec')::uuid
        where t.product_id = p.id and p.takes_designs and t.published
      ) as production_days,
      (
        select json_agg(json_build_object('slug', a.slug, 'name', ${textIn(sql, sql`a.name`, language)}) order by up.level)
        from unnest(c.path) with ordinality up (id, level) join categories a on a.id = up.id
      ) as way,
      (
        select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', v.options, 'price', v.shown_price,
          'was_price', v.shown_was_price, 'stock_band', v.stock_band, 'weight_grams', v.weight_grams,
          'min_pieces', v.min_pieces, 'max_pieces', v.max_pieces)
          order by v.position)
        from product_variants v where v.product_id = p.id and not v.archived
      ) as variants,
      (
        select json_agg(json_build_object(${thumbnailColumns(sql)}, 'alt', ${altColumn(sql, language)},
          'variant_ids', i.variant_ids) order by i.position)
        from product_images i where i.product_id = p.id
      ) as pictures
    from products p
    left join lateral (
      select c.path from product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = p.id order by cardinality(c.path) desc, c.position, c.id limit 1
    ) c on true
    where ${isId ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`}`;
  return row;
}

async function readRelated(
  sql: Sql,
  row: ProductRow,
  language: Language,
): Promise<readonly CardRow[]> {
  const own = row.way?.at(-1);
  return sql<CardRow[]>`
    select ${cardColumns(sql, language)} from catalogue.products p
    join (
      select * from catalogue.places
      where category_id = (select id from categories where slug = ${own?.slug ?? null}) and product_id <> ${row.id}
      order by is_out, sales_rank, newness, product_id limit ${maxRelated}
    ) places on places.product_id = p.id
    order by is_out, sales_rank, newness, product_id`;
}

function detailOf(row: ProductRow, language: Language, related: readonly CardRow[]): FoundProduct {
  const way = row.way ?? [];
  const pictures = row.pictures ?? [];
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    summary: row.summary,
    seo_title: row.seo_title,
    seo_description: row.seo_description,
    description: row.description,
    sold: row.sold,
    sections: row.sections.map((section) => ({
      heading: inLanguage(section.heading, language),
      body: inLanguage(section.body, language),
    })),
    category: way.at(-1) ?? null,
    above: way.slice(0, -1),
    options: row.options.map((option) => ({
      code: option.code,
      name: inLanguage(option.name, language),
      values: option.values.map((value) => ({
        code: value.code,
        label: inLanguage(value.label, language),
        colour: value.swatch ?? null,
      })),
    })),
    variants: (row.variants ?? []).map((variant) => ({
      ...variant,
      pictures: pictures.flatMap((picture, index) =>
        picture.variant_ids.includes(variant.id) ? [index] : [],
      ),
    })),
    pictures: pictures.map(pictureOf),
    templates: (row.templates ?? []).map(({ version, ...template }) => ({
      ...template,
      picture: templatePicture(template.id, version),
      fields: template.fields.map((field) => ({
        ...field,
        label: inLanguage(field.label, language),
      })),
    })),
    print: row.print,
    production_days: row.production_days,
    related: related.map((card) => cardOf(card)),
  };
}
