import { isUuid } from "#base/uuid.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";

/** Counts stop here: lists show `1000+`. */
export const maxCount = 1000;

/** Where a page begins: after or before the row with an id. */
export interface PagePosition {
  readonly after: string | null;
  readonly before: string | null;
}

/** The ids of a page, and those that its neighbours begin at; null at the ends of the list. */
export interface NewestFirstPage extends PagePosition {
  readonly ids: readonly string[];
}

/**
 * A page of the rows `p` of a table with an index on (created_at, id), newest first, without counting or skipping rows.
 * An unknown position is the first page.
 * @param where a condition on `p`
 */
export async function readNewestFirst(
  sql: Sql,
  table: "products" | "promotions",
  where: SqlFragment,
  { after, before }: PagePosition,
  size: number,
): Promise<NewestFirstPage> {
  const anchorId = after ?? before;
  // As text: a Date would lose the microseconds.
  const [anchor] =
    anchorId !== null && isUuid(anchorId)
      ? await sql<{ id: string; created_at: string }[]>`
          select id, created_at::text from ${sql(table)} where id = ${anchorId}`
      : [];
  const isBack = after === null && anchor !== undefined;
  const beyond = !anchor
    ? sql``
    : isBack
      ? sql`and (p.created_at, p.id) > (${anchor.created_at}::timestamptz, ${anchor.id})`
      : sql`and (p.created_at, p.id) < (${anchor.created_at}::timestamptz, ${anchor.id})`;
  const order = isBack ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`;
  const rows = await sql<{ id: string }[]>`
    select p.id from ${sql(table)} p where ${where} ${beyond} order by ${order} limit ${size + 1}`;
  const ids = rows.slice(0, size).map(({ id }) => id);
  const isMore = rows.length > size;
  if (isBack) ids.reverse();
  return {
    ids,
    after: isBack || isMore ? (ids.at(-1) ?? null) : null,
    before: (isBack ? isMore : anchor !== undefined) ? (ids[0] ?? null) : null,
  };
}

/** How many rows `p` of a table meet each condition, at most `maxCount` and one. */
export async function countEach<Name extends string>(
  sql: Sql,
  table: "products" | "promotions",
  conditions: Readonly<Record<Name, SqlFragment>>,
): Promise<Record<Name, number>> {
  const counts = Object.entries<SqlFragment>(conditions).map(
    ([name, condition]) => sql`(select count(*)::int from (
      select from ${sql(table)} p where ${condition} limit ${maxCount + 1}) counted) as ${sql(name)}`,
  );
  const [row] = await sql<Record<Name, number>[]>`
    select ${counts.reduce((joined, count) => sql`${joined}, ${count}`)}`;
  if (!row) throw new Error("counting gave no row");
  return row;
}
