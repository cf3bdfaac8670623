import { Readable } from "node:stream";
import type { Context } from "hono";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import { record } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { keyAlreadyExists, noSuchKey } from "#backend/storage/errors.ts";
import { flagOf, readInput } from "#backend/storage/input.ts";
import {
  allowedEssence,
  assertFits,
  bucketRules,
} from "#backend/storage/objects/bucket-rules.server.ts";
import { asShop } from "#db/client.server.ts";
import { discardAfter } from "#integrations/storage/discard-bytes.server.ts";
import type { ObjectDetails } from "#integrations/storage/object-rows.server.ts";
import { freshVersion, objectKey } from "#integrations/storage/object-version.ts";
import { addressesOf } from "./move-object.server.ts";
import { type ObjectRow, visibleObject } from "./object-row.server.ts";
import { recordObject } from "./record-object.server.ts";
import { sniffLength } from "./sniff.ts";
import { assertHonest } from "./store-bytes.server.ts";
import { cleanCacheControl, readMetadata } from "./upload-body.server.ts";
import { mayWrite } from "./upload-object.server.ts";

/**
 * POST /object/copy: the caller must see the source and may write the copy, which belongs to the caller.
 * @throws StorageError NoSuchKey, KeyAlreadyExists, AccessDenied
 */
export async function copyObject(context: StorageContext, c: Context): Promise<Response> {
  const { store, settings } = context;
  const caller = await callerOf(context, c);
  const input = await readInput(c, ["bucketId", "sourceKey", "destinationKey"]);
  const { from, to } = addressesOf(input);
  const upsert = c.req.header("x-upsert") === "true";
  const source = await visibleObject(caller, "object.copy", from);
  const rules = await bucketRules(to);
  const details = detailsOf(c, source, input, ownerOf(caller));
  assertFits(rules, settings.fileSizeLimit, { size: source.size, type: details.mimeType });
  await mayWrite(caller, "object.copy", to, {
    upsert,
    metadata: { mimetype: details.mimeType, size: source.size },
  });
  if (rules.taken && !upsert) throw keyAlreadyExists();
  if (details.mimeType !== source.mime_type && !source.content_encoding) {
    const essence = allowedEssence(rules, details.mimeType);
    assertHonest(essence, await headOf(context, source));
  }

  const version = freshVersion();
  if (!(await store.copy(objectKey(source.version), objectKey(version)))) throw noSuchKey();
  const stored = { version, size: source.size, etag: source.etag };
  try {
    const { id } = await record(() => recordObject(asShop(), to, stored, details, { upsert }));
    const key = `${to.bucket}/${to.name}`;
    return c.json({ Id: id, Key: key, id, name: to.name, bucket_id: to.bucket, version });
  } catch (error) {
    await discardAfter(error, store, version);
    throw error;
  }
}

/** @throws StorageError */
function detailsOf(
  c: Context,
  source: ObjectRow,
  input: Readonly<Record<string, unknown>>,
  ownerId: string | null,
): ObjectDetails {
  const retained = {
    mimeType: source.mime_type,
    cacheControl: source.cache_control,
    contentEncoding: source.content_encoding ?? undefined,
    userMetadata: (source.user_metadata ?? undefined) as ObjectDetails["userMetadata"],
    ownerId,
  };
  if (flagOf(input, "copyMetadata") !== false) return retained;
  const given = (input.metadata ?? {}) as Readonly<Record<string, unknown>>;
  const text = Buffer.from(c.req.header("x-metadata") ?? "", "base64").toString("utf8");
  return {
    ...retained,
    ...(typeof given.mimetype === "string" ? { mimeType: given.mimetype } : {}),
    ...(typeof given.cacheControl === "string"
      ? { cacheControl: cleanCacheControl(given.cacheControl) }
      : {}),
    userMetadata: readMetadata(text),
  };
}

/**
 * The beginning of a stored file, to check its type again.
 * @throws StorageError NoSuchKey
 */
async function headOf({ store }: StorageContext, source: ObjectRow): Promise<Uint8Array> {
  if (source.size === 0) return new Uint8Array();
  const end = Math.min(source.size, sniffLength) - 1;
  const head = await store.read(objectKey(source.version), { start: 0, end });
  if (head === undefined) throw noSuchKey();
  if (!(head instanceof Readable)) return head;
  const chunks: Uint8Array[] = [];
  for await (const chunk of head) chunks.push(chunk);
  return Buffer.concat(chunks);
}
