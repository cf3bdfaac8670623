import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql, type SqlFragment, sqlState } from "#db/client.server.ts";

/** Longest statement of a list. A filter that takes longer is too wide. */
export const listTimeoutMs = 5_000;

const queryCanceled = "57014";

/** Reading took longer than `listTimeoutMs`. */
export const filterTooWide = { code: "filter_too_wide" } as const;

/**
 * Reads a list. Each filter gets a plan of its own (docs/why/staff.md), and no statement takes longer than `listTimeoutMs`.
 */
export async function readList<T>(
  work: (sql: Sql, timeZone: string) => Promise<T>,
  timeoutMs = listTimeoutMs,
): Promise<Result<T, typeof filterTooWide>> {
  try {
    const value = await inTransaction(async (sql) => {
      const [shop] = await sql<{ time_zone: string }[]>`
        select time_zone, set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('statement_timeout', ${String(timeoutMs)}, true) from shop_settings`;
      return work(sql, shop?.time_zone ?? "Asia/Jakarta");
    });
    return ok(value);
  } catch (error) {
    if (sqlState(error) === queryCanceled) return fail(filterTooWide);
    throw error;
  }
}

/** Where a page begins: after or before the row with an id. */
export interface Position {
  readonly after: string | null;
  readonly before: string | null;
}

/** An order of a list. An index has the key and then the id. */
export interface SortKey {
  /** Of the row `p`, for orders `o`. */
  readonly key: (sql: Sql) => SqlFragment;
  readonly type: "timestamptz" | "bigint" | "text";
  readonly descending: boolean;
}

/** The newest first, of a table with `created_at`. */
export const newestFirst: SortKey = {
  key: (sql) => sql`p.created_at`,
  type: "timestamptz",
  descending: true,
};

export interface KeysetPage extends Position {
  readonly ids: readonly string[];
}

/**
 * The ids of a page of rows, and those that its neighbours begin at; null at the ends of the list. Nothing is counted
 * or skipped. An unknown position is the first page.
 * @param where a condition on `p`, for orders on `o`
 */
export async function readKeyset(
  sql: Sql,
  table:
    | "products"
    | "promotions"
    | "buyers"
    | "orders"
    | "order_drafts"
    | "sales"
    | "stocktakes"
    | "customisations"
    | "private.mail_campaigns"
    | "private.mail_recipients",
  where: SqlFragment,
  { key, type, descending }: SortKey,
  { after, before }: Position,
  size: number,
): Promise<KeysetPage> {
  // The letter by which conditions name the row.
  const row = table === "orders" ? sql`o` : sql`p`;
  const anchorId = after ?? before;
  // As text: a Date would lose the microseconds.
  const [anchor] =
    anchorId === null
      ? []
      : await sql<{ id: string; key: string }[]>`
          select ${row}.id, ${key(sql)}::text as key from ${sql(table)} ${row} where ${row}.id = ${anchorId}`;
  const isBack = after === null && anchor !== undefined;
  const isDown = descending !== isBack;
  const casts = {
    timestamptz: (value: string) => sql`${value}::text::timestamptz`,
    bigint: (value: string) => sql`${value}::text::bigint`,
    text: (value: string) => sql`${value}::text`,
  };
  const beyond = anchor
    ? sql`and (${key(sql)}, ${row}.id) ${isDown ? sql`<` : sql`>`} (${casts[type](anchor.key)}, ${anchor.id}::uuid)`
    : sql``;
  const order = isDown ? sql`${key(sql)} desc, ${row}.id desc` : sql`${key(sql)}, ${row}.id`;
  const rows = await sql<{ id: string }[]>`
    select ${row}.id from ${sql(table)} ${row} where ${where} ${beyond} order by ${order} limit ${size + 1}`;
  const ids = rows.slice(0, size).map(({ id }) => id);
  const isMore = rows.length > size;
  if (isBack) ids.reverse();
  return {
    ids,
    after: isBack || isMore ? (ids.at(-1) ?? null) : null,
    before: (isBack ? isMore : anchor !== undefined) ? (ids[0] ?? null) : null,
  };
}
