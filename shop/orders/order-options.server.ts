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
 * Labels of filter values in the list of orders: all couriers and provinces, and the products and buyers of the present
 * filters.
 */
export async function listOrderOptions(
  actor: Person,
  filter: Filter | null,
  language: Language,
): Promise<Readonly<Record<"courier" | "province" | "product" | "buyer", readonly OrderOption[]>>> {
  if (!may(actor, "orders.read")) return { courier: [], province: [], product: [], buyer: [] };
  const sql = asShop();
  const idsOf = (name: string) => [
    ...new Set(termsOf(filter).flatMap(({ field, values }) => (field === name ? values : []))),
  ];
  const products = idsOf("product");
  const buyers = may(actor, "customers.read") ? idsOf("buyer") : [];
  const [courier, province, product, buyer] = await Promise.all([
    sql<OrderOption[]>`
      select min(courier) as value, min(courier) as label from shipping_methods where courier <> ''
      group by lower(courier) order by 2`,
    sql<OrderOption[]>`
      select code as value, name as label from regions where level = 1 order by name`,
    products.length === 0
      ? []
      : sql<OrderOption[]>`
        select p.id as value, ${textIn(sql, sql`p.name`, language)} as label from products p
        where p.id = any (${products}::uuid[]) order by 2`,
    buyers.length === 0
      ? []
      : sql<OrderOption[]>`
        select id as value, name as label from buyers where id = any (${buyers}::uuid[]) order by 2`,
  ]);
  return {
    courier: [...courier],
    province: [...province],
    product: [...product],
    buyer: [...buyer],
  };
}
