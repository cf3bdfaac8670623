import { LRUCache } from "lru-cache";
import { courierSteps, trackUnasked } from "./courier-steps.server.ts";

/** A place that a shipment passed, in the courier's words. */
export interface Checkpoint {
  /** As the courier writes it: ISO 8601 or its own form. */
  readonly at: string;
  readonly text: string;
}

/** A courier's word is believed for ten minutes, and its silence too: a page that is reloaded asks nobody. */
const answers = new LRUCache<string, Promise<readonly Checkpoint[]>>({ max: 1_000, ttl: 600_000 });

/** Milliseconds that a page waits. The question goes on, and the next look has its answer. */
const patienceMs = 700;

/** Checkpoints of one page; more would be a burst at the courier. */
const maxShipments = 5;

interface ShipmentUnderWay {
  readonly id: string;
  readonly status: string;
  readonly tracking_number: string | null;
}

/**
 * Where the shipments under way are, the newest word first, by the shipment's id. A shipment is missing where the courier
 * says nothing, says it too late, or cannot be asked; the page then has the courier's own address. The caller has checked
 * that the reader may see the shipments.
 */
export async function findCheckpoints(
  shipments: readonly ShipmentUnderWay[],
): Promise<Readonly<Record<string, readonly Checkpoint[]>>> {
  if (!courierSteps().tracks) return {};
  const asked = shipments
    .filter(({ status, tracking_number }) => status === "shipped" && tracking_number)
    .slice(0, maxShipments);
  const found = await Promise.all(
    asked.map(async ({ id }) => [id, await withTimeout(answerOf(id))] as const),
  );
  return Object.fromEntries(found.filter(([, checkpoints]) => checkpoints.length > 0));
}

function answerOf(id: string): Promise<readonly Checkpoint[]> {
  const known = answers.get(id);
  if (known) return known;
  const answer = trackUnasked(id).then((tracked) => (tracked.ok ? tracked.value.events : []));
  answers.set(id, answer);
  // A failure of the database is of this moment only; the reader's own await reports it.
  answer.catch(() => answers.delete(id));
  return answer;
}

async function withTimeout(answer: Promise<readonly Checkpoint[]>): Promise<readonly Checkpoint[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Checkpoint[]>();
  const timer = setTimeout(() => resolve([]), patienceMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
