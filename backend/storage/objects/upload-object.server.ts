import type { Context } from "hono";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import { checkPermission, record } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { keyAlreadyExists, tooLarge } from "#backend/storage/errors.ts";
import { addressToWrite, type ObjectAddress } from "#backend/storage/names.ts";
import {
  allowedEssence,
  bucketRules,
  rememberedRules,
  type Shelf,
  sizeLimit,
  takenEssence,
} from "#backend/storage/objects/bucket-rules.server.ts";
import type { Caller, Json } from "#db/client.server.ts";
import { discardAfter } from "#integrations/storage/discard-bytes.server.ts";
import { ownerUuid } from "#integrations/storage/object-rows.server.ts";
import { recordNewObject } from "./batch-records.server.ts";
import { detachBuffer } from "./detach-buffer.ts";
import { recordObject } from "./record-object.server.ts";
import { storeBytes } from "./store-bytes.server.ts";
import { readUpload } from "./upload-body.server.ts";

/** Room for the lines around a file in a form. */
const formRoom = 256 * 1024;
/** Requests up to this size are received without a prior check of the name, even if they are then refused. */
const smallRequest = 512 * 1024;

/**
 * POST and PUT /object/{bucket}/{path}: a file as raw body or in a form. PUT and `x-upsert: true` replace.
 * @throws StorageError
 */
export async function uploadObject(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const address = addressToWrite(c, "/object/");
  const isUpdate = c.req.method === "PUT";
  const upsert = isUpdate || c.req.header("x-upsert") === "true";
  const operation = isUpdate ? "object.upload_update" : "object.upload";
  const allowed = isShop(caller)
    ? undefined
    : mayWrite(caller, operation, address, {
        upsert,
        metadata: { mimetype: c.req.header("content-type") ?? "" },
      });
  const { id } = await receive(context, c, address, { upsert, ownerId: ownerOf(caller), allowed });
  return c.json({ Id: id, Key: `${address.bucket}/${address.name}` });
}

/**
 * Receives the bytes of a request.
 * @param allowed settles before the first byte is read
 * @throws StorageError
 */
export async function receive(
  context: StorageContext,
  c: Context,
  address: ObjectAddress,
  options: { upsert: boolean; ownerId: string | null; allowed?: Promise<void> },
): Promise<{ id: string }> {
  const { store, settings } = context;
  // A missing bucket is reported before a policy's refusal.
  options.allowed?.catch(() => undefined);
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  const remembered =
    options.allowed || options.upsert
      ? undefined
      : rulesForSmall(address.bucket, length, settings.fileSizeLimit);
  let rules = remembered ?? (await bucketRules(address));
  await options.allowed;
  if (rules.taken && !options.upsert) throw keyAlreadyExists();
  if (length > sizeLimit(rules, settings.fileSizeLimit) + formRoom) throw tooLarge();

  const body = await readUpload(c);
  // The current rules may allow what the cached ones refuse.
  if (remembered && !takenEssence(remembered, body.type)) rules = await bucketRules(address);
  const essence = allowedEssence(rules, body.type);
  const isPacked = c.req.header("content-encoding") !== undefined;
  const stored = await storeBytes(store, body.bytes, {
    limit: sizeLimit(rules, settings.fileSizeLimit),
    essence: isPacked ? undefined : essence,
    written: detachBuffer,
  });
  try {
    const details = { ...(await body.details()), mimeType: body.type, ownerId: options.ownerId };
    return await record((sql) =>
      options.upsert
        ? recordObject(sql, address, stored, details, options)
        : recordNewObject(address, stored, details, rules, settings.fileSizeLimit),
    );
  } catch (error) {
    await discardAfter(error, store, stored.version);
    throw error;
  }
}

/** Cached rules, for a small request within their size limit. */
function rulesForSmall(bucket: string, length: number, fileSizeLimit: number): Shelf | undefined {
  const rules = rememberedRules(bucket);
  return rules && length <= Math.min(smallRequest, sizeLimit(rules, fileSizeLimit))
    ? rules
    : undefined;
}

/** The secret key bypasses row-level security; a taken name is detected when the row is written. */
function isShop(caller: Caller): boolean {
  return caller.dbRole === "service_role";
}

/**
 * Checks the caller's permission by writing a row that is rolled back.
 * @throws StorageError AccessDenied, KeyAlreadyExists
 */
export async function mayWrite(
  caller: Caller,
  operation: string,
  { bucket, name }: ObjectAddress,
  options: { upsert: boolean; metadata?: Record<string, Json> },
): Promise<void> {
  if (isShop(caller)) return;
  const ownerId = ownerOf(caller);
  await checkPermission(caller, operation, async (sql) => {
    const replace = options.upsert
      ? sql`on conflict on constraint key_already_exists do update
          set owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata`
      : sql``;
    await sql`
      insert into storage.objects (bucket_id, name, owner, owner_id, metadata)
      values (${bucket}, ${name}, ${ownerUuid(ownerId)}, ${ownerId}, ${sql.json(options.metadata ?? {})})
      ${replace}`;
  });
}
