import {
  productionWords,
  useProductionWords,
} from "#app/admin/customisations/messages/production.ts";
import { BundleForm } from "#app/admin/customisations/print-files/bundle-form.tsx";
import { queueGroups } from "#app/admin/customisations/queue/group-rows.ts";
import {
  answerQueue,
  type QueueAnswer,
} from "#app/admin/customisations/queue/queue-action.server.ts";
import { QueueBar } from "#app/admin/customisations/queue/queue-bar.tsx";
import { QueueBoard } from "#app/admin/customisations/queue/queue-board.tsx";
import { QueueTableRows } from "#app/admin/customisations/queue/queue-table.tsx";
import { useQueueSteps } from "#app/admin/customisations/queue/use-queue-steps.ts";
import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { languageOf } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { printProcesses } from "#shop/designs/document/print-processes.ts";
import { may } from "#shop/kernel/access.ts";
import {
  listCustomisations,
  type QueueRow,
} from "#shop/production/customisations/queue/list-queue.server.ts";
import {
  countQueue,
  findQueueBoard,
} from "#shop/production/customisations/queue/queue-board.server.ts";
import {
  firstView,
  type QueueView,
  queueViews,
} from "#shop/production/customisations/queue/queue-view.ts";
import { countReported } from "#shop/production/customisations/sharing/review-reports.server.ts";
import { readPosition } from "#shop/staff/filters/position.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/customisations";

export const meta: Route.MetaFunction = (source) => {
  const words = productionWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const { searchParams } = url;
  const one = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === searchParams.get(name));
  const process = one(printProcesses, "process");
  // The board counts its own columns.
  const isBoard = searchParams.get("as") === "board";
  const counts = isBoard ? {} : await countQueue(staff, process);
  const view = isBoard ? null : (one(queueViews, "view") ?? firstView(counts));
  const [reports, columns, page] = await Promise.all([
    countReported(staff),
    view === null ? findQueueBoard(staff, process) : [],
    view === null
      ? { rows: [], after: null, before: null }
      : listCustomisations(staff, view, readPosition(searchParams), { process }),
  ]);
  const group = one(queueGroups, "group") ?? "none";
  return {
    view,
    counts,
    process,
    group,
    reports,
    columns,
    page,
    mayMove: may(staff, "customisations.review"),
  };
}

export async function action({ request, context }: Route.ActionArgs): Promise<QueueAnswer> {
  return answerQueue(staffWith(context, "customisations.review"), await readForm(request));
}

export default function AdminCustomisations({ loaderData }: Route.ComponentProps) {
  const { view, counts, process, group, reports, columns, page, mayMove } = loaderData;
  const words = useProductionWords();
  const { processes } = usePrintingWords();
  const steps = useQueueSteps();
  const titleOf = (row: QueueRow) =>
    group === "process" && row.process
      ? processes[row.process]
      : group === "process"
        ? words.queue.noProcess
        : row.product;
  const kept = {
    ...(process === undefined ? {} : { process }),
    ...(group === "none" ? {} : { group }),
  };
  const canStart = view === null || view === "ready";
  const isTicked = view === null || isTickedIn(view);
  const hasTicks =
    view === null
      ? columns.some(({ view: column, count }) => count > 0 && isTickedIn(column))
      : page.rows.length > 0;
  const isEmpty =
    view === null ? columns.every(({ count }) => count === 0) : page.rows.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid max-w-[65ch] gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <QueueBar view={view} counts={counts} process={process} group={group} reports={reports} />
      <Answer answer={steps.answer} />
      {isEmpty ? (
        <EmptyState
          title={words.empty(view === null ? words.queue.layouts.board : words.views[view])}
        >
          {process === undefined ? words.emptyText : words.queue.emptyProcess}
        </EmptyState>
      ) : view === null ? (
        <QueueBoard
          columns={columns}
          group={group}
          titleOf={titleOf}
          steps={steps}
          mayMove={mayMove}
          listOf={(column) => `?${new URLSearchParams({ ...kept, view: column })}`}
        />
      ) : (
        <ListTable
          heads={[
            { label: words.heads.order },
            { label: words.heads.goods },
            { label: words.heads.words },
            { label: words.heads.status },
            { label: words.heads.pieces, isNumber: true },
            { label: words.heads.due },
          ]}
        >
          <QueueTableRows rows={page.rows} group={group} titleOf={titleOf} isTicked={isTicked} />
        </ListTable>
      )}
      {isTicked && hasTicks ? (
        <BundleForm onStart={canStart && mayMove ? steps.start : undefined} busy={steps.isBusy} />
      ) : null}
      {view === null ? null : (
        <Neighbours
          words={words}
          after={page.after}
          before={page.before}
          address={(position) => `?${new URLSearchParams({ ...kept, view, ...position })}`}
        />
      )}
    </div>
  );
}

/** What can be printed now can be ticked, to start or download several. */
const isTickedIn = (view: QueueView) => view === "ready" || view === "printing";

/** What became of the last step. */
function Answer({ answer }: { answer: QueueAnswer | undefined }) {
  const { queue, review, problems } = useProductionWords();
  if (answer?.problem)
    return (
      <Notice tone="error">
        {wordsFor({ ...review.problems, ...problems }, answer.problem, "invalid_input")}
      </Notice>
    );
  if (answer?.started === undefined) return null;
  const { started, left = 0 } = answer;
  return (
    <Notice tone={left > 0 ? "error" : "success"}>
      {queue.started(started)}
      {left > 0 ? ` ${queue.left(left)}` : ""}
    </Notice>
  );
}
