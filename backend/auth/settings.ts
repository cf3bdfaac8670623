import type { RateLimit } from "#backend/gateway/rate-limit.server.ts";

/** How sign-in behaves. Durations in seconds. */
export interface AuthSettings {
  /** True: nobody needs to confirm an address. For development only. */
  readonly autoconfirm: boolean;
  readonly disableSignup: boolean;
  /** Accounts with a phone number. */
  readonly phone: boolean;
  readonly accessTokenLife: number;
  /** Deliberately shorter than GoTrue's day: six digits must not stay guessable for long. */
  readonly codeLife: number;
  /** Wrong codes a person may enter before codes are locked. */
  readonly maxMisses: number;
  /** First lock; each further one lasts twice as long, up to a day. */
  readonly lockSeconds: number;
  /** Between two mails to one address. */
  readonly mailInterval: number;
  readonly mailsPerDay: number;
  /** How long a refresh token that was just used may be used once more (two tabs, a lost answer). */
  readonly reuseInterval: number;
  readonly passwordMinLength: number;
  /** Asks for a lower-case and an upper-case letter and a digit. */
  readonly passwordCharacters: boolean;
  /** A change of address must be confirmed from the old and from the new one. */
  readonly secureEmailChange: boolean;
  /** A change of password needs a code by mail when the session is older than a day. */
  readonly reauthenticateForPassword: boolean;
  /** Requests an address may make in five minutes. */
  readonly limits: Readonly<Record<"token" | "verify" | "mail" | "factor", RateLimit>>;
}

export const defaultAuthSettings: AuthSettings = {
  autoconfirm: false,
  disableSignup: false,
  phone: true,
  accessTokenLife: 3600,
  codeLife: 600,
  maxMisses: 10,
  lockSeconds: 900,
  mailInterval: 60,
  mailsPerDay: 20,
  reuseInterval: 10,
  passwordMinLength: 8,
  passwordCharacters: false,
  secureEmailChange: true,
  reauthenticateForPassword: false,
  limits: {
    token: { limit: 150, windowSeconds: 300 },
    verify: { limit: 30, windowSeconds: 300 },
    mail: { limit: 30, windowSeconds: 300 },
    factor: { limit: 15, windowSeconds: 60 },
  },
};
