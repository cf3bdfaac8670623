import { createHash } from "node:crypto";
import { AppError } from "#base/errors.ts";
import { asShop, type Json } from "#db/client.server.ts";
import type { FunctionAnswer } from "./function-table.ts";

export interface Attempt {
  /** The person, or the hashed address of a visitor, so that keys of different people never collide. */
  readonly scope: string;
  readonly name: string;
  readonly key: string;
  readonly body: unknown;
}

interface StoredRow {
  body_hash: string;
  status: number | null;
  answer: Json;
}

/** Seconds after which another process's claim to a key counts as lost. */
const leaseSeconds = 60;
const timeoutMs = 30_000;
const running = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once for a key. Every request with the same key and body gets the first answer, also while the
 * work is in progress. No connection is held meanwhile, so waiting requests cannot starve the work. Our own
 * failures (5xx) are not stored, so that a retry can succeed.
 * @throws AppError 422 `idempotency_key_reused` for another body, 409 `idempotency_key_in_use` when the first
 * takes too long
 */
export async function runOnce(
  attempt: Attempt,
  work: () => Promise<FunctionAnswer>,
): Promise<FunctionAnswer & { replayed: boolean }> {
  const bodyHash = sha256(JSON.stringify(attempt.body));
  const id = JSON.stringify([attempt.scope, attempt.name, attempt.key]);
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const neighbour = running.get(id);
    if (neighbour) await neighbour.catch(() => undefined);
    else if (await claim(attempt, bodyHash)) {
      const result = perform(attempt, work);
      running.set(id, result);
      try {
        return { ...(await result), replayed: false };
      } finally {
        running.delete(id);
      }
    }
    const stored = await find(attempt);
    if (stored && stored.body_hash !== bodyHash) {
      throw new AppError("idempotency_key_reused", 422, {
        message: "This Idempotency-Key was used with another body",
      });
    }
    if (stored && stored.status !== null) {
      return { status: stored.status, body: stored.answer, replayed: true };
    }
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 50));
  }
  throw new AppError("idempotency_key_in_use", 409, {
    message: "A request with this Idempotency-Key is still running",
  });
}

async function claim(attempt: Attempt, bodyHash: string): Promise<boolean> {
  const rows = await asShop()`
    insert into private.idempotency_keys as kept (scope, function_name, key, body_hash)
    values (${attempt.scope}, ${attempt.name}, ${attempt.key}, ${bodyHash})
    on conflict (scope, function_name, key) do update
      set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
      where kept.created_at < now() - interval '24 hours'
         or (kept.status is null and kept.body_hash = excluded.body_hash
             and kept.created_at < now() - ${leaseSeconds} * interval '1 second')
    returning 1`;
  return rows.length > 0;
}

async function perform(
  attempt: Attempt,
  work: () => Promise<FunctionAnswer>,
): Promise<FunctionAnswer> {
  let answer: FunctionAnswer | undefined;
  try {
    answer = await work();
    return answer;
  } finally {
    if (answer && answer.status < 500) {
      await asShop()`
        update private.idempotency_keys
        set status = ${answer.status}, answer = ${JSON.stringify(answer.body ?? null)}::text::json
        where ${own(attempt)}`;
    } else await asShop()`delete from private.idempotency_keys where ${own(attempt)}`;
  }
}

async function find(attempt: Attempt): Promise<StoredRow | undefined> {
  const [row] = await asShop()<StoredRow[]>`
    select body_hash, status, answer from private.idempotency_keys where ${own(attempt)}`;
  return row;
}

/**
 * Deletes the claims of a killed process, so that retries need not wait for the lease. Only for a process
 * that is known to be the only one.
 */
export async function purgeUnfinished(): Promise<void> {
  await asShop()`delete from private.idempotency_keys where status is null`;
}

function own({ scope, name, key }: Attempt) {
  return asShop()`scope = ${scope} and function_name = ${name} and key = ${key}`;
}

export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
