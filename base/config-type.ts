import type { AuthConfig } from "./auth-config.ts";
import type { CourierConfig } from "./courier-config.ts";
import type { LogLevel } from "./log.server.ts";
import type { OperationsConfig } from "./operations-config.ts";
import type { PaymentConfig } from "./payment-config.ts";
import type { RestConfig } from "./rest-config.server.ts";

/** Every setting of the program, validated once at start. Names and defaults: docs/configuration.md. */
export interface Config extends PaymentConfig, CourierConfig, OperationsConfig {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** The port of a worker's health probes and metrics. Undefined: 3001, if it is free. */
  readonly workerPort: number | undefined;
  /**
   * The site's own address, without a trailing slash; the only base of links, mails and canonical addresses.
   */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** PostgreSQL itself, when `databaseUrl` is a pooler's: for migrations, LISTEN and jobs. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether the program applies missing migrations. Otherwise it starts after another process has applied them. */
  readonly migratesAtStart: boolean;
  readonly storageUrl: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The server for campaigns and other mails of the mailing list. Default: `smtpUrl`. */
  readonly newsSmtpUrl: string | undefined;
  readonly newsFrom: string;
  /** Authenticates mail providers' notifications about mails. Undefined: they are refused. */
  readonly mailEventsSecret: string | undefined;
  /** The mailbox that receives bounce reports, with its login. Undefined: no mailbox is read. */
  readonly mailBouncesUrl: string | undefined;
  /** The envelope sender of campaigns, which receives bounce reports. Undefined: the sender's address. */
  readonly mailBouncesAddress: string | undefined;
  /** Null: the shop does not sign mails. */
  readonly dkimSelector: string | null;
  /** An HTTP gateway for text messages; without one they are stored like mails. */
  readonly smsUrl: string | undefined;
  /** Keys of reCAPTCHA; without them forms use proof of work. */
  readonly recaptcha: { siteKey: string; secretKey: string; url: string } | undefined;
  /** Public icon services in order of preference; default none. */
  readonly iconHosts: readonly string[];
  readonly seed: "demo" | "none";
  /** Whether another system than `npm run backup` makes backups, e.g. a managed database service. */
  readonly hasExternalBackups: boolean;
  readonly role: "all" | "web" | "worker";
  readonly logLevel: LogLevel;
  /** Enables the `/dev/*` endpoints: the mail outbox page and the control of the built-in payment provider. */
  readonly devPages: boolean;
  readonly auth: AuthConfig;
  /** Further addresses that links in mails and identity providers may redirect to. */
  readonly redirectAllowList: readonly string[];
  /** Origins whose pages may call the hosted-backend API. */
  readonly allowedOrigins: readonly string[];
  /** Allows live channels without a policy; default as on a hosted backend, but off in production. */
  readonly realtimePublic: boolean;
  /** Addresses and networks of the proxies whose `X-Forwarded-For` entries are trusted. */
  readonly trustedProxies: readonly string[];
  /** Seconds during which a stopping program still answers new requests. */
  readonly stopGraceSeconds: number;
  /** Maximum open connections of one address; undefined: a quarter of all. */
  readonly connectionsPerAddress: number | undefined;
  /** Pages that one address may open in a minute. */
  readonly pagesPerAddress: number;
  /** Bytes of memory for rendered public pages. 0: each request renders its page. */
  readonly pageStoreBytes: number;
  /** Addresses and networks without the limit `pagesPerAddress`. */
  readonly unlimitedAddresses: readonly string[];
  /** Addresses and networks that get no answer but 403. */
  readonly blockedAddresses: readonly string[];
  /** Whether every request has a line in the log at level `info`. */
  readonly logsRequests: boolean;
  /** Settings of the REST API. */
  readonly rest: RestConfig;
}
