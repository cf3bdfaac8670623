import type { Sql, SqlFragment } from "#db/client.server.ts";
import { type Filter, isGroup, type Term } from "./filter.ts";

/** A term as a condition of SQL. @param timeZone the shop's, e.g. `Asia/Jakarta` */
export type Column = (sql: Sql, term: Term, timeZone: string) => SqlFragment;
/** One for each field of a list. */
export type Columns = Readonly<Record<string, Column>>;

type Expression = (sql: Sql) => SqlFragment;

/** A checked filter as a condition. No filter is `true`. */
export function compileFilter(
  sql: Sql,
  filter: Filter | null,
  columns: Columns,
  timeZone: string,
): SqlFragment {
  if (filter === null) return sql`true`;
  if (isGroup(filter)) {
    const parts = filter.parts.map((part) => compileFilter(sql, part, columns, timeZone));
    const join = filter.join === "and" ? sql`and` : sql`or`;
    return sql`(${parts.reduce((all, part) => sql`${all} ${join} ${part}`)})`;
  }
  const column = Object.hasOwn(columns, filter.field) ? columns[filter.field] : undefined;
  if (!column) throw new Error(`no column for the field ${filter.field}`);
  return column(sql, filter, timeZone);
}

/** Compares a number, whole rupiah included. */
export function numberColumn(expression: Expression): Column {
  return (sql, { operator, values: [value = ""] }) => {
    const left = expression(sql);
    if (operator === "gte") return sql`${left} >= ${value}::bigint`;
    if (operator === "lte") return sql`${left} <= ${value}::bigint`;
    return sql`${left} = ${value}::bigint`;
  };
}

/** Compares a time. A day lasts until the next one begins in the shop's time, a minute until the next minute. */
export function momentColumn(expression: Expression): Column {
  return (sql, { operator, values: [value = ""] }, timeZone) => {
    const left = expression(sql);
    // As text first: the driver would send a Date in the time zone of the machine.
    const local = sql`${value}::text::timestamp`;
    if (operator === "from") return sql`${left} >= ${local} at time zone ${timeZone}`;
    const length = value.includes("T") ? sql`interval '1 minute'` : sql`interval '1 day'`;
    return sql`${left} < (${local} + ${length}) at time zone ${timeZone}`;
  };
}

/** Compares a choice that is stored as it is named. */
export function choiceColumn(expression: Expression): Column {
  return (sql, { operator, values }) => {
    const left = expression(sql);
    const list = sql`${[...values]}::text[]`;
    if (operator === "none") return sql`(${left} = any (${list})) is not true`;
    // An index on (column, sort key) is in the list's order for one value alone.
    const [only = ""] = values;
    return values.length === 1 ? sql`${left} = ${only}` : sql`${left} = any (${list})`;
  };
}

/** A choice of which each value is a condition of its own. */
export function stateColumn(conditions: Readonly<Record<string, Expression>>): Column {
  return (sql, { operator, values }) => {
    const found = values.map((value) => conditions[value]?.(sql) ?? sql`false`);
    const either = sql`(${found.reduce((all, one) => sql`${all} or ${one}`)})`;
    return operator === "none" ? sql`${either} is not true` : either;
  };
}

/** Compares a text without regard to case. @param expression is already in lower case, in the collation "C" */
export function textColumn(expression: Expression): Column {
  return (sql, { operator, values: [value = ""] }) => {
    const left = expression(sql);
    const text = sql`lower(${value}::text) collate "C"`;
    return operator === "starts"
      ? sql`(${left} >= ${text} and ${left} < ${text} || ${"\u{10ffff}"}::text collate "C")`
      : sql`${left} = ${text}`;
  };
}

/** Compares the things that a row belongs to. @param rows the ids of the rows that belong to one of the values */
export function memberColumn(
  expression: Expression,
  rows: (sql: Sql, values: SqlFragment) => SqlFragment,
): Column {
  return (sql, { operator, values }) => {
    const found = rows(sql, sql`${[...values]}::text[]`);
    return operator === "none"
      ? sql`${expression(sql)} not in (${found})`
      : sql`${expression(sql)} in (${found})`;
  };
}
