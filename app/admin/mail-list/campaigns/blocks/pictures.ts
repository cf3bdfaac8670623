import * as v from "valibot";
import { staffWith } from "#app/admin/staff.server.ts";
import { readForm } from "#app/read-form.server.ts";
import { takeSchema } from "#shop/catalogue/media/add-picture.server.ts";
import { may } from "#shop/kernel/access.ts";
import { addMailPicture } from "#shop/mailing/campaigns/write/add-mail-picture.server.ts";
import { listMailPictures } from "#shop/mailing/campaigns/write/list-mail-pictures.server.ts";
import type { MailPicture } from "#shop/mailing/campaigns/write/mail-picture.ts";
import type { Route } from "./+types/pictures";

export interface PictureChoice {
  readonly pictures: readonly MailPicture[];
  readonly mayUpload: boolean;
}

/** Pictures that a campaign may show: of `?product`, or those uploaded for mails. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.send");
  const pictures = await listMailPictures(staff, url.searchParams.get("product"));
  const choice: PictureChoice = { pictures, mayUpload: may(staff, "media.manage") };
  return Response.json(choice, { headers: { "cache-control": "no-store" } });
}

/** An upload has arrived: 200 with `{}`, or 422 with `{problem}` when the file becomes no picture. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  const form = await readForm(request);
  const input = v.safeParse(takeSchema, { uploadId: form.get("upload"), name: form.get("name") });
  if (!input.success) return Response.json({ problem: "invalid_input" }, { status: 422 });
  const added = await addMailPicture(staff, input.output);
  return added.ok ? Response.json({}) : Response.json({ problem: added.problem }, { status: 422 });
}
