import { bulkKinds } from "#shop/catalogue/products/bulk/bulk-products.server.ts";
import { importTasks } from "#shop/imports/kinds.server.ts";
import { ledgerTasks } from "#shop/office/reports/export-ledger.server.ts";
import type { TaskKind } from "#shop/staff/tasks/task-kind.ts";

/** Every kind of long work that staff start. */
const kinds: readonly TaskKind[] = [...Object.values(bulkKinds), ...importTasks, ...ledgerTasks];

/** By name. */
export const taskKinds: ReadonlyMap<string, TaskKind> = new Map(
  kinds.map((kind) => [kind.kind, kind]),
);
