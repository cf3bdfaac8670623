import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { PaymentProvider, ProviderMethod } from "#integrations/payment/provider.ts";
import { findProvider, listProviders } from "#integrations/payment/providers.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { PaymentGroup, PaymentMethod } from "./payment-method.ts";

interface Look {
  readonly group: PaymentGroup;
  readonly name: Readonly<Record<Language, string>>;
}

const same = (name: string) => ({ id: name, en: name });

/** The display names of the payment methods and their groups. */
const looks: Readonly<Record<string, Look>> = {
  // Not a payment method: a value of `payment` in sales reports.
  "deposit:several": {
    group: "more",
    name: {
      id: "Uang muka dan pelunasan dengan cara berbeda",
      en: "Deposit and balance by different methods",
    },
  },
  "builtin:qris": { group: "qris", name: same("QRIS") },
  "builtin:va_bca": { group: "bank", name: same("BCA Virtual Account") },
  "builtin:va_mandiri": { group: "bank", name: same("Mandiri Virtual Account") },
  "builtin:va_bni": { group: "bank", name: same("BNI Virtual Account") },
  "builtin:va_bri": { group: "bank", name: same("BRI Virtual Account") },
  "builtin:va_permata": { group: "bank", name: same("Permata Virtual Account") },
  "builtin:device": {
    group: "wallet",
    name: { id: "Apple Pay / Google Pay", en: "Apple Pay / Google Pay" },
  },
  "builtin:wallet": {
    group: "wallet",
    name: {
      id: "E-wallet (GoPay, OVO, DANA, ShopeePay)",
      en: "E-wallet (GoPay, OVO, DANA, ShopeePay)",
    },
  },
  "builtin:card": {
    group: "card",
    name: { id: "Kartu debit atau kredit", en: "Debit or credit card" },
  },
  "stripe:automatic": {
    group: "card",
    name: { id: "Kartu, Apple Pay, Google Pay", en: "Card, Apple Pay, Google Pay" },
  },
  "midtrans:snap": {
    group: "more",
    name: {
      id: "GoPay, ShopeePay, QRIS, virtual account, minimarket",
      en: "GoPay, ShopeePay, QRIS, virtual account, convenience store",
    },
  },
  "transfer:bank": { group: "bank", name: { id: "Transfer bank", en: "Bank transfer" } },
  "cod:cash": {
    group: "cash",
    name: { id: "COD (bayar di tempat)", en: "Cash on delivery (COD)" },
  },
  "counter:cash": { group: "cash", name: { id: "Tunai di kasir", en: "Cash at the counter" } },
  "counter:reader": {
    group: "card",
    name: { id: "QRIS/EDC di kasir", en: "QRIS or card reader at the counter" },
  },
  "counter:transfer": {
    group: "bank",
    name: { id: "Transfer bank (sudah diterima)", en: "Bank transfer (received)" },
  },
};

const account = same("virtual account");
const counter = { id: "minimarket", en: "convenience store" };

/** The names of channels in which a provider takes the payment, e.g. Midtrans' `enabled_payments`. */
const channelNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  gopay: same("GoPay"),
  shopeepay: same("ShopeePay"),
  other_qris: same("QRIS"),
  dana: same("DANA"),
  ovo: same("OVO"),
  bca_va: account,
  bni_va: account,
  bri_va: account,
  echannel: account,
  permata_va: account,
  cimb_va: account,
  bsi_va: account,
  danamon_va: account,
  other_va: account,
  alfamart: counter,
  indomaret: counter,
  kredivo: same("Kredivo"),
  akulaku: same("Akulaku"),
  credit_card: { id: "kartu", en: "card" },
};

/** E.g. "GoPay, DANA, virtual account": each name once. */
function nameChannels(channels: readonly string[], language: Language): string {
  const names = new Set(channels.map((channel) => channelNames[channel]?.[language] ?? channel));
  const text = [...names].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Groups from the most to the least used in Indonesia. */
const order: readonly PaymentGroup[] = ["qris", "more", "bank", "wallet", "card", "cash"];

export interface ChosenMethod {
  readonly provider: PaymentProvider;
  readonly method: ProviderMethod;
}

/** `{provider}:{method}` */
export function methodId({ provider, method }: ChosenMethod): string {
  return `${provider.name}:${method.id}`;
}

/** @returns undefined when the method is not offered */
export function findMethod(id: string): ChosenMethod | undefined {
  return allMethods().find((chosen) => methodId(chosen) === id);
}

/** A method of money that staff received already. No buyer is offered it. */
export function findCounterMethod(id: string): ChosenMethod | undefined {
  const provider = findProvider("counter");
  return provider.methods
    .map((method) => ({ provider, method }))
    .find((chosen) => methodId(chosen) === id);
}

/** All payment methods, in the order of their groups. */
export function allMethods(): ChosenMethod[] {
  const all = listProviders().flatMap((provider) =>
    provider.methods.map((method) => ({ provider, method })),
  );
  const place = (chosen: ChosenMethod) => order.indexOf(lookOf(methodId(chosen)).group);
  return all.sort((a, b) => place(a) - place(b));
}

const findUsable = cached(
  "usableMethods",
  async () => {
    const [usable] = await asShop()<Record<string, boolean>[]>`
      select exists (select from bank_accounts where enabled) as "transfer:bank",
        exists (select from shipping_zones where cash_on_delivery and serviceable) as "cod:cash"`;
    return usable ?? {};
  },
  withoutProducts,
);

/** Methods available to at least one purchase: a transfer needs a bank account, COD a zone that accepts it. */
export async function listUsableMethods(language: Language): Promise<PaymentMethod[]> {
  const usable = await findUsable();
  return listPaymentMethods(language).filter(({ id }) => usable[id] ?? true);
}

/** All payment methods, regardless of a purchase. */
export function listPaymentMethods(language: Language): PaymentMethod[] {
  return allMethods().map((chosen) => nameMethod(chosen, language));
}

export function nameMethod(chosen: ChosenMethod, language: Language): PaymentMethod {
  const id = methodId(chosen);
  const { kind, channels } = chosen.method;
  return { id, name: methodName(id, language), kind, group: lookOf(id).group, channels };
}

/** The display name of a payment method, whether or not it is offered now. @param id `{provider}:{method}` */
export function methodName(id: string, language: Language): string {
  const channels = findMethod(id)?.method.channels;
  return channels ? nameChannels(channels, language) : lookOf(id).name[language];
}

function lookOf(id: string): Look {
  return (Object.hasOwn(looks, id) ? looks[id] : undefined) ?? { group: "more", name: same(id) };
}
