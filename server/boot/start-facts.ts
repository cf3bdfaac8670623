import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { Config } from "#base/config-type.ts";
import { asShop } from "#db/client.server.ts";
import { findDatabaseFolder } from "#db/embedded-folder.server.ts";
import { folderOfStore } from "#integrations/storage/open-store.server.ts";
import { directConnectionsOf, pooledConnections } from "./connection-counts.ts";

/** What the start found and decided, in words without secrets. */
export type StartFacts = Readonly<Record<string, string>>;

const mebibyte = 2 ** 20;

/** Asks the open database for its version and name. */
export async function findStartFacts(config: Config): Promise<StartFacts> {
  const [server] = await asShop()<{ version: string; name: string }[]>`
    select split_part(current_setting('server_version'), ' ', 1) as version, current_database() as name`;
  const { databaseUrl, databaseDirectUrl, role } = config;
  const where = databaseUrl
    ? `at ${hostOf(databaseDirectUrl ?? databaseUrl)}${databaseDirectUrl ? `, requests through the pooler at ${hostOf(databaseUrl)}` : ""}`
    : `embedded in ${await findDatabaseFolder(config.dataDir)}`;
  return {
    address: config.publicUrl,
    role,
    mode: config.production ? "production" : "development",
    database: `PostgreSQL ${server?.version}, ${where}, named ${server?.name}`,
    connections: databaseDirectUrl
      ? `${directConnectionsOf[role]} to PostgreSQL and ${pooledConnections} to the pooler at most`
      : `${pooledConnections + directConnectionsOf[role]} to PostgreSQL at most`,
    storage: storageOf(config.storageUrl),
    mail: config.smtpUrl
      ? `${hostOf(config.smtpUrl)}, from ${config.mailFrom}`
      : `not sent${config.devPages ? ", shown at /dev/mail" : ""}`,
    payment: paymentOf(config),
    proxies: config.trustedProxies.join(", ") || "none is trusted",
    memory: memoryOf(),
    seed: config.seed,
  };
}

/** Host and port: the rest of an address can hold a password. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return decodeURIComponent(host) || searchParams.get("host") || "a local socket";
}

function storageOf(storageUrl: string): string {
  const folder = folderOfStore(storageUrl);
  if (folder !== undefined) return `folder ${folder}`;
  const { hostname, pathname, searchParams } = new URL(storageUrl);
  const endpoint = searchParams.get("endpoint");
  const place = endpoint && URL.canParse(endpoint) ? ` at ${new URL(endpoint).host}` : "";
  return `S3 bucket ${hostname}${pathname.replace(/\/+$/, "")}${place}`;
}

function paymentOf({ payments, stripe, midtrans }: Config): string {
  const mode: Readonly<Record<string, string | undefined>> = {
    stripe: stripe?.secretKey.includes("_live_") ? "live" : "test",
    midtrans: midtrans?.mode,
  };
  return payments.map((name) => (mode[name] ? `${name} (${mode[name]})` : name)).join(", ");
}

function memoryOf(): string {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const limit = getHeapStatistics().heap_size_limit;
  return `${Math.round(limit / mebibyte)} MiB for the program's objects, of ${Math.round(bytes / mebibyte)} MiB`;
}
