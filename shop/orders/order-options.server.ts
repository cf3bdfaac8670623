import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { type Filter, termsOf } from "#shop/staff/filters/filter.ts";

export interface OrderOption {
  readonly value: string;
  readonly label: string;
}

/**
 * Names for the filters of the list of orders: the couriers of the delivery methods, the provinces, and the products that a
 * filter has, which a person searches for.
 */
export async function listOrderOptions(
  actor: Person,
  filter: Filter | null,
  language: Language,
): Promise<Readonly<Record<"courier" | "province" | "product", readonly OrderOption[]>>> {
  if (!may(actor, "orders.read")) return { courier: [], province: [], product: [] };
  const sql = asShop();
  const products = termsOf(filter).flatMap(({ field, values }) =>
    field === "product" ? values : [],
  );
  const [courier, province, product] = await Promise.all([
    sql<OrderOption[]>`
      select min(courier) as value, min(courier) as label from shipping_methods where courier <> ''
      group by lower(courier) order by 2`,
    sql<OrderOption[]>`
      select code as value, name as label from regions where level = 1 order by name`,
    products.length === 0
      ? []
      : sql<OrderOption[]>`
        select p.id as value, ${textIn(sql, sql`p.name`, language)} as label from products p
        where p.id = any (${[...new Set(products)]}::uuid[]) order by 2`,
  ]);
  return { courier: [...courier], province: [...province], product: [...product] };
}
