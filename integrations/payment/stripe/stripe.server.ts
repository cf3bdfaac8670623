import type Stripe from "stripe";
import { dateNow } from "#base/clock.ts";
import type { StripeSettings } from "#base/payment-config.ts";
import { type Circuit, circuit, ProviderUnavailable, secondsOf, unavailable } from "../circuit.ts";
import type { PaymentProvider, RefundRequest } from "../provider.ts";
import { isSigned } from "../signature.ts";
import { toMinorUnits, toProviderPayment } from "./payment-intent.ts";

/**
 * Timeout of one call in milliseconds; a lost answer is retried twice with the same key. The circuit's timeout limits
 * the whole.
 */
const timeout = 10_000;
const maxNetworkRetries = 2;
/** Refunds and disputes of one payment, in lists of 100. Stripe's client needs a limit. */
const all = { limit: 10_000 };

/**
 * Stripe: one PaymentIntent for each attempt, with the methods that the account offers (cards, Apple Pay, Google Pay,
 * Link). The fields in the browser are Stripe's own, so no card data reaches the shop (PCI SAQ A). Wire format:
 * docs.stripe.com/api/payment_intents, /webhooks#verify-manually.
 */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const mode = settings.secretKey.includes("_live_") ? "live" : "test";
  const client = lazyClient(settings);
  const way = circuit();
  const ask = askThrough(way, client);
  return {
    name: "stripe",
    mode,
    openForSeconds: () => way.openForSeconds(),
    methods: [{ id: "automatic", kind: "card", pace: "quick", refundable: true }],
    browser: {
      script: "https://js.stripe.com/v3/",
      options: { publishableKey: settings.publishableKey },
      policy: {
        script: ["https://js.stripe.com", "https://*.js.stripe.com"],
        frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
        connect: ["https://api.stripe.com"],
        image: ["https://*.stripe.com"],
      },
    },

    async create(request) {
      try {
        const intent = await ask((stripe) =>
          stripe.paymentIntents.create(
            {
              amount: toMinorUnits(request.amount),
              currency: request.currency.toLowerCase(),
              automatic_payment_methods: { enabled: true },
              description: request.description,
              metadata: { attempt_id: request.id },
            },
            { idempotencyKey: request.id },
          ),
        );
        return {
          providerPaymentId: intent.id,
          client: { clientSecret: intent.client_secret ?? "" },
        };
      } catch (cause) {
        throw unavailable(cause);
      }
    },

    async fetch(id) {
      try {
        return await ask(async (stripe) => {
          const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
          const wasCharged = intent.latest_charge !== null && intent.status === "succeeded";
          const [refunds, disputes] = wasCharged
            ? await Promise.all([
                stripe.refunds.list({ payment_intent: id, limit: 100 }).autoPagingToArray(all),
                stripe.disputes.list({ payment_intent: id, limit: 100 }).autoPagingToArray(all),
              ])
            : [[], []];
          return toProviderPayment(intent, refunds, disputes);
        });
      } catch (error) {
        if (codeOf(error) === "resource_missing") return undefined;
        throw error;
      }
    },

    async cancel(id) {
      try {
        await ask((stripe) => stripe.paymentIntents.cancel(id));
        return true;
      } catch (error) {
        if (codeOf(error) !== "payment_intent_unexpected_state") throw error;
        // Cancelled before, or paid, or in progress.
        const intent = await ask((stripe) => stripe.paymentIntents.retrieve(id));
        return intent.status === "canceled";
      }
    },

    async refund({ providerPaymentId, amount, key }: RefundRequest) {
      const refund = await ask((stripe) =>
        stripe.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: toMinorUnits(amount),
            metadata: { refund_id: key },
          },
          { idempotencyKey: `refund-${key}` },
        ),
      );
      return { reference: refund.id };
    },

    readNotification(headers, rawBody) {
      const header = headers.get("stripe-signature");
      const now = dateNow();
      if (!settings.webhookSecrets.some((secret) => isSigned(secret, header, rawBody, now))) {
        return undefined;
      }
      const event = parse(rawBody);
      if (!event || event.livemode !== (mode === "live")) return undefined;
      return {
        eventId: event.id,
        providerPaymentId: event.intent,
        // The event holds names and addresses, which are not stored: the payment is fetched from Stripe.
        body: { type: event.type },
      };
    },
  };
}

/** Loads the client library at the first payment, not at the start of the program. */
function lazyClient(settings: StripeSettings): () => Promise<Stripe> {
  let opened: Promise<Stripe> | undefined;
  return () => {
    opened ??= import("stripe").then(({ default: Client }) => {
      const url = settings.apiUrl ? new URL(settings.apiUrl) : undefined;
      return new Client(settings.secretKey, {
        timeout,
        maxNetworkRetries,
        telemetry: false,
        ...(url
          ? {
              protocol: url.protocol === "http:" ? "http" : "https",
              host: url.hostname,
              port: url.port || (url.protocol === "http:" ? 80 : 443),
            }
          : {}),
      });
    });
    return opened;
  };
}

/** Converts the library's errors of an unavailable provider to `ProviderUnavailable`. */
function askThrough(
  way: Circuit,
  client: () => Promise<Stripe>,
): <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T> {
  return async (work) => {
    const stripe = await client();
    return way.call(() =>
      work(stripe).catch((error: unknown) => {
        throw isAbsence(error)
          ? new ProviderUnavailable(error, secondsOf(error.headers?.["retry-after"]))
          : error;
      }),
    );
  };
}

/** docs.stripe.com/api/errors/handling: no connection, Stripe's own failures, too many requests. */
function isAbsence(error: unknown): error is { readonly headers?: Record<string, string> } {
  const { type = "", statusCode = 0 } = (error ?? {}) as { type?: string; statusCode?: number };
  return type === "StripeConnectionError" || statusCode >= 500 || statusCode === 429;
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}

interface EventFacts {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  /** Empty when the event is not about a payment. */
  readonly intent: string;
}

function parse(rawBody: Uint8Array): EventFacts | undefined {
  let event: unknown;
  try {
    event = JSON.parse(Buffer.from(rawBody).toString("utf8"));
  } catch {
    return undefined;
  }
  const { id, type, livemode, data } = (event ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || typeof type !== "string" || typeof livemode !== "boolean") {
    return undefined;
  }
  const object = (data as { object?: Record<string, unknown> } | undefined)?.object ?? {};
  const intent = object.object === "payment_intent" ? object.id : object.payment_intent;
  return { id, type, livemode, intent: typeof intent === "string" ? intent : "" };
}
