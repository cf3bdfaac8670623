import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { stockListWords, useStockListWords } from "#app/messages/admin/stock-list.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isUuid } from "#base/uuid.ts";
import { may } from "#shop/access.ts";
import { maxCount } from "#shop/newest-first.server.ts";
import { listStock } from "#shop/stock-list/list-stock.server.ts";
import { readStockFilter, stockViews } from "#shop/stock-list/stock-filter.ts";
import { KeysetList } from "../keyset-list.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/stock";
import { answerStock } from "./stock-action.server.ts";
import { StockTable } from "./stock-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: stockListWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "stock.read");
  const filter = readStockFilter(url.searchParams);
  const listed = await listStock(staff, filter, languageOf(url.pathname));
  return {
    filter,
    ...listed,
    rows: listed.rows.map((row) => ({ ...row, key: crypto.randomUUID() })),
    maxCount,
    mayAdjust: may(staff, "stock.adjust"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "stock.adjust");
  const form = await readForm(request);
  const variant = form.get("variant");
  if (!isUuid(variant)) return { of: "", problem: "invalid_input" };
  return answerStock(staff, variant, form);
}

/** The stock of every variant, with what moves it. */
export default function AdminStock({ loaderData }: Route.ComponentProps) {
  const { filter, rows, counts, after, before, isCut, mayAdjust } = loaderData;
  const words = useStockListWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <KeysetList
      key={language}
      words={words}
      q={filter.q}
      parameter="view"
      chosen={filter.view}
      views={stockViews.map((view) => ({
        value: view,
        label: words.views[view],
        ...(counts ? { count: counts[view] } : {}),
      }))}
      maxCount={loaderData.maxCount}
      isEmpty={rows.length === 0}
      after={after}
      before={before}
      action={
        mayAdjust ? (
          <ButtonLink to={to("/admin/Stock/Reconcile")} look="quiet">
            {words.reconcile}
          </ButtonLink>
        ) : null
      }
    >
      {isCut ? <Notice>{words.cut}</Notice> : null}
      <StockTable rows={rows} mayAdjust={mayAdjust} />
    </KeysetList>
  );
}
