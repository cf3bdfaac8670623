import { readEmail } from "./email-address.ts";

/** Settings for operations. Reported problems never contain secrets. */
export interface OperationsConfig {
  /** Contact for vulnerability reports, as a URI for security.txt (RFC 9116). */
  readonly securityContact: string | undefined;
  /** Target of `npm run backup` without a folder; undefined when not set. */
  readonly backups: BackupSettings | undefined;
}

export interface BackupSettings {
  /** As `STORAGE_URL`. */
  readonly url: string;
  /** 32 bytes that encrypt each backup. */
  readonly key: Buffer;
  /** Number of days and weeks of which the newest backup is retained. */
  readonly keepDaily: number;
  readonly keepWeekly: number;
}

export const operationsSettingNames = [
  "SECURITY_CONTACT",
  "BACKUP_URL",
  "BACKUP_KEY",
  "BACKUP_KEEP_DAILY",
  "BACKUP_KEEP_WEEKLY",
] as const;

type Environment = Readonly<Record<string, string | undefined>>;
type Report = (problem: string) => void;

const keyBytes = 32;

/** @param problem called with each invalid setting */
export function readOperationsConfig(
  env: Environment,
  storageUrl: string,
  problem: Report,
): OperationsConfig {
  return {
    securityContact: readContact(env, problem),
    backups: readBackups(env, storageUrl, problem),
  };
}

function readContact({ SECURITY_CONTACT }: Environment, problem: Report): string | undefined {
  if (!SECURITY_CONTACT) return undefined;
  const email = readEmail(SECURITY_CONTACT);
  if (email) return `mailto:${email}`;
  const url = URL.parse(SECURITY_CONTACT);
  if (url && ["https:", "mailto:", "tel:"].includes(url.protocol)) return url.href;
  problem("SECURITY_CONTACT must be a mail address, or an address that starts with https:");
  return undefined;
}

function readBackups(
  env: Environment,
  storageUrl: string,
  problem: Report,
): BackupSettings | undefined {
  const url = env.BACKUP_URL || undefined;
  if (url === undefined) return undefined;
  if (!/^(file:|s3:\/\/[^/?]+)/.test(url) || !URL.canParse(url)) {
    problem("BACKUP_URL must be an address that starts with file: or s3:");
  }
  // The nightly purge deletes objects of the shop's store that have no row.
  if (placeOf(url).startsWith(placeOf(storageUrl))) {
    problem("BACKUP_URL lies in STORAGE_URL; name another bucket or folder");
  }
  const key = Buffer.from(env.BACKUP_KEY ?? "", "base64");
  if (key.length !== keyBytes) {
    problem("BACKUP_URL needs BACKUP_KEY: 32 bytes as base64, e.g. of openssl rand -base64 32");
  }
  const count = (name: string, fallback: number) => {
    const text = env[name] || String(fallback);
    if (!/^[1-9]\d{0,3}$/.test(text)) problem(`${name} must be a whole number above 0`);
    return Number(text);
  };
  return {
    url,
    key,
    keepDaily: count("BACKUP_KEEP_DAILY", 7),
    keepWeekly: count("BACKUP_KEEP_WEEKLY", 4),
  };
}

/** Bucket and prefix, or folder, with a trailing slash and without credentials and parameters. */
function placeOf(url: string): string {
  const bare = url.replace(/\?.*$/, "").replace(/^(s3:\/\/)[^@/]*@/, "$1");
  return `${bare.replace(/^file:\/\/(?=\/)/, "file:").replace(/\/+$/, "")}/`;
}
