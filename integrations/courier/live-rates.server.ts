import { LRUCache } from "lru-cache";
import { log } from "#base/log.server.ts";
import { builtinCourier } from "./builtin-courier.ts";
import type { CourierQuote, CourierRates, ShipmentRequest } from "./courier.ts";

/** Timeout of a courier and lifetime of its answer, in milliseconds. */
const usualTimeoutMs = 3_000;
const goodFor = 10 * 60_000;
/** Milliseconds for which a courier's failure is cached, so that quotes do not wait for it again. */
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

// On globalThis for the same reason as the database pools: the screens' build has its own module graph.
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
 * Replaces the courier and drops the cached rates of the previous one.
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
 * The courier's prices for a shipment, by `courier service`. An answer is cached for ten minutes; concurrent calls
 * share one request.
 * @param mode "known": cached answers only, for transactions, which make no outbound call
 * @returns undefined while the courier does not answer
 */
export async function liveRates(
  shipment: ShipmentRequest,
  mode: "ask" | "known" = "ask",
): Promise<ReadonlyMap<string, number> | undefined> {
  // The kecamatan decides the price: all its kelurahan cost the same.
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

/** Whether a quote's price is a whole number of rupiah, zero or more. */
function isSound({ price }: CourierQuote): boolean {
  return Number.isSafeInteger(price) && price >= 0;
}

function byService(quotes: readonly CourierQuote[] | undefined) {
  return (
    quotes && new Map(quotes.map((quote) => [`${quote.courier} ${quote.service}`, quote.price]))
  );
}
