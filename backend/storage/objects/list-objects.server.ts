import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { invalidRequest } from "#backend/storage/errors.ts";
import { likeText, readInput, textOf, wholeNumber, wordOf } from "#backend/storage/input.ts";
import { rawAddress } from "#backend/storage/names.ts";

const columns = ["name", "updated_at", "created_at", "last_accessed_at"] as const;

/**
 * POST /object/list/{bucket} `{prefix, limit, offset, sortBy, search}`: the direct entries of a folder,
 * folders first. Names are relative to the folder; a folder has no id. A missing bucket is empty.
 * @throws StorageError
 */
export async function listObjects(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const { bucket } = rawAddress(c, "/object/list/");
  const input = await readInput(c, ["prefix"]);
  const limit = wholeNumber(input.limit, "body/limit", { fallback: 100, min: 1, max: 10_000 });
  const offset = wholeNumber(input.offset, "body/offset", { fallback: 0, min: 0, max: 10_000_000 });
  const sortBy = sortingOf(input.sortBy);
  const column = wordOf(sortBy.column, "body/sortBy/column", columns, "name");
  const order = wordOf(sortBy.order, "body/sortBy/order", ["asc", "desc"], "asc");
  const prefix = folderOf(storableText(textOf(input, "prefix", "")));
  const search = `${likeText(textOf(input, "search", "")).toLowerCase()}%`;
  const rows = await performAs(
    caller,
    "object.list",
    (sql) => {
      const direction = order === "asc" ? sql`asc` : sql`desc`;
      const key = column === "name" ? sql`name collate "C"` : sql`${sql(column)}`;
      return sql`
        with visible as (
          select id, substr(name, ${prefix.length + 1}::int) as name, updated_at, created_at, last_accessed_at,
            metadata
          from storage.objects
          where bucket_id collate "C" = ${storableText(bucket)} and name collate "C" >= ${prefix}
            and name collate "C" < ${prefix || ""} || chr(127)
        ), entries as (
          select distinct split_part(name, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
            null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
          from visible where position('/' in name) > 0
          union all
          select name, id, updated_at, created_at, last_accessed_at, metadata
          from visible where position('/' in name) = 0
        )
        select name, id, updated_at, created_at, last_accessed_at, metadata from entries
        where lower(name) like ${search}
        order by id is not null, ${key} ${direction}, name collate "C" ${direction}
        limit ${limit} offset ${offset}`;
    },
    "read only",
  );
  return c.json(rows);
}

/** `a/b` and `/a/b/` are the folder `a/b/`; an empty prefix and `/` are the root. */
function folderOf(prefix: string): string {
  // The slashes of the end without a regular expression, which takes quadratic time for slashes inside.
  let end = prefix.length;
  while (prefix[end - 1] === "/") end -= 1;
  const inner = prefix.slice(0, end).replace(/^\/+/, "");
  return inner === "" ? "" : `${inner}/`;
}

/** @throws StorageError */
export function sortingOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object") throw invalidRequest("body/sortBy must be object");
  return value as Record<string, unknown>;
}

/** Removes NUL and lone surrogates, which PostgreSQL refuses and no name contains. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
