import { Hono } from "hono";
import * as v from "valibot";
import type { Config } from "#base/config-type.ts";
import { parseForm } from "#base/parse-form.ts";
import { countRequest, type RateLimit, uncountRequest } from "#db/rate-limit.server.ts";
import { actAtDemoBank, readDemoPayment } from "#integrations/payment/builtin/demo-bank.server.ts";
import {
  answerChallenge,
  type ConfirmAnswer,
  confirmCard,
  confirmDevice,
} from "#integrations/payment/builtin/pay-card.server.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { demoBankPage } from "./demo-bank-page.ts";
import { drivePayment, outcomeSchema } from "./drive-payment.ts";

const short = v.pipe(v.string(), v.maxLength(40));
const cardSchema = v.strictObject({
  secret: v.pipe(v.string(), v.maxLength(100)),
  number: short,
  expiry: short,
  cvc: short,
});
const deviceSchema = v.strictObject({
  secret: v.pipe(v.string(), v.maxLength(100)),
  token: short,
});
const challengeSchema = v.strictObject({
  secret: v.pipe(v.string(), v.maxLength(100)),
  code: short,
});
/** Rejects malformed payment ids before a query. */
const paymentPath = "/pay/builtin/:id{[\\w-]{1,80}}";

/**
 * The built-in provider's endpoints for the browser (`/pay/builtin/…`, in place of a provider's server), and
 * `/dev/pay/{payment_id}`, which sets the outcome that a test wants.
 */
export function builtinPaymentEndpoint(config: Config): Hono<Facts> {
  const endpoint = new Hono<Facts>();
  if (!config.payments.includes("builtin")) return endpoint;

  endpoint.post(`${paymentPath}/confirm`, async (c) => {
    const input = v.safeParse(cardSchema, await readJson(c.req.raw));
    if (!input.success) return c.json({ status: "invalid", code: "number_invalid" }, 400);
    const { secret, ...card } = input.output;
    const id = c.req.param("id");
    return unlessRefusedTooOften(id, c.get("clientAddress"), () => confirmCard(id, secret, card));
  });
  endpoint.post(`${paymentPath}/device`, async (c) => {
    const input = v.safeParse(deviceSchema, await readJson(c.req.raw));
    if (!input.success) return c.json({ status: "invalid", code: "card_not_supported" }, 400);
    const { secret, token } = input.output;
    const id = c.req.param("id");
    return unlessRefusedTooOften(id, c.get("clientAddress"), () =>
      confirmDevice(id, secret, token),
    );
  });
  endpoint.post(`${paymentPath}/challenge`, async (c) => {
    const input = v.safeParse(challengeSchema, await readJson(c.req.raw));
    if (!input.success) return c.json({ status: "invalid", code: "code_wrong" }, 400);
    return answer(await answerChallenge(c.req.param("id"), input.output.secret, input.output.code));
  });

  // The page of the bank, wallet or QR app for payments outside the shop.
  endpoint.get(paymentPath, async (c) => {
    const secret = c.req.query("secret") ?? "";
    const payment = await readDemoPayment(c.req.param("id"), secret);
    c.header("Cache-Control", "no-store");
    if (!payment) return c.text("Not found", 404);
    return c.html(demoBankPage(payment, { secret, nonce: c.get("nonce") }));
  });
  endpoint.post(paymentPath, async (c) => {
    const form = await parseForm(c.req.raw).catch(() => undefined);
    const act = form?.get("act");
    if (act !== "pay" && act !== "refuse") return c.text("Bad request", 400);
    const back = await actAtDemoBank(c.req.param("id"), String(form?.get("secret") ?? ""), act);
    return back === undefined ? c.text("Not found", 404) : c.redirect(back, 303);
  });

  if (!config.devPages) return endpoint;
  endpoint.post("/dev/pay/:payment{[0-9a-f-]{36}}", async (c) => {
    const input = v.safeParse(outcomeSchema, await readJson(c.req.raw));
    if (!input.success) {
      return c.json({ error: { code: "invalid_input", message: "outcome is not known" } }, 400);
    }
    await drivePayment(c.req.param("payment"), input.output);
    return c.json({ done: true });
  });
  return endpoint;
}

/** Tests of stolen cards show as declined cards: limits of one payment and of one address, in ten minutes. */
const refusalsOfPayment: RateLimit = { limit: 5, windowSeconds: 600 };
const refusalsOfAddress: RateLimit = { limit: 20, windowSeconds: 600 };

/**
 * Counts an attempt before the card is tried, and uncounts it unless the card is declined, so that parallel
 * attempts count too.
 */
async function unlessRefusedTooOften(
  id: string,
  address: string,
  tryCard: () => Promise<ConfirmAnswer>,
): Promise<Response> {
  const wait = await countTry(id, address);
  if (wait > 0) {
    return Response.json(
      { status: "invalid", code: "too_many_refusals" },
      { status: 429, headers: { "Retry-After": String(wait) } },
    );
  }
  const result = await tryCard();
  if (result.status !== "declined") {
    await Promise.all(keysOf(id, address).map(([key]) => uncountRequest(key)));
  }
  return answer(result);
}

function keysOf(payment: string, address: string): readonly (readonly [string, RateLimit])[] {
  return [
    [`card-refused:${payment}`, refusalsOfPayment],
    [`card-refused:${address}`, refusalsOfAddress],
  ];
}

/** @returns seconds to wait; 0 when the card may be tried */
async function countTry(payment: string, address: string): Promise<number> {
  const keys = keysOf(payment, address);
  const waits = await Promise.all(keys.map(([key, limit]) => countRequest(key, limit)));
  const wait = Math.max(...waits);
  // The card was not tried, so nothing was declined.
  if (wait > 0) await Promise.all(keys.map(([key]) => uncountRequest(key)));
  return wait;
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
