import path from "node:path";
import { readAuthConfig } from "./auth-config.ts";
import { isNetwork } from "./client-address.ts";
import type { Config } from "./config-type.ts";
import { readCourierConfig } from "./courier-config.ts";
import { readEmail } from "./email-address.ts";
import { OperatorError } from "./errors.ts";
import { logLevels } from "./log.server.ts";
import { readOperationsConfig } from "./operations-config.ts";
import { readPaymentConfig } from "./payment-config.ts";
import { readRestConfig } from "./rest-config.server.ts";
import { fileSettingNames, readSecretFiles } from "./secret-files.server.ts";
import { meantSetting } from "./setting-names.server.ts";
import { storageProblems } from "./storage-config.ts";

/** Lists everything that is missing or wrong in the environment. */
export class ConfigError extends OperatorError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Of MAIL_EVENTS_SECRET. Shorter ones can be guessed. */
const minSecretLength = 16;
/** The name under which the key for signing mails is published: `etalase._domainkey.{domain}`. */
const defaultSelector = "etalase";

/** The login of a mailbox, where that is its address. */
function loginAddress(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  return readEmail(decodeURIComponent(new URL(url).username));
}

const modes = ["production", "development", "test"] as const;

/** @throws ConfigError with every problem */
export function readConfig(given: Environment = process.env): Config {
  const problems: string[] = [];
  const env = { ...given, ...readSecretFiles(given, (problem) => problems.push(problem)) };

  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = env[name];
    if (value === undefined || value === "") return fallback;
    const found = allowed.find((item) => item === value);
    if (found !== undefined) return found;
    problems.push(`${name} is "${value}", but must be one of: ${allowed.join(", ")}`);
    return fallback;
  };
  const flag = (name: string): boolean => oneOf(name, ["0", "1"], "0") === "1";
  const url = (name: string, schemes: readonly string[]): string | undefined => {
    const value = env[name];
    if (value === undefined || value === "") return undefined;
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value;
    // The value may hold a password, so the message never repeats it.
    problems.push(`${name} must be an address that starts with ${schemes.join(" or ")}`);
    return undefined;
  };

  const list = (name: string): readonly string[] =>
    (env[name] ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
  const origins = (name: string): readonly string[] =>
    list(name).flatMap((value) => {
      if (URL.canParse(value) && new URL(value).origin === value) return [value];
      problems.push(`${name} names "${value}", but must name origins, e.g. https://shop.example`);
      return [];
    });

  const networks = (name: string): readonly string[] =>
    list(name).filter((value) => {
      if (isNetwork(value)) return true;
      problems.push(
        `${name} names "${value}", but must name addresses or networks, e.g. 10.0.0.0/8`,
      );
      return false;
    });

  for (const name of Object.keys(env)) {
    const meant = meantSetting(name);
    if (meant) problems.push(`${name} is not a setting of this program; did you mean ${meant}?`);
  }
  const production = oneOf("NODE_ENV", modes, "development") === "production";

  const portOf = (name: string): number | undefined => {
    const value = env[name];
    if (!value) return undefined;
    if (!/^\d+$/.test(value) || Number(value) > 65535) {
      problems.push(`${name} is "${value}", but must be a whole number from 0 to 65535`);
    }
    return Number(value);
  };
  const port = portOf("PORT") ?? 3000;

  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler");
  }

  const perAddress = env.CONNECTIONS_PER_ADDRESS || undefined;
  if (perAddress !== undefined && !/^[1-9]\d{0,5}$/.test(perAddress)) {
    problems.push(`CONNECTIONS_PER_ADDRESS is "${perAddress}", but must be a whole number above 0`);
  }

  const pageStoreMb = env.PAGE_STORE_MB || "48";
  if (!/^\d{1,5}$/.test(pageStoreMb)) {
    problems.push(`PAGE_STORE_MB is "${pageStoreMb}", but must be a whole number of megabytes`);
  }
  const pagesPerAddress = env.PAGES_PER_ADDRESS || "600";
  if (!/^[1-9]\d{0,6}$/.test(pagesPerAddress)) {
    problems.push(`PAGES_PER_ADDRESS is "${pagesPerAddress}", but must be a whole number above 0`);
  }

  const stopGrace = env.STOP_GRACE || "3";
  if (!/^\d+$/.test(stopGrace) || Number(stopGrace) > 10) {
    problems.push(`STOP_GRACE is "${stopGrace}", but must be whole seconds from 0 to 10`);
  }

  const dataDir = path.resolve(env.DATA_DIR || "./data");
  const publicUrl = url("PUBLIC_URL", ["http:", "https:"]) ?? `http://localhost:${port}`;
  if (production && !publicUrl.startsWith("https:") && env.PUBLIC_URL !== undefined) {
    const { hostname } = new URL(publicUrl);
    if (hostname !== "localhost" && hostname !== "127.0.0.1") {
      problems.push("PUBLIC_URL must start with https: in production");
    }
  }

  const seed = oneOf("SEED", ["demo", "none"], production ? "none" : "demo");
  if (production && seed === "demo" && !flag("ALLOW_DEMO_DATA")) {
    problems.push(
      "SEED=demo makes demo accounts; set ALLOW_DEMO_DATA=1 to have them in production, with random passwords",
    );
  }

  const siteKey = env.RECAPTCHA_SITE_KEY || "";
  const secretKey = env.RECAPTCHA_SECRET_KEY || "";
  if ((siteKey === "") !== (secretKey === "")) {
    problems.push("RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY need each other");
  }
  const recaptchaUrl =
    url("RECAPTCHA_API_URL", ["http:", "https:"]) ??
    "https://www.recaptcha.net/recaptcha/api/siteverify";

  const storageUrl =
    url("STORAGE_URL", ["file:", "s3:"]) ?? `file:${path.join(dataDir, "storage")}`;
  problems.push(...storageProblems(storageUrl, env));

  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"]);
  const mailFrom =
    env.MAIL_FROM ||
    (seed === "demo"
      ? "Nota & Co <halo@etalase.test>"
      : // A wrong PORT is in the address too; the list of problems names it.
        `Toko <noreply@${URL.parse(publicUrl)?.hostname ?? "localhost"}>`);

  const mailEventsSecret = env.MAIL_EVENTS_SECRET || undefined;
  if (mailEventsSecret !== undefined && mailEventsSecret.length < minSecretLength) {
    problems.push(`MAIL_EVENTS_SECRET needs at least ${minSecretLength} characters`);
  }
  const bounces = readEmail(env.MAIL_BOUNCES ?? "");
  const mailBouncesUrl = bounces ? undefined : url("MAIL_BOUNCES", ["imaps:"]);
  const dkim = env.MAIL_DKIM || "auto";
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(dkim)) {
    problems.push("MAIL_DKIM must be auto, off, or a selector of lower-case letters, digits and -");
  }

  const config: Config = {
    production,
    host: env.HOST || "127.0.0.1",
    port,
    workerPort: portOf("WORKER_PORT"),
    publicUrl: publicUrl.replace(/\/+$/, ""),
    dataDir,
    databaseUrl: url("DATABASE_URL", ["postgres:", "postgresql:"]),
    databaseDirectUrl: url("DATABASE_DIRECT_URL", ["postgres:", "postgresql:"]),
    migratesAtStart: oneOf("MIGRATE", ["0", "1"], "1") === "1",
    storageUrl,
    smtpUrl,
    mailFrom,
    newsSmtpUrl: url("SMTP_NEWS_URL", ["smtp:", "smtps:"]) ?? smtpUrl,
    newsFrom: env.MAIL_NEWS_FROM || mailFrom,
    mailEventsSecret,
    mailBouncesUrl,
    mailBouncesAddress: bounces ?? loginAddress(mailBouncesUrl),
    dkimSelector: dkim === "off" ? null : dkim === "auto" ? defaultSelector : dkim,
    smsUrl: url("SMS_URL", ["http:", "https:"]),
    recaptcha: siteKey && secretKey ? { siteKey, secretKey, url: recaptchaUrl } : undefined,
    iconHosts: origins("ICON_HOSTS"),
    seed,
    hasExternalBackups: oneOf("BACKUPS", ["own", "external"], "own") === "external",
    role: oneOf("ROLE", ["all", "web", "worker"], "all"),
    logLevel: oneOf("LOG_LEVEL", logLevels, "info"),
    devPages: flag("DEV_PAGES") || !production,
    auth: readAuthConfig(env, (problem) => problems.push(problem)),
    redirectAllowList: list("AUTH_REDIRECTS"),
    allowedOrigins: origins("API_ORIGINS"),
    trustedProxies: networks("TRUSTED_PROXIES"),
    stopGraceSeconds: Number(stopGrace),
    connectionsPerAddress: perAddress === undefined ? undefined : Number(perAddress),
    pagesPerAddress: Number(pagesPerAddress),
    pageStoreBytes: Number(pageStoreMb) * 1024 * 1024,
    unlimitedAddresses: networks("UNLIMITED_ADDRESSES"),
    blockedAddresses: networks("BLOCKED_ADDRESSES"),
    logsRequests: flag("REQUEST_LOG"),
    realtimePublic: oneOf("REALTIME_PUBLIC", ["0", "1"], production ? "0" : "1") === "1",
    rest: readRestConfig(env, problems),
    ...readPaymentConfig(env, production, (problem) => problems.push(problem)),
    ...readCourierConfig(env, (problem) => problems.push(problem)),
    ...readOperationsConfig(env, storageUrl, (problem) => problems.push(problem)),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

let current: Config | undefined;

/** The settings of this process, read once. @throws ConfigError on first use */
export function config(): Config {
  current ??= readOnce();
  return current;
}

/** Other modules read secrets from the environment, wherever those came from. */
function readOnce(): Config {
  const settings = readConfig();
  Object.assign(
    process.env,
    readSecretFiles(process.env, () => undefined),
  );
  for (const name of fileSettingNames) delete process.env[name];
  return settings;
}
