import type { Sql, SqlFragment } from "#db/client.server.ts";
import {
  type Column,
  choiceColumn,
  compileFilter,
  momentColumn,
  numberColumn,
} from "#shop/staff/filters/compile.server.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";
import type { SegmentField } from "./segment-fields.ts";

/** Negates where the operator says so. */
const listed =
  (condition: (sql: Sql, values: SqlFragment) => SqlFragment): Column =>
  (sql, { operator, values }) => {
    const is = condition(sql, sql`${[...values]}::text[]`);
    return operator === "none" ? sql`(${is}) is not true` : sql`(${is})`;
  };

/**
 * Whether a recipient is among others. A count joins them with all subscribers; a page of recipients that are frozen looks each one up
 * by an index. Not by `in`: others that do not fit in memory would be searched for each subscriber.
 * @param others selects an `id`
 */
const isAmong = (sql: Sql, id: SqlFragment, others: SqlFragment): SqlFragment =>
  sql`exists (select from (${others}) other (id) where other.id = ${id})`;

/** As `isAmong`, for a list of values. @param id that of the recipient by default */
const among =
  (
    others: (sql: Sql, values: SqlFragment) => SqlFragment,
    id = (sql: Sql): SqlFragment => sql`r.id`,
  ): Column =>
  (sql, { operator, values }) => {
    const is = isAmong(sql, id(sql), others(sql, sql`${[...values]}::text[]`));
    return operator === "none" ? sql`not ${is}` : is;
  };

/** The recipients whose orders fulfil a condition on `o`. */
const buyers = (sql: Sql, condition: SqlFragment): SqlFragment => sql`
  select b.id from orders o join private.mail_recipients b on b.email = lower(o.email)
  where o.status in ('placed', 'completed') and ${condition}`;

/**
 * Whether a campaign's mail reached a recipient, or may have, in the last days. Who never had a mail is not among them. The moment of
 * a mail is the expression of `private.mail_deliveries_at`.
 */
const mailedWithin = (sql: Sql, days: string, more: number): SqlFragment => {
  // Further back than any campaign, and no interval that PostgreSQL cannot hold.
  const since = sql`now() - make_interval(days => least(greatest(${days}::bigint, -1), 36500)::integer + ${more})`;
  return isAmong(
    sql,
    sql`r.id`,
    sql`
    select d.recipient_id from private.mail_campaigns c join private.mail_deliveries d on d.campaign = c.number
    where (c.ended_at is null or c.ended_at > ${since})
      and d.state in ('begun', 'accepted', 'kept', 'uncertain', 'bounced', 'complained')
      and coalesce(d.begun_at, d.ended_at) > ${since}`,
  );
};

/** On the subscription `s`, its recipient `r` and the facts `f`, which may be missing. */
const columns: Readonly<Record<SegmentField, Column>> = {
  language: choiceColumn((sql) => sql`r.language`),
  mailbox: choiceColumn((sql) => sql`r.domain_group`),
  topic: among(
    (sql, values) => sql`
      select t.recipient_id from subscriptions t where t.topic = any (${values}) and t.state = 'subscribed'`,
  ),
  level: choiceColumn((sql) => sql`s.level`),
  source: choiceColumn((sql) => sql`s.source`),
  tag: listed((sql, values) => sql`r.tags && ${values}`),
  since: momentColumn((sql) => sql`s.changed_at`),
  registered: (sql, { values: [value] }) =>
    value === "yes" ? sql`r.user_id is not null` : sql`r.user_id is null`,
  group: among(
    (sql, values) => sql`
      select g.customer_id from customer_group_members g where g.group_id::text = any (${values})`,
    (sql) => sql`r.user_id`,
  ),
  orders: numberColumn((sql) => sql`coalesce(f.orders, 0)`),
  spent: numberColumn((sql) => sql`coalesce(f.spent, 0)`),
  first_order: momentColumn((sql) => sql`f.first_order_at`),
  last_order: momentColumn((sql) => sql`f.last_order_at`),
  bought: listed((sql, values) => sql`f.categories && ${values}::uuid[]`),
  product: among((sql, values) =>
    buyers(
      sql,
      sql`o.id in (
        select l.order_id from order_lines l join product_variants v on v.id = l.variant_id
        where v.product_id = any (${values}::uuid[]))`,
    ),
  ),
  promotion: among((sql, values) =>
    buyers(
      sql,
      sql`o.id in (
        select p.order_id from promo_redemptions p where p.promotion_id = any (${values}::uuid[]) and p.status = 'claimed')`,
    ),
  ),
  open_cart: (sql, { values: [value] }) => {
    const has = isAmong(
      sql,
      sql`r.user_id`,
      sql`select k.customer_id from private.saved_carts k where jsonb_array_length(k.lines) > 0`,
    );
    return value === "yes" ? has : sql`not ${has}`;
  },
  got: among(
    (sql, values) => sql`
      select d.recipient_id from private.mail_campaigns c join private.mail_deliveries d on d.campaign = c.number
      where c.id = any (${values}::uuid[]) and d.state in ('accepted', 'kept', 'complained')`,
  ),
  ordered_from: among((sql, values) =>
    buyers(
      sql,
      sql`o.id in (
        select k.order_id from private.mail_campaigns c join private.order_marks k on k.campaign = c.number
        where c.id = any (${values}::uuid[]))`,
    ),
  ),
  unmailed: (sql, { operator, values: [value = ""] }) => {
    if (operator === "gte") return sql`not ${mailedWithin(sql, value, 0)}`;
    const within = mailedWithin(sql, value, 1);
    return operator === "lte" ? within : sql`(${within} and not ${mailedWithin(sql, value, 0)})`;
  },
  province: listed((sql, values) => sql`left(f.region_code, 2) = any (${values})`),
  region: listed(
    (sql, values) => sql`f.region_code like any (array(select v || '%' from unnest(${values}) v))`,
  ),
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
