import { Hono } from "hono";
import * as v from "valibot";
import type { Config } from "#base/config.server.ts";
import { notFound } from "#base/errors.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { countRequest, type RateLimit, secondsToWait } from "#db/rate-limit.server.ts";
import {
  answerChallenge,
  type ConfirmAnswer,
  confirmCard,
  move,
} from "#integrations/payment/builtin/builtin.server.ts";
import { clientAddress } from "../middleware/request-facts.ts";

const short = v.pipe(v.string(), v.maxLength(40));
const cardSchema = v.strictObject({
  secret: v.pipe(v.string(), v.maxLength(100)),
  number: short,
  expiry: short,
  cvc: short,
});
const challengeSchema = v.strictObject({
  secret: v.pipe(v.string(), v.maxLength(100)),
  code: short,
});
const outcomeSchema = v.strictObject({
  outcome: v.picklist(["succeed", "decline", "challenge", "expire", "refund", "dispute"]),
  delay_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)), 0),
  duplicates: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 0),
  out_of_order: v.optional(v.boolean(), false),
});

/**
 * The built-in provider's side of the browser (`/pay/builtin/…`, in place of a company's own server), and
 * `/dev/pay/{payment_id}`, which makes it do whatever a test wants.
 */
export function builtinPaymentDoor(config: Config): Hono {
  const door = new Hono();
  if (!config.payments.includes("builtin")) return door;

  door.post("/pay/builtin/:id/confirm", async (c) => {
    const input = v.safeParse(cardSchema, await readJson(c.req.raw));
    if (!input.success) return c.json({ status: "invalid", code: "number_invalid" }, 400);
    const { secret, ...card } = input.output;
    const id = c.req.param("id");
    const wait = await refusalsToWaitFor(id, clientAddress(c));
    if (wait > 0) {
      c.header("Retry-After", String(wait));
      return c.json({ status: "invalid", code: "too_many_refusals" }, 429);
    }
    const result = await confirmCard(id, secret, card);
    if (result.status === "declined") await countRefusal(id, clientAddress(c));
    return answer(result);
  });
  door.post("/pay/builtin/:id/challenge", async (c) => {
    const input = v.safeParse(challengeSchema, await readJson(c.req.raw));
    if (!input.success) return c.json({ status: "invalid", code: "code_wrong" }, 400);
    return answer(await answerChallenge(c.req.param("id"), input.output.secret, input.output.code));
  });

  if (!config.devDoors) return door;
  door.post("/dev/pay/:payment{[0-9a-f-]{36}}", async (c) => {
    const input = v.safeParse(outcomeSchema, await readJson(c.req.raw));
    if (!input.success) {
      return c.json({ error: { code: "invalid_input", message: "outcome is not known" } }, 400);
    }
    await drive(c.req.param("payment"), input.output);
    return c.json({ done: true });
  });
  return door;
}

/** Trying stolen cards shows in refusals: so many of one payment, and of one address, in ten minutes. */
const refusalsOfPayment: RateLimit = { limit: 5, windowSeconds: 600 };
const refusalsOfAddress: RateLimit = { limit: 20, windowSeconds: 600 };

async function refusalsToWaitFor(payment: string, address: string): Promise<number> {
  const waits = await Promise.all([
    secondsToWait(`card-refused:${payment}`, refusalsOfPayment),
    secondsToWait(`card-refused:${address}`, refusalsOfAddress),
  ]);
  return Math.max(...waits);
}

async function countRefusal(payment: string, address: string): Promise<void> {
  await countRequest(`card-refused:${payment}`, refusalsOfPayment);
  await countRequest(`card-refused:${address}`, refusalsOfAddress);
}

const statusOf: Readonly<Record<ConfirmAnswer["status"], number>> = {
  succeeded: 200,
  challenge: 200,
  declined: 402,
  invalid: 400,
  closed: 409,
  not_found: 404,
};

function answer(result: ConfirmAnswer): Response {
  return Response.json(result, { status: statusOf[result.status] });
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

async function drive(paymentId: string, asked: v.InferOutput<typeof outcomeSchema>): Promise<void> {
  const [payment] = await asShop()<{ provider_payment_id: string; amount: number }[]>`
    select provider_payment_id, amount from payments
    where id = ${paymentId} and provider = 'builtin' and provider_payment_id is not null`;
  if (!payment) throw notFound("payment");
  const id = payment.provider_payment_id;
  const notify = { delayMs: asked.delay_ms, copies: 1 + asked.duplicates };
  await inTransaction(async (sql) => {
    if (asked.out_of_order) await move(sql, id, "requires_challenge", undefined, { delayMs: 200 });
    switch (asked.outcome) {
      case "succeed":
        return move(sql, id, "succeeded", undefined, notify);
      case "decline":
        return move(sql, id, "declined", "card_declined", notify);
      case "challenge":
        return move(sql, id, "requires_challenge", undefined, notify);
      case "expire":
        return move(sql, id, "expired", undefined, notify);
      case "refund":
      case "dispute": {
        // Money given back from the provider's own side; a dispute is settled against the shop at once.
        const refund = { id: `br_${asked.outcome}_${id}`, amount: payment.amount };
        await sql`
          update private.builtin_payments set refunds = ${sql.json([refund])}
          where id = ${id} and status = 'succeeded'`;
        return move(sql, id, "succeeded", undefined, notify);
      }
    }
  });
}
