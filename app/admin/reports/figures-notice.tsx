import { useReportWords } from "#app/admin/reports/messages/reports.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatDay, formatMoment } from "#app/messages/shared/dates.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { FiguresState } from "#shop/office/reports/figures-state.server.ts";

/** Notices for figures that are late or differ from the ledgers. */
export function FiguresNotice({ state }: { state: FiguresState }) {
  const words = useReportWords();
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <>
      {state.behind_since ? (
        <Notice>{words.behind(formatMoment(state.behind_since, language, zone))}</Notice>
      ) : null}
      {state.differing_days.length > 0 ? (
        <Notice tone="error">
          {words.differing(state.differing_days.map((day) => formatDay(day, language)).join(", "))}
        </Notice>
      ) : null}
    </>
  );
}
