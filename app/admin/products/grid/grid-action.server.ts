import * as v from "valibot";
import { gridChangeSchema } from "#shop/catalogue/products/grid/grid-change.ts";
import { rowsPerGrid, saveVariantRows } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface GridAnswer {
  readonly done?: { readonly saved: number; readonly kept: readonly string[] };
  readonly problem?: { readonly code: string; readonly sku?: string };
  /** A code for each cell, `{variant id}.{column}`. */
  readonly problems?: Readonly<Record<string, string>>;
}

const saveSchema = v.strictObject({
  key: v.pipe(v.string(), v.uuid()),
  rows: v.pipe(v.array(v.unknown()), v.maxLength(rowsPerGrid)),
});

/** Handles a save of the grid, as JSON. */
export async function answerGrid(actor: Person, request: Request): Promise<GridAnswer> {
  const save = v.safeParse(saveSchema, await request.json().catch(() => undefined));
  if (!save.success) return { problem: { code: "invalid_input" } };
  const problems: Record<string, string> = {};
  const changes = save.output.rows.flatMap((row) => {
    const read = v.safeParse(gridChangeSchema, row);
    if (read.success) return [read.output];
    const id = String((row as { id?: unknown } | null)?.id ?? "");
    for (const issue of read.issues) problems[`${id}.${v.getDotPath(issue)}`] = issue.message;
    return [];
  });
  if (Object.keys(problems).length > 0) return { problems };
  const saved = await saveVariantRows(actor, save.output.key, changes);
  return saved.ok
    ? { done: { saved: changes.length - saved.value.kept.length, kept: saved.value.kept } }
    : { problem: saved.problem };
}
