import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchBucket } from "#backend/storage/errors.ts";
import { likeText, wholeNumber, wordOf } from "#backend/storage/input.ts";

export interface BucketRow {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly public: boolean;
  readonly type: string;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const sortColumns = ["id", "name", "created_at", "updated_at"] as const;

/**
 * GET /bucket?limit&offset&search&sortColumn&sortOrder: the buckets that the policies show.
 * @throws StorageError
 */
export async function listBuckets(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const max = 1_000_000;
  const limit = wholeNumber(c.req.query("limit"), "querystring/limit", {
    fallback: 1000,
    min: 1,
    max: max,
  });
  const offset = wholeNumber(c.req.query("offset"), "querystring/offset", {
    fallback: 0,
    min: 0,
    max: max,
  });
  const column = wordOf(c.req.query("sortColumn"), "querystring/sortColumn", sortColumns, "name");
  const order = wordOf(c.req.query("sortOrder"), "querystring/sortOrder", ["asc", "desc"], "asc");
  const search = `%${likeText(c.req.query("search") ?? "")}%`;
  const rows = await performAs(
    caller,
    "bucket.list",
    (sql) => {
      const direction = order === "asc" ? sql`asc` : sql`desc`;
      return sql<BucketRow[]>`
        select id, name, coalesce(owner_id, owner::text, '') as owner, public, type, file_size_limit,
          allowed_mime_types, created_at, updated_at
        from storage.buckets where name ilike ${search}
        order by ${sql(column)} ${direction}, id limit ${limit} offset ${offset}`;
    },
    "read only",
  );
  return c.json(rows);
}

/** GET /bucket/{id}. @throws StorageError NoSuchBucket, also for one that the policies do not show */
export async function readBucket(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const id = bucketId(c);
  const [row] = await performAs(
    caller,
    "bucket.get",
    (sql) => sql<Omit<BucketRow, "type">[]>`
      select id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit,
        allowed_mime_types, created_at, updated_at
      from storage.buckets where id = ${id}`,
    "read only",
  );
  if (!row) throw noSuchBucket();
  return c.json(row);
}

/**
 * The bucket in the path; an impossible name counts as missing.
 * @throws StorageError NoSuchBucket
 */
export function bucketId(c: Context): string {
  const id = c.req.param("id") ?? "";
  if (id === "" || id.length > 100 || id.includes("\0") || !id.isWellFormed()) throw noSuchBucket();
  return id;
}
