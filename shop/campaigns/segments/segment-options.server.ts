import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { textIn } from "#shop/local-text.server.ts";

const maxOptions = 500;

export interface SegmentOption {
  readonly value: string;
  readonly label: string;
}

/** Names that filters of segments offer: categories, customer groups and provinces. */
export async function listSegmentOptions(
  language: Language,
): Promise<Readonly<Record<"bought" | "group" | "province", readonly SegmentOption[]>>> {
  const sql = asShop();
  const [bought, group, province] = await Promise.all([
    sql<SegmentOption[]>`
      select c.id as value, ${textIn(sql, sql`c.name`, language)} as label from private.category_tree c
      order by c.place limit ${maxOptions}`,
    sql<SegmentOption[]>`
      select id as value, name as label from customer_groups order by lower(name), id limit ${maxOptions}`,
    sql<
      SegmentOption[]
    >`select code as value, name as label from regions where level = 1 order by name`,
  ]);
  return { bought: [...bought], group: [...group], province: [...province] };
}
