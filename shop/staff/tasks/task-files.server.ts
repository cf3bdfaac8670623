import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { asShop, type Sql } from "#db/client.server.ts";
import { removeLater, writeObjectRow } from "#integrations/storage/object-rows.server.ts";
import { StoreUnavailable } from "#integrations/storage/object-store.ts";
import { etagOf, freshVersion, objectKey } from "#integrations/storage/object-version.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { findTask } from "./read-tasks.server.ts";
import type { TaskKind } from "./task-kind.ts";

/** The private bucket of files that tasks make. */
const bucket = "staff-files";
/** Days after which a file is removed; it can be downloaded for `resultHours`. */
const fileDays = 7;

/**
 * Stores the next part of a task's file, in the transaction of a chunk: a chunk that runs again stores its part again, and the
 * bytes of the first attempt have no row.
 * @returns the value for `result_path`
 */
export async function writePart(
  sql: Sql,
  taskId: string,
  part: number,
  text: string,
): Promise<string> {
  const bytes = Buffer.from(text);
  const version = freshVersion();
  await shopStore().put(objectKey(version), bytes);
  const stored = {
    version,
    size: bytes.byteLength,
    etag: etagOf(createHash("sha256").update(bytes).digest()),
  };
  const name = `${taskId}/${String(part).padStart(9, "0")}`;
  const details = { mimeType: "text/csv", cacheControl: "no-store", ownerId: null };
  await writeObjectRow(sql, { bucket, name }, stored, details, { upsert: true });
  return taskId;
}

/**
 * The file of the person's own task, streamed.
 * @param kinds whose further permissions are checked too
 * @returns undefined without a file, after its deletion, and for a person who lost a permission of the task
 */
export async function readTaskFile(
  actor: Person,
  taskId: string,
  kinds: readonly Pick<TaskKind, "kind" | "alsoNeeds">[] = [],
): Promise<ReadableStream<Uint8Array> | undefined> {
  const task = await findTask(actor, taskId);
  if (!task?.has_result || task.started_by !== actor.id) return undefined;
  const { alsoNeeds = [] } = kinds.find(({ kind }) => kind === task.kind) ?? {};
  if (![task.permission, ...alsoNeeds].every((permission) => may(actor, permission)))
    return undefined;
  return Readable.toWeb(Readable.from(readParts(taskId))) as ReadableStream<Uint8Array>;
}

async function* readParts(taskId: string): AsyncGenerator<Uint8Array> {
  let after = "";
  for (;;) {
    const [part] = await asShop()<{ name: string; version: string }[]>`
      select name, version from storage.objects
      where bucket_id = ${bucket} and name like ${`${taskId}/%`} and name > ${after} order by name limit 1`;
    if (!part) return;
    after = part.name;
    yield* readObject(part.version);
  }
}

/** The bytes of a stored object. @throws StoreUnavailable when the store does not return all of them */
export async function* readObject(version: string): AsyncGenerator<Uint8Array> {
  const [row] = await asShop()<{ size: number }[]>`
    select (metadata ->> 'size')::bigint as size from storage.objects where version = ${version}`;
  const source = await shopStore().read(objectKey(version));
  if (!row || source === undefined) throw new StoreUnavailable("the bytes of a file are missing");
  let size = 0;
  for await (const chunk of source instanceof Readable ? source : [source]) {
    size += chunk.byteLength;
    yield chunk;
  }
  if (size !== row.size) throw new StoreUnavailable(`${size} bytes of ${row.size}`);
}

/** Removes old files of tasks. */
export async function purgeTaskFiles(): Promise<void> {
  const sql = asShop();
  await sql`
    with gone as (
      delete from storage.objects
      where bucket_id = ${bucket} and created_at < now() - make_interval(days => ${fileDays}) returning version
    )
    select ${removeLater(sql, sql`(select array_agg(version) from gone)`)}`;
}
