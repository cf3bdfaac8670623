import type { Sql, SqlFragment } from "#db/client.server.ts";
import {
  type Column,
  choiceColumn,
  compileFilter,
  momentColumn,
  numberColumn,
} from "#shop/filters/compile.server.ts";
import type { Filter } from "#shop/filters/filter.ts";
import type { SegmentField } from "./segment-fields.ts";

/** Negates where the operator says so. */
const listed =
  (condition: (sql: Sql, values: SqlFragment) => SqlFragment): Column =>
  (sql, { operator, values }) => {
    const is = condition(sql, sql`${[...values]}::text[]`);
    return operator === "none" ? sql`(${is}) is not true` : sql`(${is})`;
  };

/** The recipients whose orders fulfil a condition on `o`: a set that is found once for all subscribers. */
const buyers = (sql: Sql, condition: SqlFragment): SqlFragment => sql`
  select b.id from orders o join private.mail_recipients b on b.email = lower(o.email)
  where o.status in ('placed', 'completed') and ${condition}`;

/** On the subscription `s`, its recipient `r` and the facts `f`, which may be missing. */
const columns: Readonly<Record<SegmentField, Column>> = {
  language: choiceColumn((sql) => sql`r.language`),
  mailbox: choiceColumn((sql) => sql`r.domain_group`),
  level: choiceColumn((sql) => sql`s.level`),
  since: momentColumn((sql) => sql`s.changed_at`),
  registered: (sql, { values: [value] }) =>
    value === "yes" ? sql`r.user_id is not null` : sql`r.user_id is null`,
  group: listed(
    (sql, values) => sql`exists (
      select from customer_group_members g where g.customer_id = r.user_id and g.group_id::text = any (${values}))`,
  ),
  orders: numberColumn((sql) => sql`coalesce(f.orders, 0)`),
  spent: numberColumn((sql) => sql`coalesce(f.spent, 0)`),
  first_order: momentColumn((sql) => sql`f.first_order_at`),
  last_order: momentColumn((sql) => sql`f.last_order_at`),
  bought: listed((sql, values) => sql`f.categories && ${values}::uuid[]`),
  product: listed(
    (sql, values) =>
      sql`r.id in (${buyers(
        sql,
        sql`o.id in (
        select l.order_id from order_lines l join product_variants v on v.id = l.variant_id
        where v.product_id = any (${values}::uuid[]))`,
      )})`,
  ),
  promotion: listed(
    (sql, values) =>
      sql`r.id in (${buyers(
        sql,
        sql`o.id in (
        select p.order_id from promo_redemptions p where p.promotion_id = any (${values}::uuid[]) and p.status = 'claimed')`,
      )})`,
  ),
  open_cart: (sql, { values: [value] }) => {
    const has = sql`r.user_id in (
      select k.customer_id from private.saved_carts k where jsonb_array_length(k.lines) > 0)`;
    return value === "yes" ? sql`(${has})` : sql`(${has}) is not true`;
  },
  got: listed(
    (sql, values) => sql`r.id in (
      select d.recipient_id from private.mail_campaigns c join private.mail_deliveries d on d.campaign = c.number
      where c.id = any (${values}::uuid[]) and d.state in ('accepted', 'kept', 'complained'))`,
  ),
  ordered_from: listed(
    (sql, values) =>
      sql`r.id in (${buyers(
        sql,
        sql`o.id in (
        select k.order_id from private.mail_campaigns c join private.order_marks k on k.campaign = c.number
        where c.id = any (${values}::uuid[]))`,
      )})`,
  ),
  // Days since the last mail of a campaign; who never had one waits longest.
  unmailed: numberColumn(
    (sql) => sql`coalesce((
      select floor(extract(epoch from now() - max(coalesce(d.begun_at, d.ended_at))) / 86400)::bigint
      from private.mail_deliveries d where d.recipient_id = r.id
        and d.state in ('begun', 'accepted', 'kept', 'uncertain', 'bounced', 'complained')), 1000000)`,
  ),
  province: listed((sql, values) => sql`left(f.region_code, 2) = any (${values})`),
};

/** A checked filter of recipients as a condition on `s`, `r` and `f`. No filter is `true`. */
export function segmentCondition(sql: Sql, filter: Filter | null, timeZone: string): SqlFragment {
  return compileFilter(sql, filter, columns, timeZone);
}

/** Subscriptions with what segments ask: `s`, `r`, `f`. */
export function segmentRows(sql: Sql): SqlFragment {
  return sql`subscriptions s join private.mail_recipients r on r.id = s.recipient_id
    left join private.recipient_facts f on f.recipient_id = s.recipient_id`;
}
