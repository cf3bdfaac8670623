import { type Fragment, sql, word } from "./fragment.ts";

/**
 * The rows of `rows` with one column `rest_item`, to be collected into a list. The statement fails as soon as the items
 * up to one of them have more bytes than allowed (decision 0054): PostgreSQL adds up while it reads, so whoever collects
 * the items never holds more than that and one item.
 * @param name how `item` and `json` call the rows
 * @param item what the list is made of
 * @param json the same as JSON, where `item` is not JSON: its bytes are those that count
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
  // OFFSET 0 keeps the planner from evaluating the item once for each place where it is used.
  const items = sql`SELECT ${item} AS rest_item${counted} FROM (${rows}) AS ${name} OFFSET 0`;
  return sql`SELECT rest_item FROM (SELECT rest_item, ${bytesSoFar(measured)} FROM (${items}) AS ${name}) AS ${name} WHERE ${isWithin(maxBytes)}`;
}

/** The rows as they are, with the same bound on their bytes as JSON. */
export function boundedRows(rows: Fragment, name: Fragment, maxBytes: number): Fragment {
  return sql`SELECT * FROM (SELECT ${name}.*, ${bytesSoFar(sql`row_to_json(${name}.*)`)} FROM (${rows}) AS ${name}) AS ${name} WHERE ${isWithin(maxBytes)}`;
}

function bytesSoFar(json: Fragment): Fragment {
  return sql`sum(pg_column_size(${json})) OVER (ROWS UNBOUNDED PRECEDING) AS rest_bytes`;
}

/** Bytes from which few answers are made at once. */
const largeBytes = 512 * 1024;

/** A condition on a window's result stays above the window, and CASE keeps the refusal from being evaluated ahead. */
function isWithin(maxBytes: number): Fragment {
  return sql`CASE WHEN rest_bytes > ${word(String(maxBytes))} THEN private.refuse_large_answer() WHEN rest_bytes > ${word(String(largeBytes))} THEN private.await_large_answer() ELSE true END`;
}
