import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that hold a secret, or an address with a password. Each may come from a file: `SMTP_URL_FILE=/run/secrets/smtp`. */
export const secretSettingNames: readonly string[] = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "KEYS",
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SUPABASE_ANON_KEY",
  "SUPABASE_SERVICE_ROLE_KEY",
  "SUPABASE_JWT_SECRET",
  "STORAGE_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "SMTP_URL",
  "SMTP_NEWS_URL",
  "MAIL_EVENTS_SECRET",
  "MAIL_BOUNCES",
  "SMS_URL",
  "RECAPTCHA_SECRET_KEY",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "MIDTRANS_SERVER_KEY",
  "RAJAONGKIR_KEY",
  "BITESHIP_KEY",
  "BACKUP_URL",
  "BACKUP_KEY",
];

export const fileSettingNames: readonly string[] = secretSettingNames.map(fileSettingOf);

function fileSettingOf(name: string): string {
  return `${name}_FILE`;
}

/**
 * Reads the settings whose `…_FILE` names a file, as Docker and Kubernetes provide secrets. Line breaks at the end of a
 * file are not part of the secret.
 * @param problem receives a sentence for each setting that cannot be read
 */
export function readSecretFiles(
  env: Environment,
  problem: (text: string) => void,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of secretSettingNames) {
    const file = env[fileSettingOf(name)];
    if (!file) continue;
    if (env[name]) {
      problem(`${name} and ${name}_FILE are both set; keep one of them`);
      continue;
    }
    try {
      found[name] = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
    } catch (error) {
      problem(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return found;
}
