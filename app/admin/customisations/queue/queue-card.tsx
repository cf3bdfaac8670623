import type { HTMLAttributes } from "react";
import { CustomisationPill } from "#app/admin/customisations/customisation-pill.tsx";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { bundleForm } from "#app/admin/customisations/print-files/bundle-form.tsx";
import { shortWords } from "#app/admin/customisations/short-words.ts";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { restDays } from "#shop/production/customisations/customisation.ts";
import type { QueueRow } from "#shop/production/customisations/queue/list-queue.server.ts";
import { type CardStep, columnOf } from "#shop/production/customisations/queue/queue-view.ts";

interface QueueCardProps extends HTMLAttributes<HTMLElement> {
  row: QueueRow;
  /** The step that moves it on, if there is one. */
  next: CardStep | undefined;
  /** It can be ticked, to start or download several. */
  isTicked: boolean;
  isLifted: boolean;
  isMoving: boolean;
  onStep: () => void;
}

/** One job of the board: what is printed, on what, how, until when, and the button that moves it on. */
export function QueueCard({
  row,
  next,
  isTicked,
  isLifted,
  isMoving,
  onStep,
  ...handlers
}: QueueCardProps) {
  const words = useProductionWords();
  const { queue } = words;
  const printing = usePrintingWords();
  const to = useLocalPath();
  const printed = shortWords(row.words);
  return (
    <article
      {...handlers}
      data-card={row.id}
      aria-busy={isMoving || undefined}
      className={`grid gap-2.5 border border-rule bg-card p-3 ${next ? "pointer-fine:cursor-grab" : ""} ${isLifted ? "relative z-30 border-carbon shadow-lg" : ""} ${isMoving ? "opacity-55" : ""}`}
    >
      <div className="flex gap-3">
        {row.is_drawn ? (
          <img
            src={`${to(`/design/line/${row.line_id}/mockup`)}?proof=${row.version}&width=320`}
            alt=""
            width={72}
            height={72}
            loading="lazy"
            className="size-18 shrink-0 border border-rule bg-white object-cover"
          />
        ) : null}
        <div className="min-w-0 grow">
          <div className="flex items-start justify-between gap-2">
            <Link
              data-edit
              to={to(`/admin/customisations/${row.id}`)}
              className="figures link font-semibold wrap-anywhere text-carbon"
            >
              {row.order_number}
            </Link>
            {isTicked ? (
              <input
                data-select
                type="checkbox"
                name="id"
                value={row.id}
                form={bundleForm}
                aria-label={words.bundle.tick(row.order_number)}
                className="tick shrink-0"
              />
            ) : null}
          </div>
          <p className="text-sm wrap-anywhere">{row.goods}</p>
          <p className="text-sm text-muted">
            {row.process ? printing.processes[row.process] : queue.noProcess}
            {" · "}
            {words.progress(row.good, row.pieces)}
          </p>
        </div>
      </div>
      {printed ? <p className="line-clamp-2 text-sm wrap-anywhere">{printed}</p> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {["look", "unpaid"].includes(columnOf(row)) ? <CustomisationPill work={row} /> : null}
        <Due row={row} />
        {row.claim ? <span className="text-muted">{words.claimedBy(row.claim.name)}</span> : null}
      </div>
      {next ? (
        <Button
          data-approve
          look="quiet"
          className="px-3 text-sm lg:min-h-9 lg:py-1"
          aria-label={queue.stepOf(queue.steps[next], row.order_number)}
          disabled={isMoving}
          onClick={onStep}
        >
          {queue.steps[next]}
        </Button>
      ) : null}
    </article>
  );
}

/** Until when, in words and in colour; else since when, and how long its buyer has not answered. */
export function Due({ row }: { row: QueueRow }) {
  const words = useProductionWords();
  const language = useLanguage();
  if (row.waited_days !== null) {
    const text = words.waiting(row.waited_days);
    return row.waited_days < restDays ? (
      <span className="text-muted">{text}</span>
    ) : (
      <Late>{text}</Late>
    );
  }
  if (row.due_day === null) return <span className="text-muted">{words.age(row.days)}</span>;
  return <DueDay day={formatDays(row.due_day, row.due_day, language)} isLate={row.is_late} />;
}

/** The last day of a step, and in colour that it is over. */
export function DueDay({ day, isLate }: { day: string; isLate: boolean }) {
  const { queue: words } = useProductionWords();
  return isLate ? (
    <Late>{words.late(day)}</Late>
  ) : (
    <span className="text-muted">{words.due(day)}</span>
  );
}

function Late({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-stamp">
      <Icon name="clock" className="size-4" />
      {children}
    </span>
  );
}
