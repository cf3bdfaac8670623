import { authSettingNames } from "./auth-config.ts";
import { courierSettingNames } from "./courier-config.ts";
import { nearestName } from "./nearest-name.ts";
import { operationsSettingNames } from "./operations-config.ts";
import { paymentSettingNames } from "./payment-config.ts";
import { appSettingPrefix, restNames } from "./rest-config.server.ts";
import { fileSettingNames } from "./secret-files.server.ts";

const knownNames = new Set<string>([
  ...restNames,
  "HOST",
  "PORT",
  "WORKER_PORT",
  "PUBLIC_URL",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "MIGRATE",
  "STORAGE_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "SMTP_NEWS_URL",
  "MAIL_NEWS_FROM",
  "MAIL_EVENTS_SECRET",
  "MAIL_BOUNCES",
  "MAIL_DKIM",
  "RECAPTCHA_SITE_KEY",
  "RECAPTCHA_SECRET_KEY",
  "RECAPTCHA_API_URL",
  "ICON_HOSTS",
  "SEED",
  "ALLOW_DEMO_DATA",
  "BACKUPS",
  "ROLE",
  "LOG_LEVEL",
  "DEV_PAGES",
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SUPABASE_ANON_KEY",
  "SUPABASE_SERVICE_ROLE_KEY",
  "SUPABASE_JWT_SECRET",
  "SMS_URL",
  "AUTH_REDIRECTS",
  "API_ORIGINS",
  "TRUSTED_PROXIES",
  "CONNECTIONS_PER_ADDRESS",
  "PAGES_PER_ADDRESS",
  "UNLIMITED_ADDRESSES",
  "BLOCKED_ADDRESSES",
  "REQUEST_LOG",
  "STOP_GRACE",
  "REALTIME_PUBLIC",
  "KEYS",
  ...authSettingNames,
  ...paymentSettingNames,
  ...courierSettingNames,
  ...operationsSettingNames,
  ...fileSettingNames,
]);

/**
 * Similarity above which an unknown name counts as a misspelt setting. Names that platforms and other
 * programs set (`MAIL`, `STORAGE_SERVICE_HOST`, `DATABASE_PUBLIC_URL`) score below it.
 */
const minSimilarity = 0.86;

/**
 * Names that other programs use for one of our settings. They are reported, because a program that ignores the setting
 * runs unsafely without a warning.
 */
const otherNames: Readonly<Record<string, string>> = { TRUST_PROXY: "TRUSTED_PROXIES" };

/** The setting that a misspelt name means. Undefined for a setting's own name, and for names of other programs. */
export function meantSetting(name: string): string | undefined {
  if (knownNames.has(name) || name.startsWith(appSettingPrefix)) return undefined;
  return otherNames[name] ?? nearestName(name, knownNames, minSimilarity);
}
