import { asShop, type Sql } from "./client.server.ts";

export interface RateLimit {
  /** Requests that pass in one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

interface Waiting {
  readonly resolve: (seconds: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests of one key that are counted together. */
interface Batch {
  readonly limit: RateLimit;
  readonly waiting: Waiting[];
}

let batches = new Map<string, Batch>();
let isCounting = false;

/**
 * Counts one request of a key in a window that all processes share. Requests that arrive while the database
 * counts form one batch: those of one address would otherwise wait for each other's row lock (docs/why/auth.md).
 * @returns 0 when the request may pass, else the seconds until the window ends
 */
export function countRequest(key: string, limit: RateLimit): Promise<number> {
  return new Promise((resolve, reject) => {
    const batch = batches.get(key) ?? { limit, waiting: [] };
    batch.waiting.push({ resolve, reject });
    batches.set(key, batch);
    if (!isCounting) void countAll();
  });
}

/** Uncounts one request that passed, e.g. because it had no effect. */
export async function uncountRequest(key: string): Promise<void> {
  await asShop()`
    update private.rate_limits set used = greatest(0, used - 1) where key = ${key} and resets_at > now()`;
}

/**
 * Counts one request within the caller's transaction: it counts only if the transaction commits, and other
 * requests of the key wait until then.
 * @returns whether the request may pass
 */
export async function countInTransaction(
  sql: Sql,
  key: string,
  { limit, windowSeconds }: RateLimit,
): Promise<boolean> {
  const [row] = await sql<{ used: number }[]>`
    insert into private.rate_limits as current (key, used, resets_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      used = case when current.resets_at <= now() then 1 else current.used + 1 end,
      resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end
    returning used`;
  return row !== undefined && row.used <= limit;
}

async function countAll(): Promise<void> {
  isCounting = true;
  while (batches.size > 0) {
    const taken = batches;
    batches = new Map();
    try {
      await count(taken);
    } catch (error) {
      for (const { waiting } of taken.values()) for (const { reject } of waiting) reject(error);
    }
  }
  isCounting = false;
}

async function count(taken: ReadonlyMap<string, Batch>): Promise<void> {
  const keys = [...taken.keys()];
  const sizes = [...taken.values()].map(({ waiting }) => waiting.length);
  const windows = [...taken.values()].map(({ limit }) => limit.windowSeconds);
  // Sorted, so that two processes never deadlock.
  const rows = await asShop()<{ key: string; used: number; seconds: number }[]>`
    insert into private.rate_limits as current (key, used, resets_at)
    select key, size, now() + seconds * interval '1 second'
    from unnest(${keys}::text[], ${sizes}::int[], ${windows}::int[]) as asked (key, size, seconds) order by key
    on conflict (key) do update set
      used = case when current.resets_at <= now() then excluded.used else current.used + excluded.used end,
      resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end
    returning key, used, ceil(extract(epoch from resets_at - now()))::int as seconds`;
  const counted = new Map(rows.map((row) => [row.key, row]));
  for (const [key, { limit, waiting }] of taken) {
    const row = counted.get(key);
    const before = (row?.used ?? waiting.length) - waiting.length;
    for (const [index, { resolve }] of waiting.entries()) {
      const mayPass = before + index + 1 <= limit.limit;
      resolve(mayPass ? 0 : Math.max(1, row?.seconds ?? 1));
    }
  }
}
