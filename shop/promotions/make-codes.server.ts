import { randomBytes } from "node:crypto";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { codeAlphabet } from "./batch.ts";
import { queue } from "./batches.server.ts";

/** Codes that one transaction makes: about a second of work, after which others get their turn. */
const chunkSize = 10_000;

interface CodeForm {
  readonly promotion_id: string;
  readonly prefix: string;
  /** Random characters after the prefix. */
  readonly length: number;
}

/**
 * Makes the next chunk of a batch and queues the rest, in one transaction: a process that dies repeats the chunk, and the
 * batch ends with exactly its count. A batch that is paused, canceled or done is left alone.
 */
export async function makeCodes(batchId: string): Promise<void> {
  await inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:make-promo-codes', true)`;
    const [batch] = await sql<(CodeForm & { count: number; made: number })[]>`
      select promotion_id, prefix, length, count, made from promo_batches
      where id = ${batchId} and state in ('queued', 'running') for update`;
    if (!batch) return;
    const wanted = Math.min(chunkSize, batch.count - batch.made);
    await addCodes(sql, batchId, batch, wanted);
    const isDone = batch.made + wanted === batch.count;
    await sql`
      update promo_batches set made = made + ${wanted}, state = ${isDone ? "done" : "running"}
      where id = ${batchId}`;
    if (!isDone) await queue(sql, batchId);
  });
}

/** Adds so many new single-use codes to a batch, which the caller counts. @returns their ids */
export async function addCodes(
  sql: Sql,
  batchId: string,
  form: CodeForm,
  wanted: number,
): Promise<string[]> {
  const ids: string[] = [];
  // One that exists already is drawn again.
  while (ids.length < wanted) {
    const codes = drawCodes(form, wanted - ids.length);
    const made = await sql<{ id: string }[]>`
      insert into promo_codes (code, promotion_id, single_use, batch)
      select code, ${form.promotion_id}, true, ${batchId} from unnest(${codes}::text[]) code
      on conflict (code) do nothing returning id`;
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

/** Random codes of a cryptographic source. A byte has eight times as many values as the alphabet characters. */
function drawCodes({ prefix, length }: CodeForm, count: number): string[] {
  const bytes = randomBytes(count * length);
  return Array.from({ length: count }, (_, place) => {
    let code = prefix;
    for (const byte of bytes.subarray(place * length, (place + 1) * length)) {
      code += codeAlphabet[byte % codeAlphabet.length];
    }
    return code;
  });
}
