import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

/*
 * A double of Stripe's API as documented: form bodies, idempotency keys that replay the first answer and refuse other
 * parameters, error bodies, IDR in hundredths, refunds and disputes beside the charge, signed events.
 * Sources: docs.stripe.com/api/payment_intents, /idempotent_requests, /errors, /refunds, /disputes, /webhooks.
 */

export const stripeKeys = {
  secretKey: "sk_test_double",
  publishableKey: "pk_test_double",
  webhookSecrets: ["whsec_new_0123456789abcdef", "whsec_old_0123456789abcdef"],
} as const;

/** The settings of a program that uses a double instead of Stripe. */
export function stripeEnvironment({ url }: { readonly url: string }): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecrets.join(),
    STRIPE_API_URL: url,
  };
}

interface Intent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  livemode: boolean;
  client_secret: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
  last_payment_error: { type: string; code: string; decline_code?: string } | null;
}

interface Movement {
  id: string;
  object: "refund" | "dispute";
  payment_intent: string;
  amount: number;
  status: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Outage =
  | "silent"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface StripeDouble {
  readonly url: string;
  readonly intents: ReadonlyMap<string, Intent>;
  /** Number of requests to each path, retries included. */
  readonly calls: readonly string[];
  /** Loses the next responses, after processing the requests. */
  loseAnswers(count: number): void;
  /** An outage: every call gets 503, or the fault of `how`; "silent" never answers. */
  setDown(isDown: boolean, how?: Outage): void;
  /** The payer's input in Stripe's own fields. */
  pay(id: string, how?: { declineCode?: string; received?: number }): void;
  /** @param rupiah the whole payment by default */
  dispute(id: string, rupiah?: number): void;
  winDispute(id: string): void;
  failRefunds(id: string): void;
  /** A signed event about a payment, as it is sent to the shop. */
  event(
    id: string,
    type: string,
    options?: { secret?: string; at?: Date; livemode?: boolean; eventId?: string },
  ): { headers: Headers; body: Uint8Array };
  close(): Promise<void>;
}

/** @param port of a closed double, to replace it; by default any free one */
export async function startStripeDouble(port = 0): Promise<StripeDouble> {
  const intents = new Map<string, Intent>();
  const movements: Movement[] = [];
  const replays = new Map<string, { asked: string; answer: Answer }>();
  const calls: string[] = [];
  let lost = 0;
  let outage: Outage | undefined;
  let last = 0;
  // Two doubles of one test must not share ids.
  const series = randomBytes(4).toString("hex");
  const nextId = (prefix: string) => `${prefix}_${series}${String(++last).padStart(8, "0")}`;
  const intentOf = (id: string): Intent => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`the double has no ${id}`);
    return intent;
  };

  function handle(method: string, path: string, params: URLSearchParams): Answer {
    const [, , resource = "", id = "", act = ""] = path.split("/");
    if (resource === "payment_intents" && method === "POST" && !id) return create(params);
    if (resource === "payment_intents") {
      const intent = intents.get(id);
      if (!intent) return failure(404, "resource_missing", "No such payment_intent");
      if (method === "GET") {
        const isExpanded = params.getAll("expand[0]").includes("latest_charge");
        const charge = intent.latest_charge;
        const latest_charge = isExpanded && charge ? { id: charge, object: "charge" } : charge;
        return { status: 200, body: { ...intent, latest_charge } };
      }
      if (act === "cancel") {
        if (["succeeded", "canceled", "processing"].includes(intent.status)) {
          return failure(400, "payment_intent_unexpected_state", "It cannot be canceled");
        }
        intent.status = "canceled";
        return { status: 200, body: intent };
      }
    }
    if (resource === "refunds" && method === "POST") return refund(params);
    if (resource === "refunds" || resource === "disputes") {
      const object = resource === "refunds" ? "refund" : "dispute";
      const data = movements.filter(
        (item) => item.object === object && item.payment_intent === params.get("payment_intent"),
      );
      const from = data.findIndex(({ id }) => id === params.get("starting_after")) + 1;
      const page = data.slice(from, from + Number(params.get("limit") ?? 10));
      const has_more = from + page.length < data.length;
      return { status: 200, body: { object: "list", data: page, has_more, url: path } };
    }
    return failure(404, "url_invalid", "Unrecognized request URL");
  }

  function create(params: URLSearchParams): Answer {
    const amount = Number(params.get("amount"));
    if (params.get("automatic_payment_methods[enabled]") !== "true") {
      return failure(400, "parameter_missing", "automatic_payment_methods");
    }
    // docs.stripe.com/currencies#minimum-and-maximum-charge-amounts: about half a US dollar.
    if (!Number.isInteger(amount) || amount < 100_000) {
      return failure(400, "amount_too_small", "Amount must convert to at least 50 cents");
    }
    const id = nextId("pi");
    const intent: Intent = {
      id,
      object: "payment_intent",
      amount,
      amount_received: 0,
      currency: params.get("currency") ?? "",
      status: "requires_payment_method",
      livemode: false,
      client_secret: `${id}_secret_${last}`,
      metadata: { attempt_id: params.get("metadata[attempt_id]") ?? "" },
      latest_charge: null,
      last_payment_error: null,
    };
    intents.set(id, intent);
    return { status: 200, body: intent };
  }

  function refund(params: URLSearchParams): Answer {
    const intent = intents.get(params.get("payment_intent") ?? "");
    if (!intent?.latest_charge) return failure(400, "charge_not_found", "No charge to refund");
    const amount = Number(params.get("amount"));
    const given = movements
      .filter((item) => item.object === "refund" && item.payment_intent === intent.id)
      .reduce((sum, item) => sum + item.amount, 0);
    if (given + amount > intent.amount_received) {
      return failure(400, "charge_already_refunded", "Charge has already been refunded");
    }
    const body: Movement = {
      id: nextId("re"),
      object: "refund",
      payment_intent: intent.id,
      amount,
      status: "succeeded",
    };
    movements.push(body);
    return { status: 200, body };
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? "/", "http://stripe");
    calls.push(`${request.method} ${url.pathname}`);
    const send = ({ status, body }: Answer, headers: Record<string, string> = {}) => {
      if (lost > 0) {
        lost -= 1;
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(body));
    };
    if (outage === "silent") return;
    if (outage) return send(failure(outage.status, "api_error", "down"), outage.headers);
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      return send(failure(401, "api_key_invalid", "Invalid API Key provided"));
    }
    const params = new URLSearchParams(request.method === "GET" ? url.search : body);
    const key = request.headers["idempotency-key"];
    const asked = `${request.method} ${url.pathname} ${[...params].sort().join("&")}`;
    const known = typeof key === "string" ? replays.get(key) : undefined;
    if (known && known.asked !== asked) {
      const message = "Keys for idempotent requests can only be used with the same parameters";
      return send(failure(400, "idempotency_key_in_use", message, "idempotency_error"));
    }
    if (known) return send(known.answer, { "idempotent-replayed": "true" });
    const answer = structuredClone(handle(request.method ?? "", url.pathname, params));
    if (typeof key === "string" && request.method === "POST") replays.set(key, { asked, answer });
    send(answer);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    calls,
    loseAnswers: (count) => {
      lost = count;
    },
    setDown: (down, how = { status: 503, headers: { "stripe-should-retry": "false" } }) => {
      outage = down ? how : undefined;
    },
    pay(id, { declineCode, received } = {}) {
      const intent = intentOf(id);
      if (intent.status !== "requires_payment_method") throw new Error(`${id} cannot be paid`);
      if (declineCode) {
        intent.last_payment_error = {
          type: "card_error",
          code: "card_declined",
          decline_code: declineCode,
        };
        return;
      }
      intent.status = "succeeded";
      intent.amount_received = received ?? intent.amount;
      intent.latest_charge = nextId("ch");
      intent.last_payment_error = null;
    },
    dispute(id, rupiah) {
      const amount = rupiah === undefined ? intentOf(id).amount : rupiah * 100;
      const status = "needs_response";
      movements.push({ id: nextId("dp"), object: "dispute", payment_intent: id, amount, status });
    },
    winDispute(id) {
      for (const item of movements) {
        if (item.object === "dispute" && item.payment_intent === id) item.status = "won";
      }
    },
    failRefunds(id) {
      for (const item of movements) {
        if (item.object === "refund" && item.payment_intent === id) item.status = "failed";
      }
    },
    event(id, type, { secret, at, livemode = false, eventId } = {}) {
      const payload = JSON.stringify({
        id: eventId ?? nextId("evt"),
        object: "event",
        type,
        livemode,
        data: { object: { id, object: "payment_intent" } },
      });
      const header = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: secret ?? stripeKeys.webhookSecrets[0],
        timestamp: Math.floor((at ?? new Date()).getTime() / 1000),
      });
      return { headers: new Headers({ "stripe-signature": header }), body: Buffer.from(payload) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function failure(status: number, code: string, message: string, type?: string): Answer {
  const kind = type ?? (status >= 500 ? "api_error" : "invalid_request_error");
  return { status, body: { error: { type: kind, code, message } } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
