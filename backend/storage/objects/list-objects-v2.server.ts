import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { invalidRequest } from "#backend/storage/errors.ts";
import { flagOf, readInput, textOf, wholeNumber, wordOf } from "#backend/storage/input.ts";
import { rawAddress } from "#backend/storage/names.ts";
import { sortingOf, storableText } from "./list-objects.server.ts";

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly created_at: Date | null;
  readonly last_accessed_at: Date | null;
  readonly metadata: unknown;
}

/** The sort key of a page's last entry. */
interface Cursor {
  readonly name: string;
  /** Milliseconds since 1970; 0 when sorted by name. */
  readonly time: number;
}

const columns = ["name", "updated_at", "created_at"] as const;

/**
 * POST /object/list-v2/{bucket} `{prefix, limit, cursor, with_delimiter, sortBy}`: every name with the
 * prefix, page by page. `with_delimiter` groups deeper names into one folder. Folders have no time and sort
 * as the oldest.
 * @throws StorageError
 */
export async function listObjectsV2(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const bucket = storableText(rawAddress(c, "/object/list-v2/").bucket);
  const input = await readInput(c);
  const limit = wholeNumber(input.limit, "body/limit", { fallback: 1000, min: 1, max: 1000 });
  const prefix = storableText(textOf(input, "prefix", ""));
  const isGrouped = flagOf(input, "with_delimiter") ?? false;
  const sortBy = sortingOf(input.sortBy);
  const column = wordOf(sortBy.column, "body/sortBy/column", columns, "name");
  const order = wordOf(sortBy.order, "body/sortBy/order", ["asc", "desc"], "asc");
  const after = readCursor(textOf(input, "cursor", ""));
  const rows = await performAs(
    caller,
    "object.list_v2",
    (sql) => {
      const direction = order === "asc" ? sql`asc` : sql`desc`;
      const beyond = order === "asc" ? sql`>` : sql`<`;
      const time =
        column === "name"
          ? sql`0::bigint`
          : sql`coalesce(floor(extract(epoch from ${sql(column)}) * 1000), 0)::bigint`;
      const position = sql`(${time}, name collate "C")`;
      const start = after
        ? sql`where ${position} ${beyond} (${after.time}::bigint, ${after.name})`
        : sql``;
      return sql<Entry[]>`
        with visible as (
          select id, name, updated_at, created_at, last_accessed_at, metadata,
            case when ${isGrouped} then position('/' in substr(name, ${prefix.length + 1}::int)) else 0 end as slash
          from storage.objects
          where bucket_id collate "C" = ${bucket} and name collate "C" >= ${prefix}
            and name collate "C" < ${prefix} || chr(127)
        ), entries as (
          select distinct left(name, ${prefix.length}::int + slash) as name, null::uuid as id,
            null::timestamptz as updated_at, null::timestamptz as created_at,
            null::timestamptz as last_accessed_at, null::jsonb as metadata
          from visible where slash > 0
          union all
          select name, id, updated_at, created_at, last_accessed_at, metadata from visible where slash = 0
        )
        select name, id, updated_at, created_at, last_accessed_at, metadata from entries ${start}
        order by ${time} ${direction}, name collate "C" ${direction} limit ${limit + 1}`;
    },
    "read only",
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  return c.json({
    hasNext,
    folders: page.filter((row) => !row.id).map(({ name }) => ({ key: lastPart(name), name })),
    objects: page.filter((row) => row.id).map((row) => ({ ...row, key: row.name })),
    ...(hasNext && last ? { nextCursor: writeCursor(last, column) } : {}),
  });
}

function lastPart(folder: string): string {
  return folder.split("/").at(-2) ?? folder;
}

function writeCursor(row: Entry, column: (typeof columns)[number]): string {
  const time = column === "name" ? 0 : (row[column]?.getTime() ?? 0);
  return Buffer.from(JSON.stringify([row.name, time])).toString("base64url");
}

/** @throws StorageError */
function readCursor(text: string): Cursor | undefined {
  if (text === "") return undefined;
  try {
    const [name, time] = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (typeof name === "string" && Number.isSafeInteger(time)) {
      return { name: storableText(name), time };
    }
  } catch {
    // Falls through: the cursor is not ours.
  }
  throw invalidRequest("body/cursor is not valid");
}
