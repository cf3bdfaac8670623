import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { QuoteInput } from "./cart.ts";

/** An order's lines and destination, for trying today's settings on it. */
export interface OrderToTest {
  readonly number: string;
  readonly lines: QuoteInput["lines"];
  readonly region_code: string;
  /** What the order was placed with; no setting changes it. */
  readonly shipping_name: string;
  readonly shipping: number;
}

/** @returns undefined for an unknown number */
export async function findOrderToTest(number: string): Promise<OrderToTest | undefined> {
  const [order] = await asShop()<OrderToTest[]>`
    select o.number, o.shipping_name, o.shipping, o.address ->> 'region_code' as region_code,
      (
        select coalesce(json_agg(json_build_object('variant_id', l.variant_id, 'quantity', l.quantity)
          order by l.position), '[]')
        from order_lines l where l.order_id = o.id and not l.is_gift and l.variant_id is not null
      ) as lines
    from orders o where upper(o.number) = upper(btrim(${number}))`;
  return order;
}

export interface FoundVariant {
  readonly id: string;
  readonly label: string;
  readonly sku: string;
}

const maxFound = 12;

/** Variants that are sold now, by words of the product's name or by SKU. */
export async function findVariants(
  q: string,
  language: Language,
): Promise<readonly FoundVariant[]> {
  const words = q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => `%${word.replace(/[%_\\]/g, "\\$&")}%`);
  if (words.length === 0) return [];
  return asShop()<FoundVariant[]>`
    select v.id, v.sku, concat_ws(' · ', p.name ->> ${language}, nullif((
      select string_agg(value, ', ') from jsonb_each_text(v.options)), '')) as label
    from product_variants v join products p on p.id = v.product_id
    where not v.archived and p.status = 'published'
      and concat_ws(' ', p.name ->> 'id', p.name ->> 'en', v.sku) ilike all (${words}::text[])
    order by p.name ->> ${language}, v.sku limit ${maxFound}`;
}

export async function nameVariants(
  ids: readonly string[],
  language: Language,
): Promise<readonly FoundVariant[]> {
  if (ids.length === 0) return [];
  return asShop()<FoundVariant[]>`
    select v.id, v.sku, concat_ws(' · ', p.name ->> ${language}, nullif((
      select string_agg(value, ', ') from jsonb_each_text(v.options)), '')) as label
    from product_variants v join products p on p.id = v.product_id where v.id = any (${ids as string[]}::uuid[])
    order by p.name ->> ${language}, v.sku`;
}
