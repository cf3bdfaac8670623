import { useSearchParams } from "react-router";
import { useDesignReportWords } from "#app/admin/customisations/messages/design-reports.ts";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { capped } from "#app/admin/kit/capped.ts";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLocalPath } from "#app/language.ts";
import { CountTabs } from "#app/ui/count-tabs.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { type PrintProcess, printProcesses } from "#shop/designs/document/print-processes.ts";
import {
  type BoardColumn,
  type QueueView,
  queueViews,
} from "#shop/production/customisations/queue/queue-view.ts";
import { type QueueGroup, queueGroups } from "./group-rows.ts";

interface QueueBarProps {
  /** Null: the board, which has all of them. */
  view: QueueView | null;
  counts: Readonly<Partial<Record<BoardColumn, number>>>;
  process: PrintProcess | undefined;
  group: QueueGroup;
  /** Shared designs that wait for a decision. */
  reports: number;
}

const linkClasses =
  "link inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline lg:min-h-9";

/** Which work is shown, and how: all of it is in the address. */
export function QueueBar({ view, counts, process, group, reports }: QueueBarProps) {
  const words = useProductionWords();
  const { queue } = words;
  const { processes } = usePrintingWords();
  const reportWords = useDesignReportWords();
  const to = useLocalPath();
  const [params, setParams] = useSearchParams();
  /** The address with other parameters, from the first page on; null leaves one out. */
  const addressWith = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(params);
    for (const name of ["after", "before"]) next.delete(name);
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name);
      else next.set(name, value);
    return next;
  };
  const choose = (name: "process" | "group", value: string) =>
    setParams(addressWith({ [name]: value === "" ? null : value }), { preventScrollReset: true });
  return (
    <div className="no-print grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <nav aria-label={queue.layout} className="flex gap-x-5 max-sm:w-full">
          <Link
            to={`?${addressWith({ as: null, view: view ?? null })}`}
            aria-current={view === null ? undefined : "page"}
            className={linkClasses}
          >
            {queue.layouts.list}
          </Link>
          <Link
            to={`?${addressWith({ as: "board", view: null })}`}
            aria-current={view === null ? "page" : undefined}
            className={linkClasses}
          >
            {queue.layouts.board}
          </Link>
        </nav>
        <div className="grid gap-2 max-sm:w-full sm:grid-cols-2 sm:gap-x-5">
          <Select
            aria-label={queue.process}
            value={process ?? ""}
            onChange={({ target }) => choose("process", target.value)}
          >
            <option value="">{queue.anyProcess}</option>
            {printProcesses.map((one) => (
              <option key={one} value={one}>
                {processes[one]}
              </option>
            ))}
          </Select>
          <Select
            aria-label={queue.group}
            value={group}
            onChange={({ target }) => choose("group", target.value === "none" ? "" : target.value)}
          >
            {queueGroups.map((one) => (
              <option key={one} value={one}>
                {queue.groups[one]}
              </option>
            ))}
          </Select>
        </div>
        {reports > 0 ? (
          <Link
            to={to("/admin/customisations/Reports")}
            className="link inline-flex min-h-11 items-center font-semibold text-stamp lg:min-h-9"
          >
            {reportWords.link(reports)}
          </Link>
        ) : null}
      </div>
      {view === null ? null : (
        <CountTabs
          label={words.viewsLabel}
          tabs={queueViews.map((one) => ({
            name: one,
            label: words.views[one],
            ...(one === "all" || one === "done" ? {} : { count: capped(counts[one] ?? 0) }),
            to: `?${addressWith({ view: one })}`,
            chosen: one === view,
          }))}
        />
      )}
    </div>
  );
}
