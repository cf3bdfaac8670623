import * as v from "valibot";
import { AppError } from "#base/errors.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { maxNameLength, maxPicturesPerProduct, type PictureProblem, uploadPath } from "./media.ts";
import {
  appendPicture,
  lockPictures,
  pictureOf,
  placeOfDropped,
  writeOrder,
} from "./pictures.server.ts";
import {
  dropMedia,
  type Media,
  type PreparedMedia,
  prepareMedia,
  recordMedia,
} from "./prepare-media.server.ts";
import { deleteUpload, findUpload } from "./upload-file.server.ts";

/**
 * `upload_missing`: no such upload waits, and none became this picture. `picture_duplicate`: the product shows the same file
 * already.
 */
export type TakeProblem =
  | PictureProblem
  | "not_permitted"
  | "product_missing"
  | "picture_missing"
  | "upload_missing"
  | "picture_duplicate"
  | "too_many_pictures";

export const takeSchema = v.object({
  /** Made by the client when the file was dropped: the upload's name, and the id of a new picture. */
  uploadId: v.pipe(v.string(), v.uuid("invalid_input")),
  /** The file's name on the person's device; anything may be in it. */
  name: v.pipe(
    v.string("invalid_input"),
    v.transform(
      (name) =>
        name
          .replace(/[\p{Cc}\p{Cs}]/gu, "")
          .trim()
          .slice(0, maxNameLength) || "-",
    ),
  ),
});
export const addSchema = v.object({
  ...takeSchema.entries,
  /** The uploads of one drop in order, this one among them. */
  dropped: v.pipe(
    v.array(v.pipe(v.string(), v.uuid("invalid_input"))),
    v.maxLength(maxPicturesPerProduct, "invalid_input"),
  ),
});
type TakeInput = v.InferOutput<typeof takeSchema>;

/**
 * Makes a picture of a product from an upload. The place is fixed by the drop, not by the arrival of the files. The same
 * upload again changes nothing, also when the picture was removed meanwhile.
 */
export function addPicture(
  actor: Person,
  productId: string,
  input: v.InferOutput<typeof addSchema>,
): Promise<Result<void, TakeProblem>> {
  const key = [actor.id, productId, input.uploadId].join(" ");
  return takeOnce(key, () =>
    takeUpload(actor, productId, input, async (sql, present, record) => {
      if (present.length >= maxPicturesPerProduct) return fail("too_many_pictures");
      const media = await record();
      if (await pictureOf(sql, productId, media.id)) return fail("picture_duplicate");
      const place = placeOfDropped(present, input.uploadId, input.dropped);
      await appendPicture(sql, productId, input.uploadId, media);
      await writeOrder(sql, present.toSpliced(place, 0, input.uploadId));
      return ok(input.uploadId);
    }),
  );
}

/** Shows another file in a picture; its place, its texts and its variants stay. The same upload again changes nothing. */
export function replacePicture(
  actor: Person,
  productId: string,
  pictureId: string,
  input: TakeInput,
): Promise<Result<void, TakeProblem>> {
  const key = [actor.id, productId, input.uploadId, pictureId].join(" ");
  return takeOnce(key, () =>
    takeUpload(actor, productId, input, async (sql, present, record) => {
      if (!present.includes(pictureId)) return fail("picture_missing");
      const { id: media_id, path, colour, thumbhash, width, height } = await record();
      if (await pictureOf(sql, productId, media_id)) return fail("picture_duplicate");
      await sql`
      update product_images set ${sql({ media_id, path, colour, thumbhash, width, height })} where id = ${pictureId}`;
      return ok(pictureId);
    }),
  );
}

/** Uploads that are becoming pictures: a request that is repeated meanwhile waits for the first one's work. */
const beingTaken = new Map<string, Promise<Result<void, TakeProblem>>>();

function takeOnce(
  key: string,
  take: () => Promise<Result<void, TakeProblem>>,
): Promise<Result<void, TakeProblem>> {
  const running = beingTaken.get(key);
  if (running) return running;
  const taken = take().finally(() => beingTaken.delete(key));
  beingTaken.set(key, taken);
  return taken;
}

/**
 * @param use writes the picture and returns its id; `present` are the product's pictures in order, and `record` writes the
 * rows of the file
 */
async function takeUpload(
  actor: Person,
  productId: string,
  input: TakeInput,
  use: (
    sql: Sql,
    present: readonly string[],
    record: () => Promise<Media>,
  ) => Promise<Result<string, TakeProblem>>,
): Promise<Result<void, TakeProblem>> {
  const path = uploadPath(actor.id, input.uploadId);
  const allowed = await asStaff<"done" | "open", TakeProblem>(actor, "media.manage", async (sql) =>
    ok((await isDone(sql, input.uploadId)) ? "done" : "open"),
  );
  if (!allowed.ok) return allowed;
  if (allowed.value === "done") return ok(undefined);
  const upload = await findUpload(path);
  if (!upload) return fail("upload_missing");
  const prepared = await prepareMedia(upload);
  if (!prepared.ok) return refuse(actor, path, prepared.problem);

  const result = await write(actor, productId, input, prepared.value, use).catch(
    async (error: unknown) => {
      await dropMedia(prepared.value, error);
      throw error;
    },
  );
  if (!result.ok) {
    await dropMedia(prepared.value);
    return refuse(actor, path, result.problem);
  }
  if (!result.value.usesFiles) await dropMedia(prepared.value);
  return ok(undefined);
}

function write(
  actor: Person,
  productId: string,
  { uploadId, name }: TakeInput,
  prepared: PreparedMedia,
  use: Parameters<typeof takeUpload>[3],
): Promise<Result<{ usesFiles: boolean }, TakeProblem>> {
  return asStaff(actor, "media.manage", async (sql) => {
    const present = await lockPictures(sql, productId);
    if (!present) return fail("product_missing");
    // The same request may have been faster in another process.
    if (await isDone(sql, uploadId)) return ok({ usesFiles: false });
    let usesFiles = false;
    const used = await use(sql, present, async () => {
      const recorded = await recordMedia(sql, prepared, { personId: actor.id, originalName: name });
      usesFiles = recorded.isNew;
      return recorded.media;
    });
    if (!used.ok) return used;
    await sql`insert into private.media_uploads (id, picture_id) values (${uploadId}, ${used.value})`;
    await deleteUpload(sql, uploadPath(actor.id, uploadId));
    return ok({ usesFiles });
  });
}

async function isDone(sql: Sql, uploadId: string): Promise<boolean> {
  const [row] = await sql`
    select from private.media_uploads where id = ${uploadId}
    union all select from product_images where id = ${uploadId}`;
  return row !== undefined;
}

/** Deletes an upload that becomes no picture. */
async function refuse(
  actor: Person,
  path: string,
  problem: TakeProblem,
): Promise<Result<void, TakeProblem>> {
  const deleted = await asStaff(actor, "media.manage", async (sql) =>
    ok(await deleteUpload(sql, path)),
  );
  if (!deleted.ok) throw new AppError("not_permitted", 403);
  return fail(problem);
}
