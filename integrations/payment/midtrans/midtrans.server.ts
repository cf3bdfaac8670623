import { createHash, timingSafeEqual } from "node:crypto";
import { timeNow } from "#base/clock.ts";
import { AppError } from "#base/errors.ts";
import {
  type MidtransChannel,
  type MidtransSettings,
  midtransChannels,
} from "#base/payment-config.ts";
import { circuit, ProviderUnavailable, secondsOf, unavailable } from "../circuit.ts";
import type { CreatedPayment, PaymentProvider, PaymentRequest } from "../provider.ts";
import { type TransactionStatus, toProviderPayment } from "./transaction-status.ts";

/** Timeout of one call in milliseconds. */
const timeout = 10_000;

/**
 * Midtrans: Snap's window takes the payment, the status API returns its state. The attempt's id is Midtrans' order_id,
 * because an order_id is used once. A notification's signature covers neither its status nor a time, so a notification
 * only triggers a status request (docs.midtrans.com/docs/https-notification-webhooks).
 */
export function midtransProvider(settings: MidtransSettings): PaymentProvider {
  const isLive = settings.mode === "live";
  const sandbox = isLive ? "" : "sandbox.";
  const page = settings.apiUrl ?? `https://app.${sandbox}midtrans.com`;
  const api = settings.apiUrl ?? `https://api.${sandbox}midtrans.com`;
  const authorization = `Basic ${Buffer.from(`${settings.serverKey}:`).toString("base64")}`;

  const way = circuit();

  /**
   * The Core API responds with HTTP 200 or the code itself; `status_code` in the body is decisive.
   * @throws AppError `payment_provider_unavailable` 503
   */
  const ask = (url: string, body?: object): Promise<{ status: number; answer: Answer }> =>
    way.call(async () => {
      const response = await fetch(url, {
        method: body ? "POST" : "GET",
        headers: {
          authorization,
          accept: "application/json",
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeout),
        redirect: "error",
      }).catch(absent);
      const retryAfter = secondsOf(response.headers.get("retry-after"));
      // A page of a proxy, which is not JSON, counts as unavailable too.
      const answer = (await response.json().catch(absent)) as Answer;
      const status = Number(answer.status_code ?? response.status);
      if (status >= 500 || status === 429 || response.status >= 500 || response.status === 429) {
        throw new ProviderUnavailable(new Error(`Midtrans answered ${status}`), retryAfter);
      }
      return { status, answer };
    });
  const core = (id: string, act: string, body?: object) =>
    ask(`${api}/v2/${encodeURIComponent(id)}/${act}`, body);

  async function statusOf(id: string): Promise<TransactionStatus | undefined> {
    const { status, answer } = await core(id, "status");
    if (status === 404) return undefined;
    if (!answer.transaction_status) throw new Error(`Midtrans answered ${status} about a payment`);
    return answer as TransactionStatus;
  }

  return {
    name: "midtrans",
    mode: settings.mode,
    openForSeconds: () => way.openForSeconds(),
    methods: [
      {
        id: "snap",
        kind: "popup",
        pace: "slow",
        refundable: true,
        channels: settings.channels,
      },
    ],
    browser: {
      script: `${page}/snap/snap.js`,
      options: { clientKey: settings.clientKey },
      policy: { script: [page, api], frame: [page, api], connect: [page, api], image: [page] },
    },

    async create(request): Promise<CreatedPayment> {
      const { status, answer } = await ask(
        `${page}/snap/v1/transactions`,
        snapRequest(request, settings.channels ?? midtransChannels),
      ).catch((cause: unknown) => {
        throw unavailable(cause);
      });
      if (status === 201 && answer.token) {
        return { providerPaymentId: request.id, client: { token: answer.token } };
      }
      // An earlier answer was lost: the payment exists under this id, and its window cannot be opened again.
      const isTaken = answer.error_messages?.some((text) =>
        /order_id.*(taken|digunakan)/i.test(text),
      );
      if (status === 400 && isTaken) return { providerPaymentId: request.id, client: {} };
      throw unavailable(undefined, `Midtrans answered ${status} to a new payment`);
    },

    async fetch(id) {
      const status = await statusOf(id);
      return status && toProviderPayment(status, settings.mode);
    },

    async cancel(id) {
      const { status } = await core(id, "cancel", {});
      // The payer has not chosen a method: there is nothing to cancel, and the window expires by itself.
      if (status === 200 || status === 404) return true;
      if (status !== 412) throw new Error(`Midtrans answered ${status} to a cancellation`);
      const now = await statusOf(id);
      return now === undefined || ["cancel", "expire", "deny"].includes(now.transaction_status);
    },

    async refund({ providerPaymentId, amount, key }) {
      const body = { refund_key: key, amount, reason: "refund" };
      const { status } = await core(providerPaymentId, "refund", body);
      // 406: this key was used, so the refund was made before.
      if (status === 200 || status === 201 || status === 406) return { reference: key };
      const now = await statusOf(providerPaymentId);
      if (now?.refunds?.some((refund) => refund.refund_key === key)) return { reference: key };
      // A card payment is settled the next day; the job retries until then.
      if (now?.transaction_status === "capture") throw new Error("Midtrans has not settled it yet");
      if (status === 412 || status === 414 || status === 418) {
        throw new AppError("refund_not_supported", 409);
      }
      throw new Error(`Midtrans answered ${status} to a refund`);
    },

    readNotification(_headers, rawBody) {
      const body = parse(rawBody);
      if (!body || !hasRightSignature(body, settings.serverKey)) return undefined;
      const { transaction_status, status_code, payment_type, transaction_id } = body;
      return {
        eventId: createHash("sha256").update(rawBody).digest("hex"),
        providerPaymentId: body.order_id,
        body: { transaction_status, status_code, payment_type, transaction_id },
      };
    },
  };
}

function absent(cause: unknown): never {
  throw new ProviderUnavailable(cause);
}

interface Answer extends Partial<TransactionStatus> {
  readonly status_code?: string;
  readonly token?: string;
  readonly error_messages?: readonly string[];
}

/** @param channels Snap shows those that the account has. */
function snapRequest(request: PaymentRequest, channels: readonly MidtransChannel[]): object {
  const minutes = Math.max(1, Math.floor((request.expiresAt.getTime() - timeNow()) / 60_000));
  const [firstName = "", ...rest] = request.buyer.name.split(" ");
  return {
    transaction_details: { order_id: request.id, gross_amount: request.amount },
    customer_details: {
      first_name: firstName,
      last_name: rest.join(" "),
      email: request.buyer.email,
      phone: request.buyer.phone,
    },
    enabled_payments: channels,
    credit_card: { secure: true },
    expiry: { unit: "minute", duration: minutes },
    // Snap allows five minutes to seven days.
    page_expiry: { unit: "minute", duration: Math.min(Math.max(minutes, 5), 7 * 24 * 60) },
    callbacks: { finish: request.returnUrl },
  };
}

interface NotificationBody {
  readonly order_id: string;
  readonly status_code: string;
  readonly gross_amount: string;
  readonly signature_key: string;
  readonly transaction_status?: unknown;
  readonly payment_type?: unknown;
  readonly transaction_id?: unknown;
}

function parse(rawBody: Uint8Array): NotificationBody | undefined {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(rawBody).toString("utf8"));
  } catch {
    return undefined;
  }
  const fields = (body ?? {}) as Record<string, unknown>;
  const isWhole = ["order_id", "status_code", "gross_amount", "signature_key"].every(
    (name) => typeof fields[name] === "string",
  );
  return isWhole ? (fields as unknown as NotificationBody) : undefined;
}

/** `SHA512(order_id + status_code + gross_amount + server_key)` in hexadecimal. */
function hasRightSignature(body: NotificationBody, serverKey: string): boolean {
  const right = createHash("sha512")
    .update(body.order_id + body.status_code + body.gross_amount + serverKey)
    .digest("hex");
  const given = Buffer.from(body.signature_key);
  return given.length === right.length && timingSafeEqual(given, Buffer.from(right));
}
