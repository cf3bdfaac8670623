import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { invalidRequest, noSuchBucket } from "#backend/storage/errors.ts";
import { readInput, textList, wholeNumber } from "#backend/storage/input.ts";
import {
  addressToRead,
  isBucketName,
  isObjectName,
  type ObjectAddress,
  rawAddress,
} from "#backend/storage/names.ts";
import { readTransformation, transformationQuery } from "#backend/storage/transformation.ts";
import { visibleObject } from "./object-row.server.ts";
import { maxLifeSeconds, signToken } from "./signed-token.server.ts";

const unseen = "Either the object does not exist or you do not have access to it";

/**
 * The client encodes the whole address once; only a question mark must be escaped here, because it would end
 * the path.
 */
function signedUrl(endpoint: string, { bucket, name }: ObjectAddress, token: string): string {
  return `/${endpoint}/sign/${bucket}/${name.replaceAll("?", "%3F")}?token=${token}`;
}

/**
 * POST /object/sign/{bucket}/{path}: signs an address for one file, with or without a transformation.
 * @throws StorageError
 */
export async function signObject(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const address = addressToRead(c, "/object/sign/");
  const input = await readInput(c, ["expiresIn"]);
  const seconds = lifeOf(input.expiresIn);
  const transformations = transformationsOf(context, input.transform);
  await visibleObject(caller, "object.sign", address);
  const extra = transformations ? { transformations } : {};
  const token = await signToken(context.keys, "download", address, seconds, extra);
  const endpoint = transformations ? "render/image" : "object";
  return c.json({ signedURL: signedUrl(endpoint, address, token) });
}

/**
 * POST /object/sign/{bucket}: signs addresses for many files; a file that the caller cannot see gets an
 * error.
 * @throws StorageError
 */
export async function signObjects(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const { bucket } = rawAddress(c, "/object/sign/");
  if (!isBucketName(bucket)) throw noSuchBucket();
  const input = await readInput(c, ["expiresIn", "paths"]);
  const seconds = lifeOf(input.expiresIn);
  const paths = textList(input, "paths", 500);
  const names = paths.filter(isObjectName);
  const rows = await performAs(
    caller,
    "object.sign_many",
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${bucket} and name = any(${names})`,
    "read only",
  );
  const visible = new Set(rows.map((row) => row.name));
  const answers = paths.map(async (path) => {
    if (!visible.has(path)) return { error: unseen, path, signedURL: null };
    const address = { bucket, name: path };
    const token = await signToken(context.keys, "download", address, seconds);
    return { error: null, path, signedURL: signedUrl("object", address, token) };
  });
  return c.json(await Promise.all(answers));
}

function lifeOf(value: unknown): number {
  return wholeNumber(value, "body/expiresIn", { fallback: 0, min: 1, max: maxLifeSeconds });
}

function transformationsOf(context: StorageContext, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object") throw invalidRequest("body/transform must be object");
  return transformationQuery(
    readTransformation(value as Record<string, unknown>, context.settings.maxOutputSide),
  );
}
