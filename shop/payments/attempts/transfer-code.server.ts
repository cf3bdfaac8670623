import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/money.ts";

/**
 * A code of three digits that makes the amount of a transfer unlike that of every other open one, so that it is
 * recognised on a bank statement. It is taken off the amount: nobody agreed to pay more.
 * @param amount before the code
 * @returns undefined when all 999 amounts below are waited for
 */
export async function freeTransferCode(sql: Sql, amount: Rupiah): Promise<number | undefined> {
  const [row] = await sql<{ code: number }[]>`
    select code from generate_series(1, 999) code
    where not exists (
      select from payments p where p.provider = 'transfer' and p.amount = ${amount}::bigint - code
        and p.status in ('created', 'pending', 'authorized'))
    order by random() limit 1`;
  return row?.code;
}
