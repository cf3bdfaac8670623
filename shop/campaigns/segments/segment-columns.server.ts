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
