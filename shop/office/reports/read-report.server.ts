import type { Language } from "#base/language.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { readProduction } from "./production-report.server.ts";
import type { Report, ReportInput } from "./report.ts";
import { readReturns } from "./returns-report.server.ts";
import { readSales } from "./sales-table.server.ts";
import { readStockValue } from "./stock-value.server.ts";

/** @returns null without the right to read the report */
export async function readReport(
  actor: Person,
  input: ReportInput,
  language: Language,
): Promise<Report | null> {
  if (!may(actor, "reports.read")) return null;
  const { now } = input.period.ranges;
  switch (input.name) {
    case "Returns":
      return readReturns(now, input.limit, language);
    case "Production":
      return readProduction(now, input.limit, language);
    case "Stock":
      return may(actor, "costs.read") ? readStockValue(input.limit, language) : null;
    default:
      return readSales(actor, input, language);
  }
}
