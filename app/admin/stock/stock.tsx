import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { PasteLines } from "#app/admin/kit/paste-lines.tsx";
import { stockListWords, useStockListWords } from "#app/admin/stock/messages/stock-list.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { isUuid } from "#base/uuid.ts";
import {
  listStock,
  type StockWorth,
  sumStock,
} from "#shop/catalogue/stock/list/list-stock.server.ts";
import { readStockFilter, stockViews } from "#shop/catalogue/stock/list/stock-filter.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/stock";
import { answerPastedDelivery, answerStock } from "./stock-action.server.ts";
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
    // On demand: it reads every variant.
    worth: url.searchParams.get("worth") === "1" ? await sumStock(staff) : null,
    rows: listed.rows.map((row) => ({ ...row, key: crypto.randomUUID() })),
    maxCount,
    mayAdjust: may(staff, "stock.adjust"),
    mayCost: may(staff, "costs.edit"),
    key: crypto.randomUUID(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "stock.adjust");
  const form = await readForm(request);
  if (form.get("intent") === "paste") return answerPastedDelivery(staff, form);
  const variant = form.get("variant");
  if (!isUuid(variant)) return { of: "", problem: "invalid_input" };
  return answerStock(staff, variant, form);
}

/** The stock of every variant, with what moves it. */
export default function AdminStock({ loaderData }: Route.ComponentProps) {
  const { filter, rows, counts, after, before, isCut, mayAdjust, worth, mayCost, key } = loaderData;
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
      {mayAdjust ? <ReceiveLines submissionKey={key} mayCost={mayCost} /> : null}
      {isCut ? <Notice>{words.cut}</Notice> : null}
      {worth ? (
        <Worth sums={worth} />
      ) : rows.length > 0 ? (
        <Link to="?worth=1" preventScrollReset className="link justify-self-start">
          {words.worth.show}
        </Link>
      ) : null}
      <StockTable rows={rows} mayAdjust={mayAdjust} />
    </KeysetList>
  );
}

/** A delivery of many variants, from a spreadsheet. */
function ReceiveLines({ submissionKey, mayCost }: { submissionKey: string; mayCost: boolean }) {
  const { delivery: words } = useStockListWords();
  return (
    <PasteLines
      submissionKey={submissionKey}
      words={{ ...words, pasteLabel: mayCost ? words.labelWithCost : words.label }}
      explain={(problem) => wordsFor(words.problems, problem, "invalid_input")}
    >
      <Field label={words.note} optional>
        {(parts) => <TextInput {...parts} name="note" maxLength={200} autoComplete="off" />}
      </Field>
    </PasteLines>
  );
}

/** What everything on hand is worth. */
function Worth({ sums }: { sums: StockWorth }) {
  const { worth: words } = useStockListWords();
  return (
    <dl className="figures flex flex-wrap gap-x-6 gap-y-1">
      <Figure title={words.atPrice} value={formatRupiah(sums.at_price)} />
      {sums.at_cost === undefined ? null : (
        <Figure
          title={words.atCost}
          value={`${formatRupiah(sums.at_cost)}${sums.without_cost ? ` · ${words.withoutCost(sums.without_cost)}` : ""}`}
        />
      )}
    </dl>
  );
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="font-sans text-muted">{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
