import { setTimeout as pause } from "node:timers/promises";
import { log } from "#base/log.server.ts";
import { asShop, inTransaction, sqlState } from "#db/client.server.ts";

/** Entries of one seal, which is one statement. */
const maxEntries = 10_000;
/** Seals that one run compares with their entries: those that were compared longest ago. */
const maxVerified = 200;
/** Attempts to find a moment without a writer, and milliseconds between two of them. */
const maxAttempts = 50;
const attemptPauseMs = 100;

const lockNotAvailable = "55P03";

/** The state of the log's seals. */
export interface AuditSeals {
  /** Of the newest seal; null before the first one. */
  readonly sealed_at: Date | null;
  /** The entries since it. */
  readonly is_all_sealed: boolean;
  /** The first and last time of entries that differ from their seal; null: none does. */
  readonly broken: { readonly seal: number; readonly found_at: Date } | null;
  /** SHA-256 of the newest seal in hexadecimal; whoever notes it elsewhere can prove the log up to it. */
  readonly hash: string | null;
}

/**
 * The job: seals what was written since the last seal, compares seals with their entries, and deletes entries that are older
 * than the retention. When there is no moment without a writer, the next run seals.
 */
export async function sealAudit(): Promise<void> {
  const last = await findEnd();
  if (last !== undefined) {
    for (;;) {
      const [sealed] = await asShop()<{ n: number }[]>`
        select private.seal_audit(${last}, ${maxEntries}) as n`;
      if (!sealed?.n) break;
    }
  }
  const [verified] = await asShop()<{ broken: number }[]>`
    select private.verify_audit(${maxVerified}) as broken`;
  if (verified?.broken) log.error(verified, "entries of the audit log differ from their seal");
  for (;;) {
    const [dropped] = await asShop()<{ n: number }[]>`select private.drop_old_audit_entries() as n`;
    if (!dropped?.n) break;
    log.info({ entries: dropped.n }, "entries of the audit log were older than their retention");
  }
}

/** The last entry that is there for good; undefined when others wrote at each attempt. As text: it may exceed a number. */
async function findEnd(): Promise<string | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await inTransaction(async (sql) => {
        const [end] = await sql<{ id: string | null }[]>`select private.audit_end()::text as id`;
        return end?.id ?? "0";
      });
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
      await pause(attemptPauseMs);
    }
  }
  log.info("the audit log was busy: the next run seals it");
  return undefined;
}

export async function readAuditSeals(): Promise<AuditSeals> {
  const [row] = await asShop()<
    {
      sealed_at: Date | null;
      hash: string | null;
      is_all_sealed: boolean;
      seal: number | null;
      found_at: Date | null;
    }[]
  >`
    select last.sealed_at, encode(last.hash, 'hex') as hash,
      coalesce((select max(id) from audit_entries), 0) <= coalesce(last.upto_id, 0) as is_all_sealed,
      broken.id::int as seal, broken.broken_at as found_at
    from (select) one
    left join lateral (
      select sealed_at, hash, upto_id from private.audit_seals order by id desc limit 1) last on true
    left join lateral (
      select id, broken_at from private.audit_seals where broken_at is not null order by id limit 1) broken on true`;
  if (!row) throw new Error("no state of the seals");
  const { sealed_at, hash, is_all_sealed, seal, found_at } = row;
  return {
    sealed_at,
    hash,
    is_all_sealed,
    broken: seal === null || found_at === null ? null : { seal, found_at },
  };
}
