import { redirect } from "react-router";
import { languageOf } from "#app/language.ts";
import { localPath } from "#base/language.ts";
import { exportSubscribers } from "#shop/consent/subscribers/export-subscribers.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/subscribers-file";

/** All subscriptions as a file, streamed. Without a fresh proof it leads to the list, which asks for one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const file = await exportSubscribers(staffWith(context, "mail.send"));
  if (!file.ok) {
    throw redirect(localPath(languageOf(url.pathname), "/admin/MailList/Subscribers"));
  }
  return new Response(file.value, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="subscribers.csv"',
      "cache-control": "no-store",
    },
  });
}
