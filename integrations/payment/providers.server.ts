import type { Config } from "#base/config-type.ts";
import { AppError } from "#base/errors.ts";
import type { PaymentProviderName } from "#base/payment-config.ts";
import { builtinProvider } from "./builtin/builtin.server.ts";
import { cashProvider, counterProvider, transferProvider } from "./by-hand/by-hand.server.ts";
import { midtransProvider } from "./midtrans/midtrans.server.ts";
import type { PaymentProvider } from "./provider.ts";
import { stripeProvider } from "./stripe/stripe.server.ts";

// On globalThis for the same reason as the database pools: the screens' build has its own module graph.
const key = Symbol.for("etalase.payment-providers");
const registry = globalThis as unknown as Record<
  symbol,
  ReadonlyMap<string, PaymentProvider> | undefined
>;

/** Opens the providers named in the settings, in their order. */
export function openProviders(
  config: Pick<Config, "payments" | "stripe" | "midtrans">,
  secrets: { builtin: string },
): void {
  const { stripe, midtrans } = config;
  const makers: Readonly<Record<PaymentProviderName, () => PaymentProvider | undefined>> = {
    builtin: () => builtinProvider(secrets.builtin),
    stripe: () => stripe && stripeProvider(stripe),
    midtrans: () => midtrans && midtransProvider(midtrans),
    transfer: transferProvider,
    cod: cashProvider,
  };
  const opened = config.payments.flatMap((name) => makers[name]() ?? []);
  registry[key] = new Map(opened.map((provider) => [provider.name, provider]));
}

export function listProviders(): PaymentProvider[] {
  return [...(registry[key]?.values() ?? [])];
}

/** Settled by staff: their open payments end although `PAYMENTS` no longer offers them. */
const byHand = new Map(
  [transferProvider(), cashProvider(), counterProvider()].map((one) => [one.name, one]),
);

/** Names of the providers whose payments staff settle, whether or not `PAYMENTS` offers them. */
export const settledByHand: readonly string[] = [...byHand.keys()];

/** Names of the providers whose payments can be followed. */
export function connectedProviders(): string[] {
  return [...new Set([...(registry[key]?.keys() ?? []), ...settledByHand])];
}

/** @throws AppError `payment_provider_unknown` 404 */
export function findProvider(name: string): PaymentProvider {
  const provider = registry[key]?.get(name) ?? byHand.get(name);
  if (!provider) throw new AppError("payment_provider_unknown", 404);
  return provider;
}
