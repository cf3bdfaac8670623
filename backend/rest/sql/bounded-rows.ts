import { type Fragment, sql, word } from "./fragment.ts";

/**
 * The rows of `rows` as one column `rest_item`, to be aggregated into a list. The statement fails at the
 * first item where the sum exceeds the limit (docs/why/rest.md): PostgreSQL sums while it reads, so an aggregate
 * never holds more than the limit and one item.
 * @param name the alias of the rows in `item` and `json`
 * @param item the list's item
 * @param json the item as JSON, when `item` is not JSON: its bytes count
 */
export function boundedItems(
  rows: Fragment,
  name: Fragment,
  item: Fragment,
  maxBytes: number,
  json?: Fragment,
): Fragment {
  const counted = json ? sql`, ${json} AS rest_json` : sql``;
  const measured = json ? sql`rest_json` : sql`rest_item`;
  // OFFSET 0 prevents the planner from evaluating the item once for each use.
  const items = sql`SELECT ${item} AS rest_item${counted} FROM (${rows}) AS ${name} OFFSET 0`;
  return sql`SELECT rest_item FROM (SELECT rest_item, ${bytesSoFar(measured)} FROM (${items}) AS ${name}) AS ${name} WHERE ${isWithin(maxBytes)}`;
}

/** The rows unchanged, with the same limit on their bytes as JSON. */
export function boundedRows(rows: Fragment, name: Fragment, maxBytes: number): Fragment {
  return sql`SELECT * FROM (SELECT ${name}.*, ${bytesSoFar(sql`row_to_json(${name}.*)`)} FROM (${rows}) AS ${name}) AS ${name} WHERE ${isWithin(maxBytes)}`;
}

function bytesSoFar(json: Fragment): Fragment {
  return sql`sum(pg_column_size(${json})) OVER (ROWS UNBOUNDED PRECEDING) AS rest_bytes`;
}

/** Bytes above which an answer counts as large; few large answers are built at once. */
const largeBytes = 512 * 1024;

/**
 * A condition on a window's result is evaluated after the window, and CASE prevents an early evaluation of
 * the refusal.
 */
function isWithin(maxBytes: number): Fragment {
  return sql`CASE WHEN rest_bytes > ${word(String(maxBytes))} THEN private.refuse_large_answer() WHEN rest_bytes > ${word(String(largeBytes))} THEN private.await_large_answer() ELSE true END`;
}
