import { data } from "react-router";
import { taskWords } from "#app/admin/tasks/messages/tasks.ts";
import { languageOf } from "#app/language.ts";
import { exportFailures } from "#shop/imports/failures.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/failures-file";
import { csvAnswer } from "./export-file.ts";

/** The rows of an import that failed, with the reasons. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "imports.run");
  const { codes } = taskWords(languageOf(url.pathname));
  const file = await exportFailures(staff, params.id, codes);
  if (!file) throw data(null, { status: 404 });
  return csvAnswer(file, "gagal.csv");
}
