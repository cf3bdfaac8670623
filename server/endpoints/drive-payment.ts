import * as v from "valibot";
import { notFound } from "#base/errors.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { move } from "#integrations/payment/builtin/ledger.server.ts";

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** The outcome that a test sets for a payment, and how its notification is delivered. */
export const outcomeSchema = v.strictObject({
  outcome: v.picklist([
    "succeed",
    "decline",
    "challenge",
    "expire",
    "refund",
    "dispute",
    "win_dispute",
    "reverse",
  ]),
  delay_ms: v.optional(count(86_400_000), 0),
  duplicates: v.optional(count(10), 0),
  out_of_order: v.optional(v.boolean(), false),
  /** No notification at all: the shop has to poll. */
  lost: v.optional(v.boolean(), false),
  /** The captured amount, when it differs from the requested one. Whole rupiah. */
  amount: v.optional(v.pipe(count(1_000_000_000), v.minValue(1))),
});

/** @throws AppError 404 when the built-in provider has no such payment */
export async function drivePayment(
  paymentId: string,
  asked: v.InferOutput<typeof outcomeSchema>,
): Promise<void> {
  const [payment] = await asShop()<{ provider_payment_id: string; amount: number }[]>`
    select provider_payment_id, amount from payments
    where id = ${paymentId} and provider = 'builtin' and provider_payment_id is not null`;
  if (!payment) throw notFound("payment");
  const id = payment.provider_payment_id;
  const notification = {
    delayMs: asked.delay_ms,
    copies: 1 + asked.duplicates,
    isLost: asked.lost,
  };
  await inTransaction(async (sql) => {
    if (asked.out_of_order) await move(sql, id, "requires_challenge", undefined, { delayMs: 200 });
    switch (asked.outcome) {
      case "succeed":
        if (asked.amount !== undefined) {
          await sql`update private.builtin_payments set received = ${asked.amount} where id = ${id}`;
        }
        return move(sql, id, "succeeded", undefined, notification);
      case "decline":
        return move(sql, id, "declined", "card_declined", notification);
      case "challenge":
        return move(sql, id, "requires_challenge", undefined, notification);
      case "expire":
        return move(sql, id, "expired", undefined, notification);
      case "reverse":
        return move(sql, id, "canceled", undefined, notification);
      case "refund": {
        // A refund that the provider makes on its own.
        const refund = { id: `br_refund_${id}`, amount: payment.amount };
        await sql`
          update private.builtin_payments set refunds = ${sql.json([refund])}
          where id = ${id} and status = 'succeeded'`;
        return move(sql, id, "succeeded", undefined, notification);
      }
      case "dispute": {
        const dispute = { id: `bd_${id}`, amount: payment.amount };
        await sql`
          update private.builtin_payments set chargebacks = ${sql.json([dispute])}
          where id = ${id} and status = 'succeeded'`;
        return move(sql, id, "succeeded", undefined, notification);
      }
      case "win_dispute": {
        await sql`
          update private.builtin_payments set
            chargebacks = jsonb_set(chargebacks, '{0,reversed}', 'true')
          where id = ${id} and jsonb_array_length(chargebacks) > 0`;
        return move(sql, id, "succeeded", undefined, notification);
      }
    }
  });
}
