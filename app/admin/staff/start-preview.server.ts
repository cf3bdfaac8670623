import { data, redirect } from "react-router";
import { type Language, localPath } from "#base/language.ts";
import { previewCookie } from "#shop/staff/preview-role.server.ts";

/** Seconds after which a preview ends by itself. */
const maxSeconds = 3_600;

/** To the home page of the back office as somebody with the role sees it. */
export function startPreview(roleId: string, language: Language): Response {
  // What else an address can hold does not belong into a cookie.
  if (!/^[a-z0-9-]{1,60}$/.test(roleId)) throw data(null, 404);
  const cookie = `${previewCookie}=${roleId}; Path=/; Max-Age=${maxSeconds}; HttpOnly; SameSite=Strict`;
  return redirect(localPath(language, "/admin"), { headers: { "Set-Cookie": cookie } });
}
