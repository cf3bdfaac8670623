import { redirect } from "react-router";
import { languageOf } from "#app/language.ts";
import { localPath } from "#base/language.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/mail-list";
import { mailListTabs } from "./tabs.ts";

/** Leads to the first tab. */
export function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "mail.read");
  const [[, first]] = mailListTabs;
  throw redirect(localPath(languageOf(url.pathname), first));
}
