import { asShop } from "#db/client.server.ts";
import type { Signal } from "./signal.ts";

/** Mails that this process may begin, one after another. Times in milliseconds of `performance.now()`. */
interface Lot {
  left: number;
  nextAt: number;
  readonly stepMs: number;
}

/** For how long a mail that could have begun may still begin, so that unused ones never pile up to a burst. */
const graceMs = 50;
/** The next lot is reserved when so many milliseconds of the present one are left. */
const aheadMs = 120;

/**
 * The pace of sending that all processes share: each reserves a quarter of a second of it at a time
 * (private.reserve_mails).
 */
export class Allowance {
  readonly #lots = new Map<string, Lot[]>();
  readonly #reserving = new Set<string>();
  readonly #notBefore = new Map<string, number>();
  readonly #signal: Signal;

  constructor(signal: Signal) {
    this.#signal = signal;
  }

  /** Takes one mail of the overall pace and one of the provider's, or none. */
  take(group: string): boolean {
    const [all, own] = [this.#current("all"), this.#current(group)];
    if (!all || !own) return false;
    for (const lot of [all, own]) {
      lot.left -= 1;
      lot.nextAt += lot.stepMs;
    }
    return true;
  }

  #current(name: string): Lot | undefined {
    const now = performance.now();
    const lots = this.#lots.get(name) ?? [];
    this.#lots.set(name, lots);
    for (const lot of lots) {
      const missed = Math.floor((now - graceMs - lot.nextAt) / lot.stepMs);
      if (missed > 0) {
        lot.left -= missed;
        lot.nextAt += missed * lot.stepMs;
      }
    }
    while (lots[0] && lots[0].left <= 0) lots.shift();
    const last = lots.at(-1);
    const endsAt = last ? last.nextAt + last.left * last.stepMs : 0;
    if (endsAt - now < aheadMs) void this.#reserve(name, lots);
    const [first] = lots;
    return first && first.nextAt <= now ? first : undefined;
  }

  async #reserve(name: string, lots: Lot[]): Promise<void> {
    if (this.#reserving.has(name) || performance.now() < (this.#notBefore.get(name) ?? 0)) return;
    this.#reserving.add(name);
    try {
      const [row] = await asShop()<{ granted: number; wait_ms: number; step_ms: number }[]>`
        select * from private.reserve_mails(${name})`;
      const now = performance.now();
      if (row && row.granted > 0) {
        lots.push({ left: row.granted, nextAt: now + row.wait_ms, stepMs: row.step_ms });
      } else
        this.#notBefore.set(name, now + Math.min(1_000, Math.max(20, (row?.wait_ms ?? 0) - 250)));
    } catch {
      // The database is away; the step that follows waits for it.
      this.#notBefore.set(name, performance.now() + 250);
    } finally {
      this.#reserving.delete(name);
      this.#signal.ring();
    }
  }
}
