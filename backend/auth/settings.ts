import type { AuthConfig, AuthLimit } from "#base/auth-config.ts";
import type { RateLimit } from "#db/rate-limit.server.ts";
import type { ProviderSettings } from "./oauth/provider.server.ts";

/** Settings of sign-in. Durations in seconds. */
export interface AuthSettings {
  /** True: addresses count as confirmed at sign-up. For development only. */
  readonly autoconfirm: boolean;
  /** The same for phone numbers. */
  readonly phoneAutoconfirm: boolean;
  readonly disableSignup: boolean;
  /** Allows accounts with an email address. */
  readonly email: boolean;
  /** Allows accounts with a phone number. */
  readonly phone: boolean;
  /** Allows anonymous accounts. A function is called on each request. */
  readonly anonymous: boolean | (() => Promise<boolean>);
  /** People may add and remove sign-in methods themselves. */
  readonly manualLinking: boolean;
  /** External identity providers, by the name that clients use. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly accessTokenLife: number;
  /** Digits of a code, 6 to 10. */
  readonly codeLength: number;
  /** Deliberately shorter than GoTrue's day: a six-digit code must not stay guessable for long. */
  readonly codeLife: number;
  readonly smsCodeLife: number;
  /** Life of an invitation's link; its code has the usual life. */
  readonly inviteLife: number;
  /** Wrong codes or passwords for an address before further attempts are locked. */
  readonly maxMisses: number;
  /** First lock; each further one lasts twice as long, up to a day. */
  readonly lockSeconds: number;
  /** Minimum interval between two mails to one address. */
  readonly mailInterval: number;
  readonly mailsPerDay: number;
  /** Minimum interval between two text messages to one number. */
  readonly smsInterval: number;
  readonly smsPerDay: number;
  /** Interval in which a used refresh token is accepted once more (two tabs, a lost answer). */
  readonly reuseInterval: number;
  readonly passwordMinLength: number;
  /** A password needs a character of each, e.g. `["abc", "0123456789"]`. */
  readonly passwordCharacters: readonly string[];
  /** Refuses passwords that are long enough but easy to guess. */
  readonly passwordStrength: boolean;
  /** A change of address must be confirmed from the old and from the new address. */
  readonly secureEmailChange: boolean;
  /** Second factors that people may enrol. */
  readonly factors: Readonly<Record<"totp" | "phone", boolean>>;
  readonly maxFactors: number;
  /** Requests of one network whose answer reveals whether an address has an account. */
  readonly lookupLimit: RateLimit;
  /** Text messages that one network requests to numbers that no account has proven. */
  readonly messageLimit: RateLimit;
  /** Requests of one address in a window. */
  readonly limits: Readonly<Record<AuthLimit, RateLimit>>;
}

export const defaultAuthSettings: AuthSettings = {
  autoconfirm: false,
  phoneAutoconfirm: false,
  disableSignup: false,
  email: true,
  phone: true,
  anonymous: false,
  manualLinking: true,
  providers: {},
  accessTokenLife: 3600,
  codeLength: 6,
  codeLife: 600,
  smsCodeLife: 300,
  inviteLife: 86_400,
  maxMisses: 10,
  lockSeconds: 900,
  mailInterval: 60,
  mailsPerDay: 20,
  smsInterval: 60,
  smsPerDay: 10,
  reuseInterval: 10,
  passwordMinLength: 8,
  passwordCharacters: [],
  passwordStrength: true,
  secureEmailChange: true,
  factors: { totp: true, phone: true },
  maxFactors: 10,
  lookupLimit: { limit: 30, windowSeconds: 3600 },
  messageLimit: { limit: 100, windowSeconds: 86_400 },
  limits: {
    token: { limit: 150, windowSeconds: 300 },
    verify: { limit: 30, windowSeconds: 300 },
    mail: { limit: 30, windowSeconds: 300 },
    factor: { limit: 15, windowSeconds: 60 },
    anonymous: { limit: 30, windowSeconds: 3600 },
  },
};

/** Google's tokens contain its issuer with or without the scheme. */
const googleAliases = ["accounts.google.com"];

/** The environment's configuration as settings. */
export function settingsOf(config: AuthConfig): Partial<AuthSettings> {
  // The creator of this backend chooses the captcha service.
  const { providers, captcha: _, limits, ...others } = config;
  const counted = Object.entries(limits ?? {}).map(([kind, limit]) => [
    kind,
    { ...defaultAuthSettings.limits[kind as AuthLimit], limit },
  ]);
  const rest = {
    ...others,
    limits: { ...defaultAuthSettings.limits, ...Object.fromEntries(counted) },
  };
  if (!providers) return rest;
  const withAliases = Object.entries(providers).map(([name, provider]) => [
    name,
    name === "google" ? { ...provider, issuerAliases: googleAliases } : provider,
  ]);
  return { ...rest, providers: Object.fromEntries(withAliases) };
}

/** Whether anonymous sign-up is allowed now. */
export async function allowsAnonymous({ anonymous }: AuthSettings): Promise<boolean> {
  return typeof anonymous === "function" ? await anonymous() : anonymous;
}
