import { randomBytes } from "node:crypto";
import { dateNow } from "#base/clock.ts";
import { AppError } from "#base/errors.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import type { PaymentProvider, PaymentRequest, ProviderMethod } from "../provider.ts";
import { isSigned } from "../signature.ts";
import { qrisText, virtualAccount, virtualAccountBanks } from "./instructions.ts";
import { isPaidOnPage, lock, type Row, toProviderPayment } from "./ledger.server.ts";

const methods: readonly ProviderMethod[] = [
  // Bank Indonesia's maximum of one QRIS payment.
  { id: "qris", kind: "instructions", pace: "quick", refundable: false, max: 10_000_000 },
  ...virtualAccountBanks.map(
    (bank): ProviderMethod => ({
      id: `va_${bank}`,
      kind: "instructions",
      pace: "slow",
      refundable: false,
    }),
  ),
  // A device wallet approves on the page itself; an e-wallet has its own page.
  { id: "device", kind: "wallet", pace: "quick", refundable: true },
  { id: "wallet", kind: "redirect", pace: "quick", refundable: true },
  { id: "card", kind: "card", pace: "quick", refundable: true },
];

/**
 * A payment provider without an account or a network: its ledger is in the shop's database, but the shop uses it only
 * through the provider interface, and it notifies `/webhooks/builtin` like a real provider.
 * @param secret signs notifications; at least 32 characters
 */
export function builtinProvider(secret: string): PaymentProvider {
  if (secret.length < 32)
    throw new Error("the secret of the built-in payment provider is too short");
  return {
    name: "builtin",
    mode: "test",
    methods,

    async create(request) {
      const sql = asShop();
      const id = `bp_${randomBytes(12).toString("hex")}`;
      const [row] = await sql<
        { id: string; client_secret: string; details: Record<string, string> }[]
      >`
        insert into private.builtin_payments
          (id, idempotency_key, amount, currency, client_secret, reference, method, details, expires_at)
        values (${id}, ${request.id}, ${request.amount}, ${request.currency},
          ${randomBytes(18).toString("base64url")}, ${`bc_${randomBytes(12).toString("hex")}`},
          ${request.method}, ${sql.json(detailsOf(id, request))}, ${request.expiresAt})
        on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
        returning id, client_secret, details`;
      if (!row) throw new Error("the built-in provider stored nothing");
      const { return_url: _, ...details } = row.details;
      const url = `/pay/builtin/${row.id}?secret=${row.client_secret}`;
      return {
        providerPaymentId: row.id,
        client: {
          id: row.id,
          secret: row.client_secret,
          ...details,
          ...(isPaidOnPage(request.method) ? {} : { url }),
        },
      };
    },

    async fetch(id) {
      const [row] = await asShop()<Row[]>`select * from private.builtin_payments where id = ${id}`;
      return row ? toProviderPayment(row) : undefined;
    },

    async cancel(id) {
      await asShop()`
        update private.builtin_payments set status = 'canceled', version = version + 1
        where id = ${id} and status in ('requires_payment', 'requires_challenge', 'declined')`;
      const [row] = await asShop()`
        select from private.builtin_payments where id = ${id} and status in ('canceled', 'expired')`;
      return row !== undefined;
    },

    async refund({ providerPaymentId, amount, key }) {
      const reference = `br_${key}`;
      await inTransaction(async (sql) => {
        const row = await lock(sql, providerPaymentId);
        if (!row || row.refunds.some((refund) => refund.id === reference)) return;
        if (!methods.find(({ id }) => id === row.method)?.refundable) {
          throw new AppError("refund_not_supported", 409);
        }
        const given = row.refunds.reduce((sum, refund) => sum + refund.amount, 0);
        if (row.status !== "succeeded" || given + amount > (row.received ?? row.amount)) {
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
      if (!isSigned(secret, headers.get("builtin-signature"), rawBody, dateNow())) return undefined;
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

function detailsOf(
  id: string,
  { method, amount, returnUrl }: PaymentRequest,
): Record<string, string> {
  if (method === "qris") return { qr: qrisText(id, amount), return_url: returnUrl };
  if (method.startsWith("va_")) {
    const bank = method.slice("va_".length);
    return { bank, number: virtualAccount(bank, id), return_url: returnUrl };
  }
  return method === "wallet" ? { return_url: returnUrl } : {};
}
