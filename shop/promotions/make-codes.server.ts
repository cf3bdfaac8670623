import { randomBytes } from "node:crypto";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { codeAlphabet } from "./batch.ts";
import { queue } from "./batches.server.ts";

/** Codes that one transaction makes: about a second of work, after which others get their turn. */
const chunkSize = 10_000;

interface Batch {
  readonly promotion_id: string;
  readonly prefix: string;
  readonly length: number;
  readonly count: number;
  readonly made: number;
}

/**
 * Makes the next chunk of a batch and queues the rest, in one transaction: a process that dies repeats the chunk, and the
 * batch ends with exactly its count. A batch that is paused, canceled or done is left alone.
 */
export async function makeCodes(batchId: string): Promise<void> {
  await inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:make-promo-codes', true)`;
    const [batch] = await sql<Batch[]>`
      select promotion_id, prefix, length, count, made from promo_batches
      where id = ${batchId} and state in ('queued', 'running') for update`;
    if (!batch) return;
    const wanted = Math.min(chunkSize, batch.count - batch.made);
    for (let made = 0; made < wanted; ) {
      made += await insertCodes(sql, batchId, batch, wanted - made);
    }
    const isDone = batch.made + wanted === batch.count;
    await sql`
      update promo_batches set made = made + ${wanted}, state = ${isDone ? "done" : "running"}
      where id = ${batchId}`;
    if (!isDone) await queue(sql, batchId);
  });
}

/** @returns the codes that were new; one that exists already is drawn again by the caller */
async function insertCodes(
  sql: Sql,
  batchId: string,
  batch: Batch,
  count: number,
): Promise<number> {
  const codes = drawCodes(batch, count);
  const [row] = await sql<{ made: number }[]>`
    with made as (
      insert into promo_codes (code, promotion_id, single_use, batch)
      select code, ${batch.promotion_id}, true, ${batchId} from unnest(${codes}::text[]) code
      on conflict (code) do nothing returning 1
    )
    select count(*)::int as made from made`;
  return row?.made ?? 0;
}

/** Random codes of a cryptographic source. A byte has eight times as many values as the alphabet characters. */
function drawCodes({ prefix, length }: Batch, count: number): string[] {
  const bytes = randomBytes(count * length);
  return Array.from({ length: count }, (_, place) => {
    let code = prefix;
    for (const byte of bytes.subarray(place * length, (place + 1) * length)) {
      code += codeAlphabet[byte % codeAlphabet.length];
    }
    return code;
  });
}
