/** Settings of the payment providers. Problems never repeat amounts or keys. */
export interface PaymentConfig {
  readonly payments: readonly PaymentProviderName[];
  readonly stripe: StripeSettings | undefined;
  readonly midtrans: MidtransSettings | undefined;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Newest first; two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
  /** Replaces Stripe's address, for a test double. */
  readonly apiUrl: string | undefined;
}

export interface MidtransSettings {
  readonly serverKey: string;
  readonly clientKey: string;
  readonly mode: "test" | "live";
  /** The channels that the merchant chose; undefined: all that the account has. */
  readonly channels: readonly MidtransChannel[] | undefined;
  /** Replaces both of Midtrans' addresses, for a test double. */
  readonly apiUrl: string | undefined;
}

/** Channels of Snap by their names in `enabled_payments`: docs.midtrans.com/reference/request-body-json-parameter. */
export const midtransChannels = [
  "gopay",
  "shopeepay",
  "other_qris",
  "dana",
  "ovo",
  "bca_va",
  "bni_va",
  "bri_va",
  "echannel",
  "permata_va",
  "cimb_va",
  "bsi_va",
  "danamon_va",
  "other_va",
  "alfamart",
  "indomaret",
  "kredivo",
  "akulaku",
  "credit_card",
] as const;
export type MidtransChannel = (typeof midtransChannels)[number];

export const paymentProviderNames = ["builtin", "stripe", "midtrans", "transfer", "cod"] as const;
export type PaymentProviderName = (typeof paymentProviderNames)[number];

export const paymentSettingNames = [
  "PAYMENTS",
  "ALLOW_BUILTIN_PAYMENTS",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_API_URL",
  "MIDTRANS_SERVER_KEY",
  "MIDTRANS_CLIENT_KEY",
  "MIDTRANS_MODE",
  "MIDTRANS_PAYMENTS",
  "MIDTRANS_API_URL",
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** A signature with a shorter secret could be guessed. */
const shortestSecret = 16;

/** @param problem called with each missing or invalid setting */
export function readPaymentConfig(
  env: Environment,
  production: boolean,
  problem: (text: string) => void,
): PaymentConfig {
  const payments: PaymentProviderName[] = [];
  const mayPlay = !production || env.ALLOW_BUILTIN_PAYMENTS === "1";
  for (const name of list(env.PAYMENTS || (mayPlay ? "builtin,transfer,cod" : "transfer"))) {
    const known = paymentProviderNames.find((item) => item === name);
    if (known && !payments.includes(known)) payments.push(known);
    else if (!known) {
      problem(`PAYMENTS names "${name}", but knows only: ${paymentProviderNames.join(", ")}`);
    }
  }
  if (payments.includes("builtin") && !mayPlay) {
    problem(
      "PAYMENTS=builtin takes no real money; set ALLOW_BUILTIN_PAYMENTS=1 to run it in production anyway",
    );
  }
  return {
    payments,
    stripe: payments.includes("stripe") ? readStripe(env, problem) : undefined,
    midtrans: payments.includes("midtrans") ? readMidtrans(env, problem) : undefined,
  };
}

function readStripe(env: Environment, problem: (text: string) => void): StripeSettings {
  const secretKey = env.STRIPE_SECRET_KEY ?? "";
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? "";
  const webhookSecrets = list(env.STRIPE_WEBHOOK_SECRET ?? "");
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey)) {
    problem(
      "STRIPE_SECRET_KEY must be set and start with sk_test_, sk_live_, rk_test_ or rk_live_",
    );
  }
  if (!/^pk_(test|live)_\w+$/.test(publishableKey)) {
    problem("STRIPE_PUBLISHABLE_KEY must be set and start with pk_test_ or pk_live_");
  } else if (secretKey.split("_")[1] !== publishableKey.split("_")[1]) {
    problem("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes");
  }
  if (webhookSecrets.length === 0 || webhookSecrets.some((text) => text.length < shortestSecret)) {
    problem("STRIPE_WEBHOOK_SECRET must be set: one secret, or two with a comma while they change");
  }
  const apiUrl = address(env, "STRIPE_API_URL", problem);
  return { secretKey, publishableKey, webhookSecrets, apiUrl };
}

function readMidtrans(env: Environment, problem: (text: string) => void): MidtransSettings {
  const serverKey = env.MIDTRANS_SERVER_KEY ?? "";
  const clientKey = env.MIDTRANS_CLIENT_KEY ?? "";
  if (serverKey.length < shortestSecret) problem("MIDTRANS_SERVER_KEY must be set");
  if (clientKey.length < shortestSecret) problem("MIDTRANS_CLIENT_KEY must be set");
  const isSandboxKey = (key: string) => key.startsWith("SB-");
  if (isSandboxKey(serverKey) !== isSandboxKey(clientKey)) {
    problem("MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY are of different modes");
  }
  const mode = env.MIDTRANS_MODE || (isSandboxKey(serverKey) ? "sandbox" : "production");
  if (mode !== "sandbox" && mode !== "production") {
    problem(`MIDTRANS_MODE is "${mode}", but must be one of: sandbox, production`);
  }
  return {
    serverKey,
    clientKey,
    mode: mode === "production" ? "live" : "test",
    channels: readChannels(env.MIDTRANS_PAYMENTS ?? "", problem),
    apiUrl: address(env, "MIDTRANS_API_URL", problem),
  };
}

function readChannels(
  text: string,
  problem: (text: string) => void,
): readonly MidtransChannel[] | undefined {
  const names = list(text);
  const unknown = names.filter((name) => !midtransChannels.some((known) => known === name));
  for (const name of unknown) {
    problem(`MIDTRANS_PAYMENTS names "${name}", but knows only: ${midtransChannels.join(", ")}`);
  }
  const chosen = midtransChannels.filter((known) => names.includes(known));
  return chosen.length > 0 ? chosen : undefined;
}

function address(
  env: Environment,
  name: string,
  problem: (text: string) => void,
): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) {
    return value.replace(/\/+$/, "");
  }
  problem(`${name} must be an address that starts with http: or https:`);
  return undefined;
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
