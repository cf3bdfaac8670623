import { asShop } from "#db/client.server.ts";
import type { Signal } from "./signal.ts";

/** Mails that this process may begin in one quarter of a second. Times in milliseconds of `performance.now()`. */
interface Lot {
  readonly startsAt: number;
  readonly granted: number;
  taken: number;
}

const quarterMs = 250;
/** For how long after its quarter a mail may still begin that was meant for its end. */
const graceMs = 40;
/** Mails that a connection to a near server carries in a quarter of a second; a process that used more asks for more. */
const mailsAQuarter = 10;

/**
 * The pace of sending that all processes share: for each quarter of a second, each process reserves what it can use
 * (private.reserve_mails) and spreads it over the quarter. What it does not use is lost, so that nothing piles up to a
 * burst.
 */
export class Allowance {
  readonly #lots = new Map<string, Lot[]>();
  readonly #used = new Map<string, number>();
  readonly #reserving = new Set<string>();
  readonly #signal: Signal;
  readonly #minWanted: number;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** @param connections of this process */
  constructor(signal: Signal, connections: number) {
    this.#signal = signal;
    this.#minWanted = connections * mailsAQuarter;
  }

  /** Takes one mail of the overall pace and one of the provider's, or none. */
  take(group: string): boolean {
    const [all, own] = [this.#current("all"), this.#current(group)];
    if (!all) this.#refusedAt = performance.now();
    if (!all || !own) return false;
    all.taken += 1;
    own.taken += 1;
    return true;
  }

  /** Whether it was the overall pace that held mails back lately. */
  get isUsedUp(): boolean {
    return performance.now() - this.#refusedAt < quarterMs;
  }

  /** Whether the mails of this day are used up. */
  get isDayOver(): boolean {
    const now = performance.now();
    return [...this.#lots.values()].some((lots) => (lots.at(-1)?.startsAt ?? 0) > now + 1_000);
  }

  #current(name: string): Lot | undefined {
    const now = performance.now();
    const lots = this.#lots.get(name) ?? [];
    this.#lots.set(name, lots);
    while (lots[0] && lots.length > 1 && isOver(lots[0], lots[1], now)) {
      this.#used.set(name, lots.shift()?.taken ?? 0);
    }
    const [lot] = lots;
    const newest = lots.at(-1);
    if (!newest || newest.startsAt <= now) {
      void this.#reserve(name, lots, Math.max(this.#minWanted, 2 * (this.#used.get(name) ?? 0)));
    }
    if (!lot || lot.taken >= lot.granted) return undefined;
    const mayAt = lot.startsAt + (lot.taken * quarterMs) / lot.granted;
    return now >= mayAt && now < lot.startsAt + quarterMs + graceMs ? lot : undefined;
  }

  async #reserve(name: string, lots: Lot[], wanted: number): Promise<void> {
    if (this.#reserving.has(name)) return;
    this.#reserving.add(name);
    try {
      const [row] = await asShop()<{ granted: number; wait_ms: number }[]>`
        select * from private.reserve_mails(${name}, ${wanted})`;
      const startsAt = performance.now() + (row?.wait_ms ?? quarterMs);
      lots.push({ startsAt, granted: row?.granted ?? 0, taken: 0 });
    } catch {
      // The database is away; the step that follows waits for it.
      lots.push({ startsAt: performance.now() + quarterMs, granted: 0, taken: 0 });
    } finally {
      this.#reserving.delete(name);
      this.#signal.ring();
    }
  }
}

function isOver(lot: Lot, next: Lot | undefined, now: number): boolean {
  const end = lot.startsAt + quarterMs;
  if (lot.taken < lot.granted) return now >= end + graceMs;
  return now >= end || (next !== undefined && now >= next.startsAt);
}
