import type { Sql } from "#db/client.server.ts";
import type { NewApproval, ShownChange } from "#shop/limits/approval.ts";
import { type OverLimit, showChanges } from "#shop/limits/with-limits.server.ts";
import type { ImportCounts } from "./import.ts";

/** Which limits of the person a checked import exceeds. */
export async function importOverLimit(
  sql: Sql,
  personId: string,
  { cut = 0, written_off = 0 }: ImportCounts,
): Promise<OverLimit | undefined> {
  if (cut === 0 && written_off === 0) return undefined;
  const [limits] = await sql<{ cut: number | null; stock: number | null; before: number }[]>`
    select private.limit_of(${personId}, 'price_cut') as cut, private.limit_of(${personId}, 'write_off') as stock,
      private.written_off(${personId}, now() - interval '24 hours') as before`;
  if (!limits) return undefined;
  const isCut = limits.cut !== null && cut > limits.cut;
  const isGone =
    limits.stock !== null && written_off > 0 && written_off + limits.before > limits.stock;
  if (isCut) {
    return {
      limit: "price_cut",
      amount: cut,
      ...(isGone ? { alsoWrittenOff: written_off } : {}),
    };
  }
  return isGone ? { limit: "write_off", amount: written_off } : undefined;
}

/** Rows of the check that are read for what a colleague sees. */
const maxRead = 5_000;

interface CheckedChange {
  readonly column: string;
  readonly sku?: string;
  readonly before: string;
  readonly after: string;
}

const fields: Readonly<Record<string, ShownChange["field"]>> = {
  harga: "price",
  harga_coret: "was_price",
  stok: "on_hand",
};

/** A checked import, as a colleague decides about it. */
export async function describeImport(
  sql: Sql,
  id: string,
  over: OverLimit | undefined,
): Promise<NewApproval | undefined> {
  const [file] = await sql<
    { name: string; counts: ImportCounts | null; check_task: string | null }[]
  >`
    select name, counts, check_task from imports where id = ${id}`;
  if (!file?.counts || !file.check_task) return undefined;
  const rows = await sql<{ changes: readonly CheckedChange[] }[]>`
    select after -> 'changes' as changes from staff_task_rows
    where task_id = ${file.check_task} and outcome = 'done' and jsonb_typeof(after -> 'changes') = 'array'
    order by row_no limit ${maxRead}`;
  const changes = rows
    .flatMap((row) => row.changes)
    .flatMap(({ column, sku, before, after }): ShownChange[] => {
      const field = fields[column];
      return field ? [{ of: sku ?? "", field, before: figure(before), after: figure(after) }] : [];
    });
  const needsStock = over?.limit === "write_off" || over?.alsoWrittenOff !== undefined;
  return {
    kind: "import",
    subjectId: id,
    permissions:
      over?.limit === "price_cut"
        ? needsStock
          ? ["prices.edit", "stock.adjust"]
          : ["prices.edit"]
        : ["stock.adjust"],
    payload: { check_task: file.check_task, counts: file.counts },
    shown: {
      title: file.name,
      things: file.counts.rows,
      ...showChanges(changes),
    },
  };
}

/** The check lists texts as the file has them. */
function figure(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}
