import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { nameAreas } from "#shop/kernel/regions/areas.server.ts";
import { type Filter, termsOf } from "#shop/staff/filters/filter.ts";

const maxOptions = 500;

export interface SegmentOption {
  readonly value: string;
  readonly label: string;
}

type OptionField =
  | "topic"
  | "tag"
  | "region"
  | "bought"
  | "group"
  | "province"
  | "promotion"
  | "got"
  | "ordered_from"
  | "product";

/**
 * Names that filters of segments offer: topics, tags, categories, customer groups, provinces, the newest promotions and campaigns;
 * and the names of the products and places that filters have, which a person searches for.
 */
export async function listSegmentOptions(
  language: Language,
  filters: readonly (Filter | null)[],
): Promise<Readonly<Record<OptionField, readonly SegmentOption[]>>> {
  const sql = asShop();
  const valuesOf = (wanted: OptionField) =>
    filters.flatMap(termsOf).flatMap(({ field, values }) => (field === wanted ? values : []));
  const products = valuesOf("product");
  const [topic, tag, region, bought, group, province, promotion, campaigns, product] =
    await Promise.all([
      sql<SegmentOption[]>`
      select t.slug as value, case ${language} when 'en' then t.name_en else t.name_id end as label
      from private.mail_topics t where t.archived_at is null order by t.position, t.slug`,
      sql<SegmentOption[]>`
      select t.tag as value, t.tag as label from private.mail_tags t
      where exists (select from private.mail_recipients r where r.tags <> '{}' and r.tags @> array[t.tag])
      order by t.tag limit ${maxOptions}`,
      nameAreas(valuesOf("region")),
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
    topic: [...topic],
    tag: [...tag],
    region,
    bought: [...bought],
    group: [...group],
    province: [...province],
    promotion: [...promotion],
    got: [...campaigns],
    ordered_from: [...campaigns],
    product: [...product],
  };
}
