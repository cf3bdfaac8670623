import type * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import type { TakeProblem, takeSchema } from "#shop/catalogue/media/add-picture.server.ts";
import { uploadPath } from "#shop/catalogue/media/media.ts";
import {
  dropMedia,
  prepareMedia,
  recordMedia,
} from "#shop/catalogue/media/prepare-media.server.ts";
import { deleteUpload, findUpload } from "#shop/catalogue/media/upload-file.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/**
 * Makes a picture for mails of an upload. The same upload again changes nothing. Uploads need the right to manage media; the
 * bucket asks for it too.
 */
export async function addMailPicture(
  actor: Person,
  { uploadId, name }: v.InferOutput<typeof takeSchema>,
): Promise<Result<null, TakeProblem>> {
  if (!may(actor, "mail.send") || !may(actor, "media.manage")) return fail("not_permitted");
  const path = uploadPath(actor.id, uploadId);
  const done = await asStaff<boolean, TakeProblem>(actor, "media.manage", async (sql) => {
    const [row] = await sql`select from private.media_uploads where id = ${uploadId}`;
    return ok(row !== undefined);
  });
  if (!done.ok) return done;
  if (done.value) return ok(null);
  const upload = await findUpload(path);
  if (!upload) return fail("upload_missing");
  const prepared = await prepareMedia(upload);
  if (!prepared.ok) {
    await asStaff<null, TakeProblem>(actor, "media.manage", async (sql) => {
      await deleteUpload(sql, path);
      return ok(null);
    });
    return prepared;
  }
  const written = await asStaff<boolean, TakeProblem>(actor, "media.manage", async (sql) => {
    const { media, isNew } = await recordMedia(sql, prepared.value, {
      personId: actor.id,
      originalName: name,
    });
    // The same request may have been faster in another process.
    await sql`
      insert into private.media_uploads (id, picture_id) values (${uploadId}, ${media.id}) on conflict do nothing`;
    await sql`
      insert into private.mail_pictures (media_id, name) values (${media.id}, ${name})
      on conflict (media_id) do update set name = excluded.name, added_at = now()`;
    await deleteUpload(sql, path);
    return ok(isNew);
  }).catch(async (error: unknown) => {
    await dropMedia(prepared.value, error);
    throw error;
  });
  if (!written.ok || !written.value) await dropMedia(prepared.value);
  return written.ok ? ok(null) : written;
}
