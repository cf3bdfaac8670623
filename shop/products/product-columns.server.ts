import type { Column } from "#shop/filters/compile.server.ts";
import {
  choiceColumn,
  memberColumn,
  momentColumn,
  numberColumn,
  stateColumn,
  textColumn,
} from "#shop/filters/compile.server.ts";
import type { ProductField } from "./product-fields.ts";

const brand = textColumn((sql) => sql`(lower(p.brand) collate "C")`);

/** The fields of the list as conditions on `products p`. */
export const productColumns: Readonly<Record<ProductField, Column>> = {
  status: stateColumn({
    published: (sql) => sql`p.status = 'published' and p.published_at <= now()`,
    scheduled: (sql) => sql`p.status = 'published' and p.published_at > now()`,
    draft: (sql) => sql`p.status = 'draft'`,
    archived: (sql) => sql`p.status = 'archived'`,
  }),
  category: memberColumn(
    (sql) => sql`p.id`,
    (sql, values) => sql`
      select product_id from product_categories where category_id = any (${values}::uuid[])`,
  ),
  price: numberColumn((sql) => sql`p.price_from`),
  stock: (sql, term, timeZone) => sql`p.id in (
    select v.product_id from stock_items k join product_variants v on v.id = k.variant_id
    where not v.archived and ${numberColumn((inner) => inner`k.available`)(sql, term, timeZone)})`,
  band: choiceColumn((sql) => sql`p.stock_band`),
  missing: memberColumn(
    (sql) => sql`p.id`,
    (sql, values) => sql`select product_id from private.product_gaps where gap = any (${values})`,
  ),
  // The index leaves out products without a brand.
  brand: (sql, term, timeZone) => sql`(p.brand <> '' and ${brand(sql, term, timeZone)})`,
  created: momentColumn((sql) => sql`p.created_at`),
  updated: momentColumn((sql) => sql`p.updated_at`),
};
