import { createHash, randomUUID } from "node:crypto";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { discardAfter, discardBytes } from "#integrations/storage/discard-bytes.server.ts";
import { writeObjectRow } from "#integrations/storage/object-rows.server.ts";
import {
  etagOf,
  freshVersion,
  objectKey,
  type StoredBytes,
} from "#integrations/storage/object-version.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import { checkPicture } from "./check-picture.server.ts";
import { encodePicture } from "./encode-picture.server.ts";
import { maxPictureBytes, type PictureKind, type PictureProblem } from "./media.ts";
import { readUpload, type WaitingUpload } from "./upload-file.server.ts";

/** A row of `media`: what a product's picture copies of its file. */
export interface Media {
  readonly id: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly thumbhash: string;
}

interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly stored: StoredBytes;
}

/** An upload whose files are in the store; `recordMedia` writes their rows, `dropMedia` removes them. */
export interface PreparedMedia {
  readonly media: Media;
  readonly sha256: string;
  readonly kind: PictureKind;
  readonly bytes: number;
  /** Empty when the same file was uploaded before. */
  readonly files: readonly NewFile[];
}

const bucket = "product-images";
// The path has the id of the file, so its content never changes.
const cacheControl = "max-age=31536000, immutable";
/** One upload at a time is in memory: with its pixels it takes up to two hundred megabytes. */
const alone = limitConcurrency(1);

/**
 * Makes the files of an upload and writes their bytes, but no row. A crash afterwards leaves bytes without a row, which the
 * nightly purge of the storage removes.
 * @throws TooMuchImageWork, StoreFull, StoreUnavailable; no bytes are left then
 */
export function prepareMedia(
  upload: WaitingUpload,
): Promise<Result<PreparedMedia, PictureProblem>> {
  if (upload.size > maxPictureBytes)
    return Promise.resolve({ ok: false, problem: "picture_too_many_bytes" });
  return alone(() => inTurn(async () => prepare(await readUpload(upload))));
}

/** Prepares a file that is in memory. */
export function prepareBytes(bytes: Uint8Array): Promise<Result<PreparedMedia, PictureProblem>> {
  return alone(() => inTurn(() => prepare(bytes)));
}

async function prepare(bytes: Uint8Array): Promise<Result<PreparedMedia, PictureProblem>> {
  const checked = await checkPicture(bytes);
  if (!checked.ok) return checked;
  const { kind } = checked.value;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const known = await findMedia(asShop(), sha256);
  if (known) return ok({ media: known, sha256, kind, bytes: bytes.byteLength, files: [] });
  const encoded = await encodePicture(bytes);
  if (!encoded.ok) return encoded;
  const { files: made, ...look } = encoded.value;
  const id = randomUUID();
  const media = { id, path: `media/${id}`, ...look };
  const files = await storeAll(
    made.map(({ suffix, ...file }) => ({ ...file, name: `${media.path}.${suffix}` })),
  );
  return ok({ media, sha256, kind, bytes: bytes.byteLength, files });
}

/** Writes all files or none. @throws StoreFull, StoreUnavailable */
async function storeAll(
  files: readonly { name: string; mimeType: string; bytes: Uint8Array }[],
): Promise<NewFile[]> {
  const written: NewFile[] = [];
  try {
    for (const { name, mimeType, bytes } of files) {
      const version = freshVersion();
      await shopStore().put(objectKey(version), bytes);
      const etag = etagOf(createHash("sha256").update(bytes).digest());
      written.push({ name, mimeType, stored: { version, size: bytes.byteLength, etag } });
    }
    return written;
  } catch (error) {
    await Promise.all(written.map(({ stored }) => discardBytes(shopStore(), stored.version)));
    throw error;
  }
}

function findMedia(sql: Sql, sha256: string): Promise<Media | undefined> {
  return sql<Media[]>`
    select id, path, width, height, colour, thumbhash from media where sha256 = ${sha256}`.then(
    ([row]) => row,
  );
}

/**
 * Writes the row of an upload and those of its files. Of two equal files that are uploaded at once the second becomes the
 * first: its own files are then superfluous.
 * @param originalName as on the uploader's device
 */
export async function recordMedia(
  sql: Sql,
  { media, sha256, kind, bytes, files }: PreparedMedia,
  uploader: { personId: string; originalName: string },
): Promise<{ media: Media; isNew: boolean }> {
  if (files.length === 0) return { media, isNew: false };
  const { id, path, width, height, colour, thumbhash } = media;
  const [row] = await sql`
    insert into media ${sql([
      {
        id,
        path,
        sha256,
        original_name: uploader.originalName,
        kind,
        width,
        height,
        bytes,
        colour,
        thumbhash,
        uploaded_by: uploader.personId,
      },
    ])}
    on conflict (sha256) do nothing returning id`;
  if (!row) {
    const known = await findMedia(sql, sha256);
    if (!known) throw new Error("a file was uploaded and deleted at once");
    return { media: known, isNew: false };
  }
  for (const { name, mimeType, stored } of files) {
    const details = { mimeType, cacheControl, ownerId: null };
    await writeObjectRow(sql, { bucket, name }, stored, details, { upsert: false });
  }
  return { media, isNew: true };
}

/** Removes bytes whose rows were not written. @param error why not, if something failed */
export async function dropMedia({ files }: PreparedMedia, error?: unknown): Promise<void> {
  await Promise.all(files.map(({ stored }) => discardAfter(error, shopStore(), stored.version)));
}
