import type { QueueRow } from "#shop/production/customisations/queue/list-queue.server.ts";

/** What rows of a page may be put together by. */
export const queueGroups = ["none", "process", "product"] as const;
export type QueueGroup = (typeof queueGroups)[number];

interface RowGroup {
  /** Null: not grouped. */
  readonly title: string | null;
  readonly rows: readonly QueueRow[];
}

/** Rows that are made in one go, side by side, in the order of the first of each group. */
export function groupRows(
  rows: readonly QueueRow[],
  group: QueueGroup,
  titleOf: (row: QueueRow) => string,
): readonly RowGroup[] {
  if (group === "none") return [{ title: null, rows }];
  return [...Map.groupBy(rows, titleOf)].map(([title, own]) => ({ title, rows: own }));
}
