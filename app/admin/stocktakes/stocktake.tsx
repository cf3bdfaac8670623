import { data, Form, useFetcher } from "react-router";
import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { PasteLines } from "#app/admin/kit/paste-lines.tsx";
import { stocktakeWords, useStocktakeWords } from "#app/admin/stocktakes/messages/stocktakes.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isUuid } from "#base/uuid.ts";
import { readStockFilter } from "#shop/catalogue/stock/list/stock-filter.ts";
import {
  findStocktake,
  listLines,
  summariseStocktake,
} from "#shop/catalogue/stock/stocktakes/read-stocktake.server.ts";
import { lineViews, type StocktakeSummary } from "#shop/catalogue/stock/stocktakes/stocktake.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/stocktake";
import { LinesTable } from "./lines-table.tsx";
import { Scanner } from "./scanner.tsx";
import { answerStocktake, type StocktakeAnswer } from "./stocktake-action.server.ts";
import { StocktakePill } from "./stocktake-pill.tsx";
import { withFigures } from "./unsaved-figures.ts";

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { stocktake?: { name: string } } | undefined;
  const words = stocktakeWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: found?.stocktake?.name ?? words.title, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "stock.read");
  const language = languageOf(url.pathname);
  const stocktake = await findStocktake(staff, params.id, language);
  if (!stocktake) throw data(null, { status: 404 });
  const { q, after, before } = readStockFilter(url.searchParams);
  const isBlind =
    stocktake.is_blind && (stocktake.state === "draft" || stocktake.state === "counting");
  const views = lineViews.filter((view) => view !== "different" || !isBlind);
  const view = views.find((name) => name === url.searchParams.get("view")) ?? null;
  const filter = { q, view, after, before };
  const [page, summary] = await Promise.all([
    listLines(staff, stocktake, filter, language),
    stocktake.state === "review" || stocktake.state === "applied"
      ? summariseStocktake(staff, stocktake.id)
      : null,
  ]);
  return {
    waiting: await waitingAbout(staff, stocktake.id),
    stocktake,
    filter,
    views,
    isBlind,
    page: {
      ...page,
      lines: page.lines.map((line) => ({ ...line, key: crypto.randomUUID() })),
    },
    summary,
    maxCount,
    mayCount: may(staff, "stock.adjust"),
    mayApprove: may(staff, "stocktakes.approve"),
    key: crypto.randomUUID(),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const form = await readForm(request);
  const needs = form.get("intent") === "apply" ? "stocktakes.approve" : "stock.adjust";
  return answerStocktake(staffWith(context, needs), params.id, form);
}

/** One stocktake in each of its states. */
export default function AdminStocktake({ loaderData }: Route.ComponentProps) {
  const { stocktake, filter, page, summary, mayCount, isBlind, waiting } = loaderData;
  const words = useStocktakeWords();
  const to = useLocalPath();
  const { state } = stocktake;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Stocktakes")} className="link justify-self-start">
        {words.back}
      </Link>
      {state === "draft" ? (
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {stocktake.name}
        </h1>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
        <StocktakePill state={state} />
        <span>
          {words.scopes[stocktake.scope]}
          {stocktake.category ? `: ${stocktake.category}` : ""}
          {stocktake.query ? `: ${stocktake.query}` : ""}
        </span>
        {stocktake.created_by ? <span>{stocktake.created_by}</span> : null}
      </p>
      {state === "dropped" ? <Notice>{words.dropped}</Notice> : null}
      {state === "applied" ? <Notice tone="success">{words.applied}</Notice> : null}
      {state === "counting" && mayCount ? (
        <>
          <Scanner submissionKey={loaderData.key} />
          <PasteLines
            submissionKey={loaderData.key}
            words={words}
            explain={(problem) => wordsFor(words.problems, problem, "invalid_input")}
          />
        </>
      ) : null}
      {summary ? <Summary summary={summary} /> : null}
      <WaitingApprovals approvals={waiting} />
      <Steps {...loaderData} />
      {state === "draft" ? null : (
        <KeysetList
          words={{ ...words, title: stocktake.name, empty: words.emptyFiltered, emptyText: "" }}
          q={filter.q}
          parameter="view"
          chosen={filter.view}
          views={loaderData.views.map((view) => ({ value: view, label: words.views[view] }))}
          maxCount={loaderData.maxCount}
          isEmpty={page.lines.length === 0}
          after={page.after}
          before={page.before}
        >
          <LinesTable lines={page.lines} state={state} isBlind={isBlind} mayCount={mayCount} />
        </KeysetList>
      )}
    </div>
  );
}

function Summary({ summary }: { summary: StocktakeSummary }) {
  const { summary: words } = useStocktakeWords();
  const figures = [
    { label: words.counted, value: words.of(summary.counted, summary.lines) },
    { label: words.different, value: String(summary.different) },
    { label: words.recount, value: String(summary.recount) },
    {
      label: words.missing,
      value: words.pieces(summary.missing_pieces, formatRupiah(summary.missing_value)),
    },
    {
      label: words.found,
      value: words.pieces(summary.found_pieces, formatRupiah(summary.found_value)),
    },
  ];
  return (
    <section className="grid gap-2">
      <dl className="grid grid-cols-2 border-t border-l border-rule lg:grid-cols-5">
        {figures.map(({ label, value }) => (
          <div key={label} className="grid content-start gap-0.5 border-r border-b border-rule p-3">
            <dt className="printed">{label}</dt>
            <dd className="figures text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">{summary.is_at_cost ? words.noteAtCost : words.note}</p>
    </section>
  );
}

/** The ways from this state to the next ones. */
function Steps(props: Route.ComponentProps["loaderData"]) {
  const { stocktake, summary, mayCount, mayApprove } = props;
  const words = useStocktakeWords();
  const to = useLocalPath();
  const fetcher = useFetcher<StocktakeAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const { state } = stocktake;
  if (state === "applied" || state === "dropped" || !mayCount) return null;
  const step = (intent: string, label: string, look?: "quiet" | "danger") => (
    <Button type="submit" name="intent" value={intent} look={look ?? "primary"} busy={busy}>
      {label}
    </Button>
  );
  return (
    <section className="grid gap-3">
      <fetcher.Form
        method="post"
        className="flex flex-wrap items-center gap-3"
        onSubmit={(event) => {
          if (state !== "counting") return;
          event.preventDefault();
          void fetcher.submit(withFigures(event), { method: "post" });
        }}
      >
        {state === "draft" ? step("start", words.start) : null}
        {state === "counting" ? step("review", words.review, "quiet") : null}
        {state === "review" && mayApprove && summary?.recount === 0
          ? step("apply", words.apply)
          : null}
        {state === "review" ? step("counting", words.reopen, "quiet") : null}
        {step("dropped", words.drop, "danger")}
        {state === "counting" ? (
          <ButtonLink to={to(`/admin/Stocktakes/${stocktake.id}/Sheet`)} look="quiet">
            {words.sheet}
          </ButtonLink>
        ) : null}
      </fetcher.Form>
      {summary && summary.recount > 0 && state === "review" ? (
        <Form method="post">
          <input type="hidden" name="all" value="1" />
          <Button type="submit" name="intent" value="recount">
            {words.recountAll(summary.recount)}
          </Button>
        </Form>
      ) : null}
      <p className="text-muted">
        {state === "draft" ? words.startText : null}
        {state === "review" && mayApprove
          ? summary && summary.recount > 0
            ? words.problems.recount_needed
            : words.applyText(summary?.different ?? 0)
          : null}
        {state === "review" && !mayApprove ? words.mayNotApply : null}
      </p>
      {reply?.problem ? (
        <Notice tone={reply.problem === "waits_for_approval" ? "info" : "error"}>
          {wordsFor(words.problems, reply.problem, "invalid_input")}
          {reply.skus ? <span className="figures"> {reply.skus.join(", ")}</span> : null}
        </Notice>
      ) : null}
    </section>
  );
}
