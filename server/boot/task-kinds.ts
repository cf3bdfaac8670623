import { bulkKinds } from "#shop/catalogue/products/bulk/bulk-products.server.ts";
import { importTasks } from "#shop/imports/kinds.server.ts";
import type { TaskKind } from "#shop/staff/tasks/task-kind.ts";

/** Every kind of long work that staff start. */
const kinds: readonly TaskKind[] = [...Object.values(bulkKinds), ...importTasks];

/** By name. */
export const taskKinds: ReadonlyMap<string, TaskKind> = new Map(
  kinds.map((kind) => [kind.kind, kind]),
);
