import { asShop } from "#db/client.server.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { listCustomisations, type QueueRow, whereOf } from "./list-queue.server.ts";
import { type BoardColumn, boardColumns } from "./queue-view.ts";

/** Cards of a column; the list has the rest. */
const perColumn = 10;
/** Counts end here, as those of badges do: a column never reads all that it has. */
const maxCount = 100;

export interface QueueColumn {
  readonly view: BoardColumn;
  /** At most `maxCount`. */
  readonly count: number;
  readonly cards: readonly QueueRow[];
}

/** The queue as columns: of each the work that waits longest, of what is done the newest. */
export async function findQueueBoard(
  actor: Person,
  process: PrintProcess | undefined,
): Promise<readonly QueueColumn[]> {
  if (!may(actor, "customisations.read")) return [];
  const first = { after: null, before: null };
  const [counts, pages] = await Promise.all([
    countColumns(process),
    Promise.all(
      boardColumns.map((view) =>
        listCustomisations(actor, view, first, {
          process,
          size: perColumn,
          oldestFirst: view !== "done",
        }),
      ),
    ),
  ]);
  return boardColumns.map((view, index) => {
    return { view, count: counts[view] ?? 0, cards: pages[index]?.rows ?? [] };
  });
}

/** The work of each column, at most `maxCount`; nothing without the permission. */
export async function countQueue(
  actor: Person,
  process: PrintProcess | undefined,
): Promise<Readonly<Partial<Record<BoardColumn, number>>>> {
  return may(actor, "customisations.read") ? countColumns(process) : {};
}

async function countColumns(
  process: PrintProcess | undefined,
): Promise<Readonly<Partial<Record<BoardColumn, number>>>> {
  const sql = asShop();
  const columns = boardColumns.map(
    (view) => sql`(
      select count(*)::int from (
        select from customisations p where ${whereOf(sql, view, process)} limit ${maxCount}) counted) as ${sql(view)}`,
  );
  const [row] = await sql<Record<BoardColumn, number>[]>`
    select ${columns.reduce((joined, next) => sql`${joined}, ${next}`)}`;
  return row ?? {};
}
