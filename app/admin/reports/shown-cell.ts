import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useReportWords } from "#app/admin/reports/messages/reports.ts";
import { useLanguage } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Cell, ColumnKind } from "#shop/office/reports/report.ts";

/** Returns a function that formats a cell in the page's language. */
export function useShownCell(): (kind: ColumnKind, cell: Cell) => string {
  const words = useReportWords();
  const language = useLanguage();
  const { sources } = useDraftWords();
  const { processes } = usePrintingWords();
  const { reasons } = useReturnWords();
  const percent = (value: number) =>
    `${String(value).replace(".", language === "id" ? "," : ".")}%`;
  const named = (names: Readonly<Record<string, string>>, key: string) =>
    key === "" ? words.none : (names[key] ?? key);
  return (kind, cell) => {
    if (kind === "text") return cell === null ? words.gone : String(cell) || words.none;
    if (kind === "category") return cell === null ? words.gone : String(cell) || words.noCategory;
    if (cell === null) return "–";
    if (typeof cell === "number") {
      if (kind === "money") return formatRupiah(cell);
      if (kind === "percent") return percent(cell);
      if (kind === "change") return cell > 0 ? `+${percent(cell)}` : percent(cell);
      return formatCount(cell, language);
    }
    switch (kind) {
      case "day":
        return formatDay(cell, language);
      case "month":
        return formatDay(cell, language).replace(/^\d+ /, "");
      case "customer_type":
        return named(words.customerTypes, cell);
      case "source":
        return named({ ...sources, web: words.web }, cell);
      case "reason":
        return named(reasons, cell);
      case "process":
        return named(processes, cell);
      case "yes":
        return named(words.yes, cell);
      case "change":
        return words.isNew;
      default:
        return cell;
    }
  };
}
