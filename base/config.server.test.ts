import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.server.ts";

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("an empty environment is a shop on this machine", () => {
  expect(readConfig({ DATA_DIR: "/srv/shop" })).toEqual({
    courier: { name: "builtin" },
    production: false,
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://localhost:3000",
    connectionsPerAddress: undefined,
    stopGraceSeconds: 3,
    dataDir: "/srv/shop",
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    migratesAtStart: true,
    storageUrl: "file:/srv/shop/storage",
    rest: {},
    smtpUrl: undefined,
    mailFrom: "Nota & Co <halo@etalase.test>",
    newsFrom: "Nota & Co <halo@etalase.test>",
    dkimSelector: "etalase",
    smsUrl: undefined,
    payments: ["builtin", "transfer", "cod"],
    stripe: undefined,
    midtrans: undefined,
    recaptcha: undefined,
    iconHosts: [],
    seed: "demo",
    hasExternalBackups: false,
    role: "all",
    logLevel: "info",
    devPages: true,
    auth: {},
    redirectAllowList: [],
    allowedOrigins: [],
    trustedProxies: [],
    pagesPerAddress: 600,
    pageStoreBytes: 48 * 1024 * 1024,
    unlimitedAddresses: [],
    blockedAddresses: [],
    logsRequests: false,
    realtimePublic: true,
  });
});

test("an empty setting is one that is not set", () => {
  const names = [
    "HOST",
    "PORT",
    "PUBLIC_URL",
    "DATABASE_URL",
    "SMTP_URL",
    "PAYMENTS",
    "SEED",
    "ROLE",
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
});

test("keys of a captcha come in pairs, and their service is the alternate domain", () => {
  const keys = { RECAPTCHA_SITE_KEY: "site", RECAPTCHA_SECRET_KEY: "secret" };
  expect(readConfig(keys).recaptcha).toEqual({
    siteKey: "site",
    secretKey: "secret",
    url: "https://www.recaptcha.net/recaptcha/api/siteverify",
  });
  expect(() => readConfig({ RECAPTCHA_SITE_KEY: "site" })).toThrow(/need each other/);
  expect(() => readConfig({ ICON_HOSTS: "api.iconify.design" })).toThrow(/ICON_HOSTS/);
});

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "1e3"],
  ["PUBLIC_URL", "shop.example"],
  ["PUBLIC_URL", "javascript:alert(1)"],
  ["DATABASE_URL", "mysql://u:hunter2@h/d"],
  ["STORAGE_URL", "/srv/files"],
  ["SMTP_URL", "http://mail"],
  ["MAIL_EVENTS_SECRET", "pendek"],
  ["MAIL_BOUNCES", "Toko <gagal@shop.example>"],
  ["MAIL_DKIM", "kunci.toko"],
  ["PAYMENTS", "builtin,paypal"],
  ["SEED", "Demo"],
  ["ROLE", "admin"],
  ["LOG_LEVEL", "loud"],
  ["BACKUPS", "yes"],
  ["DEV_PAGES", "yes"],
  ["DATABASE_URI", "postgres://h/d"],
  ["AUTH_ANONYMOUS", "yes"],
  ["AUTH_CODE_LENGTH", "4"],
  ["AUTH_CODE_LIFE", "1e3"],
  ["AUTH_FACTORS", "totp,passkey"],
  ["AUTH_PASSWORD_CHARACTERS", "letters"],
  ["OIDC_ISSUR", "https://login.example"],
  ["API_ORIGINS", "https://a.test/path"],
  ["TRUSTED_PROXIES", "load-balancer"],
  ["TRUSTED_PROXYS", "10.0.0.1"],
  ["SMS_URL", "ftp://sms"],
  ["GOOGLE_CLIENT_ID", "x"],
  ["NODE_ENV", "prod"],
  ["NODE_ENV", "Production"],
  ["STORGE_URL", "s3://files"],
  ["TRUST_PROXY", "1"],
  ["DATADIR", "/srv/shop"],
])("%s=%s is reported", (name, value) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(name);
});

test("a misspelled setting is reported with the closest known name", () => {
  expect(problemsOf({ STORGE_URL: "s3://files", TRUST_PROXY: "1" })).toEqual([
    "STORGE_URL is not a setting of this program; did you mean STORAGE_URL?",
    "TRUST_PROXY is not a setting of this program; did you mean TRUSTED_PROXIES?",
  ]);
});

test("variables that systems and platforms set are ignored", () => {
  const names = [
    ...["MAIL", "MAILCHECK", "MAILTO", "HOSTNAME", "PATH", "LOGNAME", "PWD", "SHELL"],
    ...["DATABASE_PUBLIC_URL", "DATABASE_HOST", "DATABASE_PRIVATE_URL", "PGHOST", "POSTGRES_URL"],
    ...["STORAGE_SERVICE_HOST", "STORAGE_SERVICE_PORT", "STORAGE_PORT", "STORAGE_PORT_9000_TCP"],
    ...["SMTP_HOST", "SMTP_PORT", "SMTP_SERVICE_PORT", "CMS_URL", "REDIS_URL", "ICON_THEME"],
    ...["SUPABASE_DB_URL", "PAYMENTS_SERVICE_HOST", "PAYMENTS_PORT", "SEED_SERVICE_HOST"],
    ...["RAILWAY_PUBLIC_DOMAIN", "RENDER_EXTERNAL_URL", "FLY_APP_NAME", "DYNO", "VERCEL_URL"],
    ...["KUBERNETES_SERVICE_HOST", "GITHUB_TOKEN", "CI", "npm_config_registry"],
  ];
  expect(problemsOf(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
});

test("the settings of sign-in are read", () => {
  const config = readConfig({
    AUTH_ANONYMOUS: "1",
    AUTH_ANONYMOUS_DAYS: "14",
    AUTH_MANUAL_LINKING: "0",
    AUTH_CODE_LENGTH: "8",
    AUTH_FACTORS: "totp",
    AUTH_LIMIT_TOKEN: "5000",
    AUTH_PASSWORD_CHARACTERS: "lower, digits",
    AUTH_REDIRECTS: "https://app.example/**, myapp://back",
    API_ORIGINS: "https://app.example",
    TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1",
    SMS_URL: "https://u:p@sms.example/send",
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    OIDC_NAME: "kampus",
    OIDC_ISSUER: "https://login.example",
    OIDC_CLIENT_ID: "shop",
    OIDC_CLIENT_SECRET: "s",
    OIDC_SCOPES: "groups",
  });
  expect(config).toMatchObject({
    smsUrl: "https://u:p@sms.example/send",
    redirectAllowList: ["https://app.example/**", "myapp://back"],
    allowedOrigins: ["https://app.example"],
    trustedProxies: ["10.0.0.0/8", "2001:db8::1"],
    auth: {
      anonymous: true,
      anonymousDays: 14,
      manualLinking: false,
      codeLength: 8,
      factors: { totp: true, phone: false },
      limits: { token: 5000 },
      passwordCharacters: ["abcdefghijklmnopqrstuvwxyz", "0123456789"],
      providers: {
        google: { issuer: "https://accounts.google.com", clientId: "id", clientSecret: "secret" },
        kampus: { issuer: "https://login.example", clientId: "shop", scopes: ["groups"] },
      },
    },
  });
});

test("a limit is a whole number of requests", () => {
  for (const value of ["0", "-1", "1.5", "many", "1000000"]) {
    expect(problemsOf({ AUTH_LIMIT_MAIL: value })).toEqual([
      `AUTH_LIMIT_MAIL is "${value}", but must be a whole number from 1 to 999999`,
    ]);
  }
});

test("all problems are reported at once, and no password is printed", () => {
  const problems = problemsOf({
    PORT: "x",
    ROLE: "y",
    DATABASE_URL: "mysql://u:hunter2@h/d",
    SMTP_URL: "http://u:hunter2@mail",
  });
  expect(problems).toHaveLength(4);
  expect(problems.join()).not.toContain("hunter2");
});

test("production refuses built-in payments, development pages and an address without https", () => {
  const builtin = { NODE_ENV: "production", PAYMENTS: "builtin" };
  expect(problemsOf(builtin).join()).toContain("ALLOW_BUILTIN_PAYMENTS");
  // A start needs no settings: the default method is a transfer, available once an account exists.
  expect(readConfig({ NODE_ENV: "production" }).payments).toEqual(["transfer"]);
  const allowed = { NODE_ENV: "production", ALLOW_BUILTIN_PAYMENTS: "1" };
  expect(readConfig(allowed)).toMatchObject({
    production: true,
    devPages: false,
    realtimePublic: false,
  });
  expect(readConfig({ ...allowed, DEV_PAGES: "1" }).devPages).toBe(true);
  expect(readConfig(allowed).seed).toBe("none");
  expect(problemsOf({ ...allowed, SEED: "demo" }).join()).toContain("ALLOW_DEMO_DATA=1");
  expect(readConfig({ ...allowed, SEED: "demo", ALLOW_DEMO_DATA: "1" }).seed).toBe("demo");
  expect(problemsOf({ ...allowed, PUBLIC_URL: "http://shop.example" })).toHaveLength(1);
  expect(problemsOf({ ...allowed, PUBLIC_URL: "http://localhost:3000" })).toEqual([]);
  expect(readConfig({ ...allowed, PUBLIC_URL: "https://shop.example/" }).publicUrl).toBe(
    "https://shop.example",
  );
});

test("any settings give a usable configuration or a list of problems", () => {
  const name = fc.constantFrom(
    "HOST",
    "PORT",
    "PUBLIC_URL",
    "DATABASE_URL",
    "PAYMENTS",
    "SEED",
    "ROLE",
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.string()), (env) => {
      if (problemsOf(env).length > 0) return;
      const config = readConfig(env);
      expect(config.port).toBeGreaterThanOrEqual(0);
      expect(config.port).toBeLessThanOrEqual(65_535);
      expect(URL.canParse(config.publicUrl) && !config.publicUrl.endsWith("/")).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("the REST API's settings have PostgREST's names", () => {
  const { rest } = readConfig({
    PGRST_DB_SCHEMAS: "public, personal",
    PGRST_DB_MAX_ROWS: "500",
    PGRST_DB_AGGREGATES_ENABLED: "true",
    PGRST_DB_PLAN_ENABLED: "0",
    PGRST_DB_TX_END: "rollback-allow-override",
    PGRST_APP_SETTINGS_THEME: "dark",
  });
  expect(rest).toEqual({
    schemas: ["public", "personal"],
    maxRows: 500,
    aggregates: true,
    plan: false,
    txEnd: "rollback-allow-override",
    appSettings: { theme: "dark" },
  });
  const wrong = () =>
    readConfig({ PGRST_DB_MAX_ROWS: "-1", PGRST_DB_TX_END: "never", PGRST_DB_MAXROWS: "1" });
  expect(wrong).toThrow(/PGRST_DB_MAX_ROWS.*|PGRST_DB_TX_END.*|PGRST_DB_MAXROWS is not/s);
});

test("the role of requests without a token can be set or switched off", () => {
  expect(readConfig({ PGRST_DB_ANON_ROLE: "tamu" }).rest).toEqual({ anonymousRole: "tamu" });
  const { rest } = readConfig({ PGRST_DB_ANON_ROLE: "none" });
  expect({ anonymousRole: "anon", ...rest }).toEqual({ anonymousRole: undefined });
});

test("payment providers need keys of one mode and secrets that cannot be guessed", () => {
  expect(problemsOf({ PAYMENTS: "stripe,midtrans" })).toEqual([
    "STRIPE_SECRET_KEY must be set and start with sk_test_, sk_live_, rk_test_ or rk_live_",
    "STRIPE_PUBLISHABLE_KEY must be set and start with pk_test_ or pk_live_",
    "STRIPE_WEBHOOK_SECRET must be set: one secret, or two with a comma while they change",
    "MIDTRANS_SERVER_KEY must be set",
    "MIDTRANS_CLIENT_KEY must be set",
  ]);
  const stripe = {
    PAYMENTS: "stripe",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef, whsec_fedcba9876543210",
  };
  expect(readConfig(stripe).stripe?.webhookSecrets).toHaveLength(2);
  expect(problemsOf({ ...stripe, STRIPE_PUBLISHABLE_KEY: "pk_live_1" })).toHaveLength(1);
  expect(problemsOf({ ...stripe, STRIPE_WEBHOOK_SECRET: "short" })).toHaveLength(1);
  const midtrans = {
    PAYMENTS: "midtrans",
    MIDTRANS_SERVER_KEY: "SB-Mid-server-0123456789",
    MIDTRANS_CLIENT_KEY: "SB-Mid-client-0123456789",
  };
  expect(readConfig(midtrans).midtrans?.mode).toBe("test");
  expect(readConfig({ ...midtrans, MIDTRANS_MODE: "production" }).midtrans?.mode).toBe("live");
  expect(readConfig(midtrans).midtrans?.channels).toBeUndefined();
  expect(
    readConfig({ ...midtrans, MIDTRANS_PAYMENTS: "ovo, gopay,ovo" }).midtrans?.channels,
  ).toEqual(["gopay", "ovo"]);
  expect(problemsOf({ ...midtrans, MIDTRANS_PAYMENTS: "ovo,linkaja,gopay" })).toEqual([
    expect.stringMatching(/^MIDTRANS_PAYMENTS names "linkaja", but knows only: gopay, /),
  ]);
  expect(problemsOf({ ...midtrans, MIDTRANS_CLIENT_KEY: "Mid-client-0123456789" })).toHaveLength(1);
});

test.each([
  [{ COURIER: "jne" }, "must be one of: builtin, rajaongkir, biteship"],
  [{ COURIER: "rajaongkir" }, "RAJAONGKIR_KEY must be set for COURIER=rajaongkir"],
  [{ COURIER: "biteship" }, "BITESHIP_KEY must be set for COURIER=biteship"],
  [{ COURIER: "biteship", BITESHIP_KEY: "12345678", COURIER_CODES: "j n e" }, "COURIER_CODES"],
  [
    { COURIER: "biteship", BITESHIP_KEY: "12345678", BITESHIP_API_URL: "ftp://x" },
    "BITESHIP_API_URL must be an address",
  ],
])("a courier without what it needs is named: %o", (env, problem) => {
  expect(() => readConfig({ DATA_DIR: "/srv/shop", ...env })).toThrow(problem);
});

test("a courier's key may come from a file, and its codes have a default", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "courier-"));
  writeFileSync(path.join(folder, "key"), "secret-of-the-courier\n");
  const read = readConfig({ COURIER: "rajaongkir", RAJAONGKIR_KEY_FILE: path.join(folder, "key") });
  rmSync(folder, { recursive: true });
  expect(read.courier).toEqual({
    name: "rajaongkir",
    key: "secret-of-the-courier",
    codes: ["jne", "sicepat", "jnt", "pos", "tiki"],
    apiUrl: undefined,
  });
});

test("reports about mails go to an address, or to the mailbox that is read", () => {
  const read = (value: string) => {
    const { mailBouncesAddress, mailBouncesUrl } = readConfig({ MAIL_BOUNCES: value });
    return [mailBouncesAddress, mailBouncesUrl];
  };
  expect(read("")).toEqual([undefined, undefined]);
  expect(read("gagal@shop.example")).toEqual(["gagal@shop.example", undefined]);
  const mailbox = "imaps://gagal%40shop.example:rahasia@imap.example/INBOX";
  expect(read(mailbox)).toEqual(["gagal@shop.example", mailbox]);
  const named = "imaps://gagal:rahasia@imap.example";
  expect(read(named)).toEqual([undefined, named]);
});
