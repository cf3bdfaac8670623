import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import type { CodeAsker } from "./code-guesses.server.ts";

/** Time between a refusal and its row. */
const flushMs = 10_000;
/** A buyer who prices one cart again and again counts once in this time. */
const sameBuyerMs = 600_000;
/** Refusals that are remembered to recognise the same buyer; beyond it the oldest is forgotten. */
const maxRemembered = 20_000;

/** A problem of a cart; only those with a code are counted. */
interface Refusal {
  readonly code: string;
  readonly promo_code?: string;
}

const remembered = new Map<string, number>();
/** Refusals that no row has yet, by `code reason`. */
let waiting = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts the codes that a price or an order refused, by reason. It writes nothing itself: every ten seconds the process
 * writes what it counted, outside of any buyer's transaction (docs/why/promotions.md).
 */
export function countRefusals(asker: CodeAsker, problems: readonly Refusal[]): void {
  const who = asker.actor.kind === "person" ? asker.actor.id : (asker.network ?? "");
  const now = Date.now();
  for (const { code: reason, promo_code } of problems) {
    if (promo_code === undefined || !reason.startsWith("promo_")) continue;
    const key = `${who} ${promo_code} ${reason}`;
    const before = remembered.get(key);
    if (before !== undefined && now - before < sameBuyerMs) continue;
    remembered.delete(key);
    remembered.set(key, now);
    if (remembered.size > maxRemembered) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
    const place = `${promo_code} ${reason}`;
    waiting.set(place, (waiting.get(place) ?? 0) + 1);
  }
  if (waiting.size > 0 && timer === undefined) {
    timer = setTimeout(() => void flushRefusals(), flushMs);
    timer.unref();
  }
}

/** Writes what was counted, also when the process stops. A count that cannot be written is kept for the next time. */
export async function flushRefusals(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.size === 0) return;
  const counted = waiting;
  waiting = new Map();
  const rows = [...counted].map(([place, n]) => {
    const at = place.lastIndexOf(" ");
    return { code: place.slice(0, at), reason: place.slice(at + 1), n };
  });
  try {
    // A code that no promotion has is not counted: it says nothing about any.
    await asShop()`
      insert into private.promo_refusals_daily as daily (promotion_id, reason, day, n)
      select c.promotion_id, counted.reason, (now() at time zone s.time_zone)::date, sum(counted.n)
      from json_to_recordset(${JSON.stringify(rows)}::json) as counted (code text, reason text, n integer)
      join promo_codes c on c.code = counted.code cross join shop_settings s
      group by 1, 2, 3 order by 1, 2
      on conflict (promotion_id, day, reason) do update set n = daily.n + excluded.n`;
  } catch (error) {
    log.warn({ err: error }, "refused promo codes were not counted yet");
    for (const [place, n] of counted) waiting.set(place, (waiting.get(place) ?? 0) + n);
  }
}
