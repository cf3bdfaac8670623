import { asShop } from "./client.server.ts";

export interface RateLimit {
  /** Requests that pass in one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** @returns seconds until a key that has used up its window may ask again, 0 when it may now; counts nothing */
export async function secondsToWait(key: string, { limit }: RateLimit): Promise<number> {
  const [row] = await asShop()<{ seconds: number }[]>`
    select ceil(extract(epoch from resets_at - now()))::int as seconds from private.rate_limits
    where key = ${key} and used >= ${limit} and resets_at > now()`;
  return row ? Math.max(1, row.seconds) : 0;
}

/**
 * Counts one request of a key in a window that all processes share.
 * @returns 0 when it may pass, else the seconds until the window ends
 */
export async function countRequest(
  key: string,
  { limit, windowSeconds }: RateLimit,
): Promise<number> {
  const [row] = await asShop()<{ used: number; seconds: number }[]>`
    insert into private.rate_limits as current (key, used, resets_at)
    values (${key}, 1, now() + ${windowSeconds} * interval '1 second')
    on conflict (key) do update set
      used = case when current.resets_at <= now() then 1 else current.used + 1 end,
      resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end
    returning used, ceil(extract(epoch from resets_at - now()))::int as seconds`;
  if (!row || row.used <= limit) return 0;
  return Math.max(1, row.seconds);
}
