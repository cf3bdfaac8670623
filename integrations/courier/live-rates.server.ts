import { LRUCache } from "lru-cache";
import { log } from "#base/log.server.ts";
import { builtinCourier } from "./builtin-courier.ts";
import type { CourierQuote, CourierRates, ShipmentRequest } from "./courier.ts";

/** How long a buyer waits for a courier, and how long its word is good. Milliseconds. */
const usualTimeoutMs = 3_000;
const goodFor = 10 * 60_000;
/** How long a courier that did not answer is left alone: each quote would wait for it again. */
const rest = 30_000;
const maxCached = 5_000;

interface Answer {
  readonly quotes: readonly CourierQuote[] | undefined;
  /** Milliseconds. */
  readonly ttl: number;
}

interface Store {
  courier: CourierRates;
  timeoutMs: number;
  readonly cached: LRUCache<string, Answer>;
  readonly asking: Map<string, Promise<Answer>>;
}

// Kept on globalThis for the same reason as the database pools: the screens' build is a module graph of its own.
const key = Symbol.for("etalase.live-rates");
const registry = globalThis as unknown as Record<symbol, Store | undefined>;
registry[key] ??= {
  courier: builtinCourier,
  timeoutMs: usualTimeoutMs,
  cached: new LRUCache({ max: maxCached }),
  asking: new Map(),
};
const store: Store = registry[key];

/**
 * Asks another courier from now on and drops the cached rates of the one before.
 * @param timeoutMs milliseconds
 * @internal the built-in courier is the only one that a shop has
 */
export function openCourier(courier: CourierRates, timeoutMs = usualTimeoutMs): void {
  store.courier = courier;
  store.timeoutMs = timeoutMs;
  store.cached.clear();
  store.asking.clear();
}

/**
 * What the courier asks for a shipment, by `courier service`. The same question within ten minutes is not asked again;
 * many at once ask together.
 * @param mode "known": only what was said before, for transactions, which must not wait for the outside world
 * @returns undefined while the courier does not answer
 */
export async function liveRates(
  shipment: ShipmentRequest,
  mode: "ask" | "known" = "ask",
): Promise<ReadonlyMap<string, number> | undefined> {
  // The kecamatan decides: kelurahan of one cost the same everywhere.
  const question = { ...shipment, destination: shipment.destination.slice(0, 6) };
  const address = `${store.courier.name} ${question.origin} ${question.destination} ${question.grams}`;
  const cached = store.cached.get(address);
  if (cached) return byService(cached.quotes);
  if (mode === "known") return undefined;
  let asking = store.asking.get(address);
  if (!asking) {
    asking = ask(store.courier, question).finally(() => store.asking.delete(address));
    store.asking.set(address, asking);
  }
  const answer = await asking;
  store.cached.set(address, answer, { ttl: answer.ttl });
  return byService(answer.quotes);
}

async function ask(courier: CourierRates, shipment: ShipmentRequest): Promise<Answer> {
  const giveUp = AbortSignal.timeout(store.timeoutMs);
  const tooLate = new Promise<never>((_, reject) => {
    giveUp.addEventListener("abort", () => reject(giveUp.reason), { once: true });
  });
  try {
    const quotes = await Promise.race([courier.ask(shipment, giveUp), tooLate]);
    return { quotes: quotes.filter(isSound), ttl: goodFor };
  } catch (error) {
    log.warn({ err: error, courier: courier.name }, "the courier said no prices");
    return { quotes: undefined, ttl: rest };
  }
}

/** A courier's mistake must not become a price. */
function isSound({ price }: CourierQuote): boolean {
  return Number.isSafeInteger(price) && price >= 0;
}

function byService(quotes: readonly CourierQuote[] | undefined) {
  return (
    quotes && new Map(quotes.map((quote) => [`${quote.courier} ${quote.service}`, quote.price]))
  );
}
