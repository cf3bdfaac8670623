import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * SQL: the columns of `PromisedDays` of the order `o`. The days were counted from the order, so they move by the days until its
 * last design was approved, and not to a Sunday.
 */
export function promisedDaysColumns(sql: Sql): SqlFragment {
  const day = (at: SqlFragment) =>
    sql`(${at} at time zone (select time_zone from shop_settings))::date`;
  const from = day(sql`o.created_at`);
  const approved = day(sql`(
    select max(p.decided_at) from customisations c join proofs p on p.customisation_id = c.id
    where c.order_id = o.id and p.decision = 'approved')`);
  const moved = (on: SqlFragment) => sql`(
    select case when waited > 0 then (${on} + waited + (extract(isodow from ${on} + waited) = 7)::int)::text else ${on}::text end
    from (select greatest(0, coalesce(${approved} - ${from}, 0)) as waited) days)`;
  return sql`
    ${moved(sql`o.earliest`)} as earliest, ${moved(sql`o.latest`)} as latest, (
      select json_build_object('first', greatest(1, o.earliest - ${from}), 'last', greatest(1, o.latest - ${from}))
      where o.status in ('awaiting_payment', 'placed') and exists (
        select from customisations c
        where c.order_id = o.id and c.status not in ('approved', 'in_production', 'done'))
    ) as after_design`;
}
