import type { Sql, SqlFragment } from "#db/client.server.ts";
import { manyPieces } from "#shop/designs/many-pieces.ts";
import type { QuotedLine } from "#shop/orders/cart/cart.ts";

/**
 * SQL: the rows of a roster in the version `v` that are of one variant, as `pieces`, `displays`, `hash` (that of `hashOfPieces`) and
 * `words`; null where the version has no roster.
 */
export function piecesOfVariant(sql: Sql, variant: SqlFragment): SqlFragment {
  return sql`
    select jsonb_agg(p.piece order by p.n) as pieces, jsonb_agg(v.piece_displays -> (p.n - 1)::int order by p.n) as displays,
      encode(sha256(convert_to(string_agg(p.piece ->> 'hash', e'\\n' order by p.n), 'UTF8')), 'hex') as hash,
      array_agg(p.piece ->> 'text' order by p.n) filter (where p.piece ->> 'text' <> '') as words
    from jsonb_array_elements(v.pieces) with ordinality p (piece, n)
    where p.piece ->> 'variant_id' = ${variant}::text`;
}

/**
 * SQL: whether the row `print` (`spec`, `document`, `hash`, and `pieces` of its version in the order) is printed without a look at it: where the
 * specification lets buyers approve (`policy: self`), nothing was uploaded and few pieces are printed (docs/why/production.md), and where
 * the buyer approved the same print before.
 */
export function isApprovedAtOnce(sql: Sql, customerId: string | null): SqlFragment {
  return sql`(
    (print.spec ->> 'policy' = 'self' and print.pieces < ${manyPieces} and not exists (
      select from jsonb_object_keys(print.document -> 'assets') used (sha256)
      where not exists (select from design_assets a where a.of_shop and a.sha256 = used.sha256)
    )) or exists (
      select from proofs before join customisations o on o.id = before.customisation_id
      where before.customer_id = ${customerId} and before.decision = 'approved'
        and before.display_hash = print.hash and o.spec = print.spec))`;
}

/**
 * The day from which the days of delivery would count if every design were approved now, `YYYY-MM-DD` of the shop's clock; null where no
 * design of the lines waits for an approval.
 * @param customerId null for a guest
 */
export async function findDesignWait(
  sql: Sql,
  lines: readonly QuotedLine[],
  customerId: string | null,
  now: Date,
): Promise<string | null> {
  const designed = lines.filter(({ design }) => design !== null);
  if (designed.length === 0) return null;
  const [found] = await sql<{ from: string }[]>`
    select (${now}::timestamptz at time zone (select time_zone from shop_settings))::date::text as from
    where exists (
      select from (
        select u.version, u.variant, sum(u.quantity) over (partition by u.version) as pieces
        from unnest(${designed.map(({ design }) => design?.id ?? "")}::uuid[], ${designed.map(({ variant_id }) => variant_id)}::uuid[],
          ${designed.map(({ quantity }) => quantity)}::int[]) u (version, variant, quantity)
      ) l
      join design_versions v on v.id = l.version join print_specs s on s.id = v.spec_id
      left join lateral (${piecesOfVariant(sql, sql`l.variant`)}) r on true
      cross join lateral (
        select s.spec, v.document, coalesce(r.hash, v.display_hash) as hash, l.pieces
      ) print
      where not ${isApprovedAtOnce(sql, customerId)})`;
  return found?.from ?? null;
}
