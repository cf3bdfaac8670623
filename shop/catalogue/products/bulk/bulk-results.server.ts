import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { readAuditNames } from "#shop/staff/audit-names.server.ts";
import { listTaskRows } from "#shop/staff/tasks/read-tasks.server.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";

/** What a bulk task did to one product. */
export interface BulkResult {
  readonly id: string;
  /** Null after the product was deleted. */
  readonly name: string | null;
  /** Changed prices in whole rupiah. */
  readonly prices: readonly {
    readonly variant: string | null;
    readonly before: number;
    readonly after: number;
  }[];
}

const storedPrices = v.array(v.tuple([v.string(), v.number()]));

function pricesOf(value: TaskRow["before"]): ReadonlyMap<string, number> {
  const prices = v.safeParse(storedPrices, value);
  return new Map(prices.success ? prices.output : []);
}

/** A page of the products that a bulk task changed. Call it only when `mayReadRows` is true. */
export async function listBulkResults(
  taskId: string,
  after: number | null,
  language: Language,
): Promise<{ results: readonly BulkResult[]; after: number | null }> {
  const page = await listTaskRows(taskId, "done", after);
  const rows = page.rows.map((row) => ({
    id: row.subject_id ?? "",
    before: pricesOf(row.before),
    after: pricesOf(row.after),
  }));
  const names = await readAuditNames(
    asShop(),
    rows.flatMap((row) => [
      { kind: "product", id: row.id },
      ...[...row.after.keys()].map((id) => ({ kind: "variant", id })),
    ]),
    language,
  );
  return {
    results: rows.map((row) => ({
      id: row.id,
      name: names.get(`product ${row.id}`) ?? null,
      prices: [...row.after].map(([id, price]) => ({
        variant: names.get(`variant ${id}`) ?? null,
        before: row.before.get(id) ?? price,
        after: price,
      })),
    })),
    after: page.after,
  };
}
