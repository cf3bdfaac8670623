import { languageOf } from "#app/language.ts";
import { config } from "#base/config.server.ts";
import { isLanguage } from "#base/language.ts";
import { readPreview } from "#shop/mailing/campaigns/write/preview.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/preview-page";

/** A campaign's mail as it is saved: HTML as a mail program shows it, its text, or its headers. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const asked = url.searchParams.get("language");
  const language = isLanguage(asked) ? asked : languageOf(url.pathname);
  const look = url.searchParams.get("look");
  const mail = await readPreview(staff, params.id, language, config().publicUrl, {
    look: look === "dark" || look === "forced" ? look : "light",
    as: url.searchParams.get("as"),
    arm: url.searchParams.get("arm") === "b" ? "b" : "a",
  });
  if (!mail) return new Response("Not found", { status: 404 });
  const isText = look === "text" || look === "headers";
  return new Response(look === "headers" ? mail.headers : isText ? mail.text : mail.html, {
    headers: {
      "Content-Type": isText ? "text/plain; charset=utf-8" : "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Frame-Options": "SAMEORIGIN",
      // Without scripts and without the site's cookies.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-popups",
    },
  });
}
