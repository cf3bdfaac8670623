import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** The highest code with three digits. */
export const highestTransferCode = 999;

/**
 * A free three-digit code that makes a transfer's amount unique among the open ones, so that staff recognise it on a
 * bank statement. It is subtracted: the customer never pays more than agreed.
 * @param amount before the code
 * @returns undefined when all 999 lower amounts are taken
 */
export async function freeTransferCode(sql: Sql, amount: Rupiah): Promise<number | undefined> {
  const [row] = await sql<{ code: number }[]>`
    select code from generate_series(1, ${highestTransferCode}::int) code
    where not exists (
      select from payments p where p.provider = 'transfer' and p.amount = ${amount}::bigint - code
        and p.status in ('created', 'pending', 'authorized'))
    order by random() limit 1`;
  return row?.code;
}
