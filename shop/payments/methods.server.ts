import type { Language } from "#base/language.ts";
import type { PaymentProvider, ProviderMethod } from "#integrations/payment/provider.ts";
import { listProviders } from "#integrations/payment/providers.server.ts";
import type { PaymentMethod } from "./payment-method.ts";

const names: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  card: { id: "Kartu debit atau kredit", en: "Debit or credit card" },
};

/** How a customer can pay now, in the order of the settings. */
export function listPaymentMethods(language: Language): PaymentMethod[] {
  return listProviders().flatMap((provider) =>
    provider.methods.map((method) => ({
      id: `${provider.name}:${method.id}`,
      name: names[method.id]?.[language] ?? method.id,
      kind: method.kind,
    })),
  );
}

export interface ChosenMethod {
  readonly provider: PaymentProvider;
  readonly method: ProviderMethod;
}

/** @param id `{provider}:{method}` @returns undefined when it is not offered */
export function findMethod(id: string): ChosenMethod | undefined {
  for (const provider of listProviders()) {
    const method = provider.methods.find((candidate) => `${provider.name}:${candidate.id}` === id);
    if (method) return { provider, method };
  }
  return undefined;
}
