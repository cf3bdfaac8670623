import { AppError } from "#base/errors.ts";
import { limitConcurrency } from "#base/limit-concurrency.ts";

/** Concurrent transformations; each briefly takes up to a few hundred megabytes. */
const atOnce = 2;
/** Maximum waiting calls; further ones are refused. */
const maxWaiting = 40;

/** Too many calls wait: a retry may succeed. */
export class TooMuchImageWork extends AppError {
  constructor() {
    super("busy", 503, { message: "too many images are queued for processing", retryAfter: 5 });
  }
}

interface Turns {
  readonly limited: <T>(work: () => Promise<T>) => Promise<T>;
  /** Calls that work or wait. */
  present: number;
}

// On globalThis, so that the screens' build, a module graph of its own, shares the limit.
const key = Symbol.for("etalase.image-work");
const registry = globalThis as unknown as Record<symbol, Turns | undefined>;
registry[key] ??= { limited: limitConcurrency(atOnce), present: 0 };
const turns: Turns = registry[key];

/**
 * Runs the work in its turn; a waiting call holds no bytes.
 * @throws TooMuchImageWork when too many wait, and the error of the work
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.present >= atOnce + maxWaiting) throw new TooMuchImageWork();
  turns.present++;
  try {
    return await turns.limited(work);
  } finally {
    turns.present--;
  }
}
