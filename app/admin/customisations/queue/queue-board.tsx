import { type ReactNode, useState } from "react";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { capped } from "#app/admin/kit/capped.ts";
import { ConfirmDialog } from "#app/ui/domain/confirm-dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import type { QueueRow } from "#shop/production/customisations/queue/list-queue.server.ts";
import type { QueueColumn } from "#shop/production/customisations/queue/queue-board.server.ts";
import { stepOf } from "#shop/production/customisations/queue/queue-view.ts";
import { groupRows, type QueueGroup } from "./group-rows.ts";
import { onCardKey } from "./on-card-key.ts";
import { QueueCard } from "./queue-card.tsx";
import { useCardDrag } from "./use-card-drag.ts";
import type { useQueueSteps } from "./use-queue-steps.ts";

interface QueueBoardProps {
  columns: readonly QueueColumn[];
  group: QueueGroup;
  titleOf: (row: QueueRow) => string;
  /** Address of a column's list. */
  listOf: (view: QueueColumn["view"]) => string;
  steps: ReturnType<typeof useQueueSteps>;
  /** The person may take steps. */
  mayMove: boolean;
}

/**
 * The queue as columns. A card moves on by its button, by keys, and by dragging it to the one column that takes it; what
 * counts pieces asks first.
 */
export function QueueBoard({ columns, group, titleOf, listOf, steps, mayMove }: QueueBoardProps) {
  const words = useProductionWords();
  const { queue } = words;
  const [finishing, setFinishing] = useState<QueueRow | null>(null);
  const [moved, setMoved] = useState("");
  const nextOf = (row: QueueRow) => (mayMove ? stepOf(row) : null);
  const rowOf = (id: string) =>
    columns.flatMap(({ cards }) => cards).find((card) => card.id === id);
  const take = (row: QueueRow) => {
    const next = nextOf(row);
    if (!next) return;
    setMoved(queue.moved(row.order_number, words.views[next.to]));
    steps.take(row, next.step);
  };
  const move = (id: string) => {
    const row = rowOf(id);
    const step = row && nextOf(row)?.step;
    if (!row || !step) return;
    if (step === "finish") setFinishing(row);
    else take(row);
  };
  const { lifted, grip } = useCardDrag(move);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards, each of which has a button for its step */}
      <div className="relative flex snap-x gap-3 overflow-x-auto pb-3" onKeyDown={onCardKey}>
        {columns.map((column) => (
          <Column
            key={column.view}
            column={column}
            list={listOf(column.view)}
            isTarget={lifted?.to === column.view}
            isOver={lifted?.to === column.view && lifted.isOver}
          >
            {groupRows(column.cards, group, titleOf).map(({ title, rows }) => (
              <div key={title} className="grid gap-2">
                {title === null ? null : <h3 className="printed text-muted">{title}</h3>}
                {rows.map((row) => (
                  <QueueCard
                    key={row.id}
                    row={row}
                    next={nextOf(row)?.step}
                    isTicked={column.view === "ready" || column.view === "printing"}
                    isLifted={lifted?.id === row.id}
                    isMoving={steps.movingId === row.id}
                    onStep={() => move(row.id)}
                    {...grip(row.id, nextOf(row)?.to ?? null)}
                  />
                ))}
              </div>
            ))}
          </Column>
        ))}
      </div>
      <p className="text-sm text-muted max-lg:hidden">{queue.keys}</p>
      <p role="status" className="sr-only">
        {steps.answer?.done ? moved : ""}
      </p>
      <ConfirmDialog
        open={finishing !== null}
        onClose={() => setFinishing(null)}
        title={queue.finishTitle(finishing ? finishing.pieces - finishing.good : 0)}
        confirm={queue.steps.finish}
        cancel={queue.cancel}
        onConfirm={() => finishing && take(finishing)}
        isHarmless
      >
        {queue.finishText(finishing?.order_number ?? "")}
      </ConfirmDialog>
    </>
  );
}

interface ColumnProps {
  column: QueueColumn;
  /** Address of its list. */
  list: string;
  /** It takes the card that is dragged. */
  isTarget: boolean;
  isOver: boolean;
  children: ReactNode;
}

function Column({ column, list, isTarget, isOver, children }: ColumnProps) {
  const words = useProductionWords();
  const { view, count, cards } = column;
  const shown = capped(count);
  const look = isOver
    ? "border-carbon bg-carbon/10"
    : isTarget
      ? "border-carbon border-dashed"
      : "border-rule";
  return (
    <section
      data-column={view}
      aria-labelledby={`column-${view}`}
      className={`flex min-h-40 snap-start flex-col gap-3 border bg-paper p-3 ${cards.length > 0 ? "min-w-[min(17rem,85%)] flex-1" : "min-w-36 basis-44"} ${look}`}
    >
      <header className="flex min-h-13 items-baseline justify-between gap-2">
        <h2 id={`column-${view}`} className="font-sans text-base font-semibold">
          {words.views[view]}
        </h2>
        <span className="figures text-sm text-muted">
          <span aria-hidden="true">{shown}</span>
          <span className="sr-only">{words.queue.jobs(shown)}</span>
        </span>
      </header>
      {cards.length === 0 ? <p className="text-sm text-muted">{words.queue.emptyColumn}</p> : null}
      {children}
      {count > cards.length ? (
        <Link to={list} className="link inline-flex min-h-11 items-center text-sm lg:min-h-9">
          {words.queue.more}
        </Link>
      ) : null}
    </section>
  );
}
