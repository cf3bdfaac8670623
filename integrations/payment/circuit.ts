import { AppError } from "#base/errors.ts";
import { withTimeout } from "#base/with-timeout.ts";

/** A provider did not do its part: no connection, no answer in time, an answer of its own failure, too many questions. */
export class ProviderUnavailable extends Error {
  /** Seconds that it wants to be left alone, where it says so. */
  readonly retryAfter: number | undefined;

  constructor(cause: unknown, retryAfter?: number) {
    super("the payment provider is away", { cause });
    this.name = "ProviderUnavailable";
    this.retryAfter = retryAfter;
  }
}

export interface Circuit {
  /** Whole seconds until it is worth asking again; undefined while it can be asked. */
  openForSeconds(): number | undefined;
  /**
   * Asks the provider, unless it is being left alone. What `ask` throws other than `Absent` is an answer, and is thrown on.
   * @throws AppError `payment_provider_unavailable` 503 at once while it is left alone, and when it was absent now
   */
  call<T>(ask: () => Promise<T>): Promise<T>;
}

export interface CircuitSettings {
  /** Absences without an answer between them after which it is left alone. */
  readonly maxFailures: number;
  /** Milliseconds that it is left alone at first; each absence right after doubles them. */
  readonly openMs: number;
  readonly maxOpenMs: number;
  /** Milliseconds that one question may take, repeats of the client's library counted. */
  readonly timeoutMs: number;
  /** Milliseconds that only go forward: a clock that is set must neither shorten nor lengthen a rest. */
  readonly clock: () => number;
}

const usual: CircuitSettings = {
  maxFailures: 3,
  openMs: 10_000,
  maxOpenMs: 120_000,
  timeoutMs: 10_000,
  clock: () => performance.now(),
};

/**
 * Keeps a provider that is away from holding up whoever wants to pay (fault R4). After a few absences in a row it is
 * not asked for a while; then one question goes through, and its answer opens the way for all. One for a provider and a
 * process: another process finds out by itself.
 */
export function circuit(settings: Partial<CircuitSettings> = {}): Circuit {
  const { maxFailures, openMs, maxOpenMs, timeoutMs, clock } = { ...usual, ...settings };
  let failures = 0;
  let currentOpenMs = openMs;
  let openUntil: number | undefined;
  let isTrying = false;

  const secondsLeft = () => {
    if (openUntil === undefined) return undefined;
    const left = openUntil - clock();
    if (left > 0) return Math.ceil(left / 1000);
    return isTrying ? 1 : undefined;
  };
  const noteAnswer = () => {
    failures = 0;
    currentOpenMs = openMs;
    openUntil = undefined;
  };
  const noteFailure = (isTrial: boolean, retryAfter: number | undefined) => {
    // One that had been asked before the others gave up tells nothing new.
    if (openUntil !== undefined && !isTrial) return;
    failures += 1;
    if (failures < maxFailures && retryAfter === undefined && !isTrial) return;
    if (isTrial) currentOpenMs = Math.min(currentOpenMs * 2, maxOpenMs);
    const wanted = retryAfter === undefined ? currentOpenMs : Math.max(1, retryAfter) * 1000;
    openUntil = clock() + Math.min(wanted, maxOpenMs);
  };

  return {
    openForSeconds: secondsLeft,
    async call(ask) {
      const left = secondsLeft();
      if (left !== undefined) throw unavailableFor(left);
      const isTrial = openUntil !== undefined;
      if (isTrial) isTrying = true;
      try {
        // What comes later is not waited for; its idempotency key makes it harmless.
        const answer = await withTimeout(timeoutMs, ask(), tooLate);
        noteAnswer();
        return answer;
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) {
          noteAnswer();
          throw error;
        }
        noteFailure(isTrial, error.retryAfter);
        throw unavailableFor(secondsLeft() ?? 1, error);
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}

/** Whether an error says that a provider is away, so that the same may be asked later. */
export function isProviderUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === "payment_provider_unavailable";
}

/** What opening a payment says to the shop, whatever went wrong; it knows when to come back where that is known. */
export function unavailable(cause: unknown, message = "payment_unavailable"): AppError {
  const retryAfter = cause instanceof AppError ? cause.retryAfter : undefined;
  return new AppError("payment_unavailable", 503, {
    cause,
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** `Retry-After` in seconds; undefined when it says nothing that can be read (RFC 9110, 10.2.3, without dates). */
export function secondsOf(retryAfter: string | null | undefined): number | undefined {
  return retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function unavailableFor(retryAfter: number, cause?: unknown): AppError {
  return new AppError("payment_provider_unavailable", 503, { cause, retryAfter });
}

function tooLate(): ProviderUnavailable {
  return new ProviderUnavailable(new Error("no answer in time"));
}
