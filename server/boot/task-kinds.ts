import { checkImportKind } from "#shop/imports/check-import.server.ts";
import { exportProductsKind } from "#shop/imports/export-products.server.ts";
import { importProductsKind } from "#shop/imports/run-import.server.ts";
import { bulkKinds } from "#shop/products/bulk-products.server.ts";
import type { TaskKind } from "#shop/tasks/task-kind.ts";

/** Every kind of long work that staff start. */
const kinds: readonly TaskKind[] = [
  ...Object.values(bulkKinds),
  exportProductsKind,
  checkImportKind,
  importProductsKind,
];

/** By name. */
export const taskKinds: ReadonlyMap<string, TaskKind> = new Map(
  kinds.map((kind) => [kind.kind, kind]),
);
