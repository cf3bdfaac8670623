import type { Sql } from "#db/client.server.ts";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import { printPriceCut } from "#shop/designs/print/print-price-cut.ts";

/** A specification that variants move to. */
export interface SpecMove {
  readonly productId: string;
  readonly specId: string;
  /** As in the input of a save. */
  readonly replaces: string | null;
  readonly variantIds: readonly string[];
}

/** Percent by which a person may lower a price alone; null: any. */
export async function findCutLimit(sql: Sql, personId: string): Promise<number | null> {
  const [row] = await sql<{ percent: number | null }[]>`
    select private.limit_of(${personId}, 'price_cut')::int as percent`;
  return row?.percent ?? null;
}

/**
 * Whether a variant's print gets cheaper by more than the limit. A cut is measured from the prices of 24 hours ago, or from
 * those that a person without a limit has set since then. A product that never was in the shop window has no price to cut.
 */
export async function isCutAboveLimit(
  sql: Sql,
  { productId, replaces, variantIds }: SpecMove,
  price: readonly PriceRule[],
  limit: number,
): Promise<boolean> {
  // A variant that cannot be printed now is measured by the specification that it joins, or else by the newest one.
  const rows = await sql<{ now: readonly PriceRule[]; from: readonly PriceRule[] }[]>`
    select distinct coalesce(s.spec, joined.spec) -> 'price' as now, coalesce(f.spec, joined.spec) -> 'price' as from
    from products p
    cross join unnest(${[...variantIds]}::uuid[]) variant
    left join variant_specs vs on vs.variant_id = variant
    left join print_specs s on s.id = vs.spec_id
    left join print_specs f on f.id = ${cutFrom(sql)}
    cross join lateral (
      select o.spec from print_specs o where o.product_id = p.id
      order by (o.id = ${replaces} and exists (select from variant_specs where spec_id = o.id)) is true desc, o.revision desc
      limit 1) joined
    where p.id = ${productId} and p.published_at is not null`;
  return rows.some(
    ({ now, from }) =>
      printPriceCut(now ?? [], price) > 0 && printPriceCut(from ?? [], price) > limit,
  );
}

/** Has variants printed by a specification. @param isLimited the person who does it may not lower prices at will */
export async function moveVariants(
  sql: Sql,
  { variantIds, specId }: SpecMove,
  isLimited: boolean,
): Promise<void> {
  const from = sql`(select ${cutFrom(sql)} from print_specs s where s.id = vs.spec_id)`;
  await sql`
    insert into variant_specs as vs (variant_id, spec_id)
    select distinct unnest(${[...variantIds]}::uuid[]), ${specId}::uuid
    on conflict (variant_id) do update set spec_id = excluded.spec_id, cut_from_id = ${isLimited ? from : null}`;
}

const cutFrom = (sql: Sql) => sql`
  case when s.created_at <= now() - interval '24 hours' then vs.spec_id else coalesce(vs.cut_from_id, vs.spec_id) end`;
