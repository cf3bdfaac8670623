/** An external identity provider that people can sign in with. */
export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** Kinds of requests that are rate-limited by client address. */
export type AuthLimit = "token" | "verify" | "mail" | "factor" | "anonymous";

/** Settings of sign-in and live messages; an absent one has its default. Durations in seconds. */
export interface AuthConfig {
  readonly autoconfirm?: boolean;
  readonly phoneAutoconfirm?: boolean;
  readonly disableSignup?: boolean;
  readonly email?: boolean;
  readonly phone?: boolean;
  readonly anonymous?: boolean;
  readonly manualLinking?: boolean;
  readonly secureEmailChange?: boolean;
  readonly passwordStrength?: boolean;
  /** Whether sign-up and sign-in need a solved captcha. */
  readonly captcha?: boolean;
  readonly passwordMinLength?: number;
  readonly accessTokenLife?: number;
  readonly reuseInterval?: number;
  readonly codeLength?: number;
  readonly codeLife?: number;
  readonly smsCodeLife?: number;
  readonly mailInterval?: number;
  readonly mailsPerDay?: number;
  readonly smsInterval?: number;
  readonly smsPerDay?: number;
  /** Days after which a guest without orders is deleted. */
  readonly anonymousDays?: number;
  /** Requests that one address may make in each window of `backend/auth/settings.ts`. */
  readonly limits?: Readonly<Partial<Record<AuthLimit, number>>>;
  readonly passwordCharacters?: readonly string[];
  readonly factors?: Readonly<Record<"totp" | "phone", boolean>>;
  readonly providers?: Readonly<Record<string, ProviderConfig>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const flags = {
  AUTH_AUTOCONFIRM: "autoconfirm",
  AUTH_SMS_AUTOCONFIRM: "phoneAutoconfirm",
  AUTH_DISABLE_SIGNUP: "disableSignup",
  AUTH_EMAIL: "email",
  AUTH_PHONE: "phone",
  AUTH_ANONYMOUS: "anonymous",
  AUTH_MANUAL_LINKING: "manualLinking",
  AUTH_SECURE_EMAIL_CHANGE: "secureEmailChange",
  AUTH_PASSWORD_STRENGTH: "passwordStrength",
  AUTH_CAPTCHA: "captcha",
} as const satisfies Record<string, keyof AuthConfig>;

const numbers = {
  AUTH_PASSWORD_MIN_LENGTH: ["passwordMinLength", 6, 72],
  AUTH_TOKEN_LIFE: ["accessTokenLife", 60, 86_400],
  AUTH_REUSE_INTERVAL: ["reuseInterval", 0, 600],
  AUTH_CODE_LENGTH: ["codeLength", 6, 10],
  AUTH_CODE_LIFE: ["codeLife", 60, 86_400],
  AUTH_SMS_CODE_LIFE: ["smsCodeLife", 60, 3_600],
  AUTH_MAIL_INTERVAL: ["mailInterval", 0, 86_400],
  AUTH_MAILS_PER_DAY: ["mailsPerDay", 1, 10_000],
  AUTH_SMS_INTERVAL: ["smsInterval", 0, 86_400],
  AUTH_SMS_PER_DAY: ["smsPerDay", 1, 10_000],
  AUTH_ANONYMOUS_DAYS: ["anonymousDays", 1, 3_650],
} as const satisfies Record<string, readonly [keyof AuthConfig, number, number]>;

const limits = {
  AUTH_LIMIT_TOKEN: "token",
  AUTH_LIMIT_VERIFY: "verify",
  AUTH_LIMIT_MAIL: "mail",
  AUTH_LIMIT_FACTOR: "factor",
  AUTH_LIMIT_ANONYMOUS: "anonymous",
} as const satisfies Record<string, AuthLimit>;

const characterSets = {
  lower: "abcdefghijklmnopqrstuvwxyz",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  digits: "0123456789",
  symbols: "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~",
} as const;
const factorNames = ["totp", "phone"] as const;
const providerNames = {
  GOOGLE_CLIENT_ID: "https://accounts.google.com",
} as const;

/** Every environment variable that this module reads. */
export const authSettingNames: readonly string[] = [
  ...Object.keys(flags),
  ...Object.keys(numbers),
  ...Object.keys(limits),
  ...Object.keys(providerNames),
  "GOOGLE_CLIENT_SECRET",
  "AUTH_PASSWORD_CHARACTERS",
  "AUTH_FACTORS",
  "OIDC_NAME",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_SCOPES",
];

/** @param report called with each invalid setting */
export function readAuthConfig(env: Environment, report: (problem: string) => void): AuthConfig {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(flags)) {
    const value = env[name] || undefined;
    if (value === undefined) continue;
    if (value === "0" || value === "1") found[field] = value === "1";
    else report(`${name} is "${value}", but must be one of: 0, 1`);
  }
  for (const [name, [field, least, max]] of Object.entries(numbers)) {
    const number = numberOf(env, name, least, max, report);
    if (number !== undefined) found[field] = number;
  }
  const counted: Partial<Record<AuthLimit, number>> = {};
  for (const [name, kind] of Object.entries(limits)) {
    const number = numberOf(env, name, 1, 999_999, report);
    if (number !== undefined) counted[kind] = number;
  }
  if (Object.keys(counted).length > 0) found.limits = counted;
  const characters = listOf(env, "AUTH_PASSWORD_CHARACTERS", Object.keys(characterSets), report);
  if (characters) {
    found.passwordCharacters = characters.map((set) => characterSets[set as "lower"]);
  }
  const factors = listOf(env, "AUTH_FACTORS", [...factorNames, "none"], report);
  if (factors) {
    found.factors = { totp: factors.includes("totp"), phone: factors.includes("phone") };
  }
  const providers = readProviders(env, report);
  if (Object.keys(providers).length > 0) found.providers = providers;
  return found as AuthConfig;
}

function numberOf(
  env: Environment,
  name: string,
  least: number,
  max: number,
  report: (problem: string) => void,
): number | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : -1;
  if (number >= least && number <= max) return number;
  report(`${name} is "${value}", but must be a whole number from ${least} to ${max}`);
  return undefined;
}

function listOf(
  env: Environment,
  name: string,
  allowed: readonly string[],
  report: (problem: string) => void,
): readonly string[] | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  const parts = text.split(",").map((part) => part.trim());
  const unknown = parts.filter((part) => !allowed.includes(part));
  for (const part of unknown)
    report(`${name} names "${part}", but knows only: ${allowed.join(", ")}`);
  return unknown.length > 0 ? undefined : parts;
}

function readProviders(
  env: Environment,
  report: (problem: string) => void,
): Record<string, ProviderConfig> {
  const providers: Record<string, ProviderConfig> = {};
  const google = env.GOOGLE_CLIENT_ID;
  if (google) {
    if (!env.GOOGLE_CLIENT_SECRET) report("GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET");
    providers.google = {
      issuer: providerNames.GOOGLE_CLIENT_ID,
      clientId: google,
      clientSecret: env.GOOGLE_CLIENT_SECRET ?? "",
      scopes: [],
    };
  }
  const issuer = env.OIDC_ISSUER;
  if (!issuer) return providers;
  const isSafe =
    URL.canParse(issuer) &&
    (issuer.startsWith("https:") || ["localhost", "127.0.0.1"].includes(new URL(issuer).hostname));
  if (!isSafe) report("OIDC_ISSUER must be an address that starts with https:");
  const name = env.OIDC_NAME || "oidc";
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name) || ["email", "phone", "google"].includes(name)) {
    report(`OIDC_NAME is "${name}", but must be a new name of small letters`);
  }
  if (!env.OIDC_CLIENT_ID || !env.OIDC_CLIENT_SECRET) {
    report("OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET");
  }
  providers[name] = {
    issuer,
    clientId: env.OIDC_CLIENT_ID ?? "",
    clientSecret: env.OIDC_CLIENT_SECRET ?? "",
    scopes: (env.OIDC_SCOPES ?? "").split(/[\s,]+/).filter(Boolean),
  };
  return providers;
}
