import { data } from "react-router";
import { csvAnswer } from "#app/admin/imports/export-file.ts";
import { reportWords } from "#app/admin/reports/messages/reports.ts";
import { languageOf } from "#app/language.ts";
import { writeReport } from "#shop/office/reports/write-report.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/report-file";
import { readReportInput } from "./report-input.server.ts";

/** Maximum rows of a file. */
const maxRows = 200_000;

/** A report with all columns as a CSV file. The file name contains the period. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "reports.read");
  const input = await readReportInput(params.name, url.searchParams, maxRows);
  const language = languageOf(url.pathname);
  const file = await writeReport(staff, input, language, reportWords(language).columns);
  if (!file) throw data(null, { status: 404 });
  const { from, until } = input.period.ranges.now;
  return csvAnswer(file, `${input.name.toLowerCase()}-${from}-${until}.csv`);
}
