import { randomBytes, timingSafeEqual } from "node:crypto";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { PaymentProvider, ProviderPayment } from "../provider.ts";
import { type Card, type CardProblem, cardProblem, outcomeOf } from "./cards.ts";
import { isSigned } from "./signature.ts";

type Status =
  | "requires_payment"
  | "requires_challenge"
  | "succeeded"
  | "declined"
  | "canceled"
  | "expired"
  | "refunded";

interface Row {
  id: string;
  amount: number;
  currency: string;
  status: Status;
  decline_code: string | null;
  client_secret: string;
  reference: string;
  refunds: { id: string; amount: number }[];
}

/** The one-time code of the demonstration bank. */
export const challengeCode = "123456";

/**
 * A payment provider without an account or a network: its books are tables of ours, but it is only ever reached
 * through the same interface as the others, and it notifies `/webhooks/builtin` like a real one.
 * @param secret signs notifications; at least 32 characters
 */
export function builtinProvider(secret: string): PaymentProvider {
  if (secret.length < 32)
    throw new Error("the secret of the built-in payment provider is too short");
  return {
    name: "builtin",
    mode: "test",
    methods: [{ id: "card", kind: "card" }],

    async create(request) {
      const sql = asShop();
      const [row] = await sql<{ id: string; client_secret: string }[]>`
        insert into private.builtin_payments (id, idempotency_key, amount, currency, client_secret, reference)
        values (${`bp_${randomBytes(12).toString("hex")}`}, ${request.id}, ${request.amount}, ${request.currency},
          ${randomBytes(18).toString("base64url")}, ${`bc_${randomBytes(12).toString("hex")}`})
        on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
        returning id, client_secret`;
      if (!row) throw new Error("the built-in provider stored nothing");
      return { providerPaymentId: row.id, client: { id: row.id, secret: row.client_secret } };
    },

    async fetch(id) {
      const [row] = await asShop()<Row[]>`select * from private.builtin_payments where id = ${id}`;
      return row ? toProviderPayment(row) : undefined;
    },

    async cancel(id) {
      await asShop()`
        update private.builtin_payments set status = 'canceled', version = version + 1
        where id = ${id} and status in ('requires_payment', 'requires_challenge', 'declined')`;
    },

    async refund({ providerPaymentId, amount, key }) {
      const reference = `br_${key}`;
      await inTransaction(async (sql) => {
        const row = await lock(sql, providerPaymentId);
        if (!row || row.refunds.some((refund) => refund.id === reference)) return;
        const given = row.refunds.reduce((sum, refund) => sum + refund.amount, 0);
        if (row.status !== "succeeded" || given + amount > row.amount) {
          throw new Error("the built-in provider has nothing left to refund");
        }
        await sql`
          update private.builtin_payments set
            refunds = refunds || ${sql.json([{ id: reference, amount }])},
            version = version + 1
          where id = ${providerPaymentId}`;
      });
      return { reference };
    },

    readNotification(headers, rawBody) {
      if (!isSigned(secret, headers.get("builtin-signature"), rawBody, new Date()))
        return undefined;
      let body: unknown;
      try {
        body = JSON.parse(Buffer.from(rawBody).toString("utf8"));
      } catch {
        return undefined;
      }
      if (typeof body !== "object" || body === null) return undefined;
      const { id, payment } = body as Record<string, unknown>;
      if (typeof id !== "string" || typeof payment !== "string") return undefined;
      return { eventId: id, providerPaymentId: payment, body: body as Record<string, unknown> };
    },
  };
}

function toProviderPayment(row: Row): ProviderPayment {
  const statuses = {
    requires_payment: "pending",
    requires_challenge: "pending",
    succeeded: "succeeded",
    refunded: "succeeded",
    declined: "declined",
    canceled: "canceled",
    expired: "expired",
  } as const;
  return {
    status: statuses[row.status],
    amount: row.amount,
    currency: row.currency,
    mode: "test",
    chargeReference: row.status === "succeeded" ? row.reference : undefined,
    declineCode: row.decline_code ?? undefined,
    refunds: row.refunds.map((refund) => ({ reference: refund.id, amount: refund.amount })),
  };
}

async function lock(sql: Sql, id: string): Promise<Row | undefined> {
  const [row] = await sql<
    Row[]
  >`select * from private.builtin_payments where id = ${id} for update`;
  return row;
}

export type ConfirmAnswer =
  | { readonly status: "succeeded" | "challenge" }
  | { readonly status: "declined"; readonly code: string }
  | { readonly status: "invalid"; readonly code: CardProblem | "code_wrong" }
  | { readonly status: "closed" }
  | { readonly status: "not_found" };

/** The browser's part: a card is tried, as on a provider's own form. The card's number is never stored. */
export async function confirmCard(
  id: string,
  clientSecret: string,
  card: Card,
): Promise<ConfirmAnswer> {
  const problem = cardProblem(card, new Date());
  const outcome = outcomeOf(card.number);
  return change(id, clientSecret, (row) => {
    if (row.status !== "requires_payment" && row.status !== "declined")
      return { answer: { status: "closed" } };
    if (problem) return { answer: { status: "invalid", code: problem } };
    switch (outcome.result) {
      case "succeeded":
        return { answer: { status: "succeeded" }, status: "succeeded" };
      case "challenge":
        return { answer: { status: "challenge" }, status: "requires_challenge" };
      case "declined":
        return {
          answer: { status: "declined", code: outcome.code },
          status: "declined",
          declineCode: outcome.code,
        };
    }
  });
}

/** The bank's question: the right code lets the payment through; a wrong one may be tried again. */
export async function answerChallenge(
  id: string,
  clientSecret: string,
  code: string,
): Promise<ConfirmAnswer> {
  return change(id, clientSecret, (row) => {
    if (row.status !== "requires_challenge") return { answer: { status: "closed" } };
    if (code === "cancel") {
      const declineCode = "authentication_failed";
      return { answer: { status: "declined", code: declineCode }, status: "declined", declineCode };
    }
    return code === challengeCode
      ? { answer: { status: "succeeded" }, status: "succeeded" }
      : { answer: { status: "invalid", code: "code_wrong" } };
  });
}

interface Change {
  readonly answer: ConfirmAnswer;
  readonly status?: Status;
  readonly declineCode?: string;
}

async function change(
  id: string,
  clientSecret: string,
  decide: (row: Row) => Change,
): Promise<ConfirmAnswer> {
  return inTransaction(async (sql) => {
    const row = await lock(sql, id);
    const given = Buffer.from(clientSecret);
    const right = Buffer.from(row?.client_secret ?? "");
    if (!row || given.length !== right.length || !timingSafeEqual(given, right)) {
      return { status: "not_found" };
    }
    const { answer, status, declineCode } = decide(row);
    if (status) await move(sql, id, status, declineCode);
    return answer;
  });
}

/** Changes a payment and queues the notification of it, both or neither. */
export async function move(
  sql: Sql,
  id: string,
  status: Status,
  declineCode?: string,
  notify: { delayMs?: number; copies?: number } = {},
): Promise<void> {
  const [row] = await sql<{ version: number }[]>`
    update private.builtin_payments set status = ${status}, decline_code = ${declineCode ?? null},
      version = version + 1
    where id = ${id} returning version`;
  if (!row) return;
  const runAt = new Date(Date.now() + (notify.delayMs ?? 0));
  for (let copy = 0; copy < (notify.copies ?? 1); copy++) {
    const event = { id: `be_${id}_${row.version}`, type: `payment.${status}`, payment: id };
    await enqueue(sql, "notify-builtin", event, { key: `${event.id}:${copy}`, runAt });
  }
}
