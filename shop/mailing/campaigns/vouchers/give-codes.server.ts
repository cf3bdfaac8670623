import type { Sql } from "#db/client.server.ts";
import { addCodes } from "#shop/promotions/make-codes.server.ts";

/** Random characters of a code: nobody guesses one of millions. */
const codeLength = 10;

interface FrozenRecipients {
  /** The campaign's number and UUID; its codes are one batch with the same UUID, which staff can revoke. */
  readonly campaign: number;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly topic: string;
  readonly promotionId: string;
  /** Whether the looking for recipients begins with them: once, or twice with two subjects. */
  readonly isFirst: boolean;
  /** The number of the last delivery before them. */
  readonly before: number;
  readonly count: number;
}

/** Gives each recipient of a chunk a single-use code of their own, in the transaction that freezes the chunk. */
export async function giveCodes(
  sql: Sql,
  {
    campaign,
    campaignId,
    campaignName,
    topic,
    promotionId,
    isFirst,
    before,
    count,
  }: FrozenRecipients,
): Promise<void> {
  if (isFirst) {
    // As many as there may be; the audit log has an entry for each change of a batch's count.
    await sql`
      insert into promo_batches (id, promotion_id, length, count, note, state)
      select ${campaignId}, ${promotionId}, ${codeLength}, count(*), ${campaignName}, 'done' from subscriptions
      where topic = ${topic} and state = 'subscribed'
      on conflict (id) do update set count = greatest(promo_batches.count, excluded.count)`;
  }
  await sql`
    update promo_batches set made = made + ${count}::integer, count = greatest(count, made + ${count}::integer)
    where id = ${campaignId}`;
  const form = { promotion_id: promotionId, prefix: "", length: codeLength };
  const codes = await addCodes(sql, campaignId, form, count);
  await sql`
    insert into private.mail_codes (campaign, n, code_id)
    select ${campaign}, ${before} + c.place, c.id from unnest(${codes}::uuid[]) with ordinality c (id, place)`;
}

/** Once the recipients are frozen, their codes are all of the batch. */
export async function countCodes(sql: Sql, campaignId: string): Promise<void> {
  await sql`
    update promo_batches b set count = b.made from private.mail_campaigns c
    where c.id = ${campaignId} and c.status <> 'freezing' and b.id = c.id and b.count <> b.made`;
}
