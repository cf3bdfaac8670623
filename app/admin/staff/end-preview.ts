import { redirect } from "react-router";
import { languageOf } from "#app/language.ts";
import { localPath } from "#base/language.ts";
import { previewCookie } from "#shop/staff/preview-role.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/end-preview";

/** Ends looking at the back office in the eyes of a role. */
export function action({ url, context }: Route.ActionArgs) {
  staffWith(context, "staff.edit");
  return redirect(localPath(languageOf(url.pathname), "/admin/Staff/Roles"), {
    headers: { "Set-Cookie": `${previewCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict` },
  });
}
