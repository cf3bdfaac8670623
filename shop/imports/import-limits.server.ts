import type { Sql } from "#db/client.server.ts";
import type { NewApproval } from "#shop/staff/approvals/approval.ts";
import type { OverLimit } from "#shop/staff/approvals/with-limits.server.ts";
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
  if (!file?.counts?.limited || !file.check_task) return undefined;
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
      ...file.counts.limited,
    },
  };
}
