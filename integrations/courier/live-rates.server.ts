import { LRUCache } from "lru-cache";
import { log } from "#base/log.server.ts";
import { builtinCourier } from "./builtin-courier.ts";
import {
  CourierError,
  type CourierQuote,
  type CourierRates,
  type ShipmentRequest,
} from "./courier.ts";

/** Timeout of a courier and lifetime of its answer, in milliseconds. */
const usualTimeoutMs = 3_000;
const goodFor = 10 * 60_000;
/** Milliseconds for which a courier's failure is cached, so that quotes do not wait for it again. */
const rest = 30_000;
/** Milliseconds: the longest pause that a courier may ask for. */
const maxRest = 10 * 60_000;
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
 */
export function openCourier(courier: CourierRates, timeoutMs = usualTimeoutMs): void {
  store.courier = courier;
  store.timeoutMs = timeoutMs;
  store.cached.clear();
  store.asking.clear();
}

/**
 * The courier's prices for a shipment, by `serviceKey`. An answer is cached for ten minutes; concurrent calls
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
    const wanted = error instanceof CourierError ? (error.retryAfter ?? 0) * 1_000 : 0;
    return { quotes: undefined, ttl: Math.min(maxRest, Math.max(rest, wanted)) };
  }
}

/** Whether a quote's price is a whole number of rupiah, zero or more. */
function isSound({ price }: CourierQuote): boolean {
  return Number.isSafeInteger(price) && price >= 0;
}

function byService(quotes: readonly CourierQuote[] | undefined) {
  return quotes && new Map(quotes.map((quote) => [serviceKey(quote), quote.price]));
}

/** Names a courier's service: methods and providers differ in letter case. */
export function serviceKey({
  courier,
  service,
}: {
  readonly courier: string;
  readonly service: string;
}): string {
  return `${courier} ${service}`.toLowerCase();
}

/** The courier that the settings chose, for its numbers and tracking. */
export function activeCourier(): CourierRates {
  return store.courier;
}
