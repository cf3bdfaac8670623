import type { Config } from "#base/config.server.ts";
import { AppError } from "#base/errors.ts";
import { builtinProvider } from "./builtin/builtin.server.ts";
import { cashProvider, transferProvider } from "./by-hand/by-hand.server.ts";
import type { PaymentProvider } from "./provider.ts";

// Kept on globalThis for the same reason as the database pools: the screens' build is a module graph of its own.
const key = Symbol.for("etalase.payment-providers");
const registry = globalThis as unknown as Record<
  symbol,
  ReadonlyMap<string, PaymentProvider> | undefined
>;

/** Opens the providers that the settings name, in their order. */
export function openProviders(
  config: Pick<Config, "payments">,
  secrets: { builtin: string },
): void {
  const makers = {
    builtin: () => builtinProvider(secrets.builtin),
    transfer: transferProvider,
    cod: cashProvider,
  };
  registry[key] = new Map(config.payments.map((name) => [name, makers[name]()]));
}

export function listProviders(): PaymentProvider[] {
  return [...(registry[key]?.values() ?? [])];
}

/** @throws AppError `payment_provider_unknown` 404 */
export function findProvider(name: string): PaymentProvider {
  const provider = registry[key]?.get(name);
  if (!provider) throw new AppError("payment_provider_unknown", 404);
  return provider;
}
