import type { TaskKind } from "#shop/tasks/task-kind.ts";

/** Every kind of long work that staff start. */
const kinds: readonly TaskKind[] = [];

/** By name. */
export const taskKinds: ReadonlyMap<string, TaskKind> = new Map(
  kinds.map((kind) => [kind.kind, kind]),
);
