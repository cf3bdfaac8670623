import { dateNow } from "#base/clock.ts";
import { isUuid } from "#base/uuid.ts";
import type { Json, Sql, SqlFragment } from "#db/client.server.ts";
import type { StoredBytes } from "./object-version.ts";

export interface ObjectDetails {
  readonly mimeType: string;
  /** E.g. `max-age=3600`. */
  readonly cacheControl: string;
  readonly contentEncoding?: string | undefined;
  readonly userMetadata?: Json | undefined;
  readonly ownerId: string | null;
}

/** The deprecated `owner` column takes UUIDs only; `owner_id` takes any subject. */
export function ownerUuid(ownerId: string | null): string | null {
  return isUuid(ownerId) ? ownerId : null;
}

/** The column `metadata` as Supabase Storage fills it. Sizes in bytes. */
export function metadataOf(stored: StoredBytes, details: ObjectDetails): Record<string, Json> {
  return {
    eTag: stored.etag,
    size: stored.size,
    mimetype: details.mimeType,
    cacheControl: details.cacheControl,
    lastModified: dateNow().toISOString(),
    contentLength: stored.size,
    httpStatusCode: 200,
    ...(details.contentEncoding ? { contentEncoding: details.contentEncoding } : {}),
  };
}

/**
 * Writes the row of stored bytes. One statement, so of concurrent calls exactly one creates the row; a job of
 * the same commit removes the replaced bytes.
 * @returns undefined when the name is taken and `upsert` is false
 */
export async function writeObjectRow(
  sql: Sql,
  address: { readonly bucket: string; readonly name: string },
  stored: StoredBytes,
  details: ObjectDetails,
  options: { upsert: boolean },
): Promise<{ id: string } | undefined> {
  const { bucket, name } = address;
  const owner = ownerUuid(details.ownerId);
  const metadata = sql.json(metadataOf(stored, details));
  const user = details.userMetadata === undefined ? null : sql.json(details.userMetadata);
  const columns = sql`(bucket_id, name, owner, owner_id, version, metadata, user_metadata)`;
  const values = sql`
    ${bucket}, ${name}, ${owner}::uuid, ${details.ownerId}::text, ${stored.version}, ${metadata}::jsonb,
    ${user}::jsonb`;
  const [row] = options.upsert
    ? await sql<{ id: string }[]>`
        with earlier as materialized (
          select version from storage.objects where bucket_id = ${bucket} and name = ${name} for update
        )
        insert into storage.objects ${columns}
        select ${values} where (select count(*) from earlier) >= 0
        on conflict on constraint key_already_exists do update
          set version = excluded.version, metadata = excluded.metadata, owner = excluded.owner,
            owner_id = excluded.owner_id, user_metadata = excluded.user_metadata
        returning id, (select ${removeLater(sql, sql`array_agg(e.version)`)} from earlier e)`
    : await sql<{ id: string }[]>`
        insert into storage.objects ${columns} select ${values}
        on conflict on constraint key_already_exists do nothing
        returning id`;
  return row;
}

/**
 * An expression that queues the removal of versions' bytes, for the statement whose commit makes them
 * obsolete. The removal is delayed, because a reader of the old row may still open its bytes.
 * @param versions SQL: text[], null for none
 */
export function removeLater(sql: Sql, versions: SqlFragment): SqlFragment {
  return sql`
    case when ${versions} is not null then
      private.enqueue('remove-object', json_build_object('versions', ${versions}),
        run_at => now() + interval '1 minute')
    end`;
}
