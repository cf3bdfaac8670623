import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { type Filter, termsOf } from "#shop/filters/filter.ts";
import { textIn } from "#shop/local-text.server.ts";

const maxOptions = 500;

export interface SegmentOption {
  readonly value: string;
  readonly label: string;
}

type OptionField =
  | "bought"
  | "group"
  | "province"
  | "promotion"
  | "got"
  | "ordered_from"
  | "product";

/**
 * Names that filters of segments offer: categories, customer groups, provinces, the newest promotions and campaigns; and the names
 * of the products that filters have, which a person searches for.
 */
export async function listSegmentOptions(
  language: Language,
  filters: readonly (Filter | null)[],
): Promise<Readonly<Record<OptionField, readonly SegmentOption[]>>> {
  const sql = asShop();
  const products = filters
    .flatMap(termsOf)
    .flatMap(({ field, values }) => (field === "product" ? values : []));
  const [bought, group, province, promotion, campaigns, product] = await Promise.all([
    sql<SegmentOption[]>`
      select c.id as value, ${textIn(sql, sql`c.name`, language)} as label from private.category_tree c
      order by c.place limit ${maxOptions}`,
    sql<SegmentOption[]>`
      select id as value, name as label from customer_groups order by lower(name), id limit ${maxOptions}`,
    sql<
      SegmentOption[]
    >`select code as value, name as label from regions where level = 1 order by name`,
    sql<SegmentOption[]>`
      select p.id as value, ${textIn(sql, sql`p.name`, language)} as label from promotions p
      order by p.created_at desc, p.id desc limit ${maxOptions}`,
    sql<SegmentOption[]>`
      select c.id as value, c.name as label from private.mail_campaigns c
      where c.automation is null and c.started_at is not null order by c.created_at desc, c.id desc limit ${maxOptions}`,
    products.length === 0
      ? []
      : sql<SegmentOption[]>`
          select p.id as value, ${textIn(sql, sql`p.name`, language)} as label from products p
          where p.id = any (${[...new Set(products)]}::uuid[]) order by 2 limit ${maxOptions}`,
  ]);
  return {
    ...{ bought: [...bought], group: [...group], province: [...province] },
    ...{ promotion: [...promotion], got: [...campaigns], ordered_from: [...campaigns] },
    product: [...product],
  };
}
