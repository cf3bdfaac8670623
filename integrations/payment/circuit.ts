import { AppError } from "#base/errors.ts";
import { inTime } from "#base/with-timeout.ts";

/** A provider did not do its part: no connection, no answer in time, an answer of its own failure, too many questions. */
export class Absent extends Error {
  /** Seconds that it wants to be left alone, where it says so. */
  readonly retryAfter: number | undefined;

  constructor(cause: unknown, retryAfter?: number) {
    super("the payment provider is away", { cause });
    this.name = "Absent";
    this.retryAfter = retryAfter;
  }
}

export interface Circuit {
  /** Whole seconds until it is worth asking again; undefined while it can be asked. */
  awayFor(): number | undefined;
  /**
   * Asks the provider, unless it is being left alone. What `ask` throws other than `Absent` is an answer, and is thrown on.
   * @throws AppError `payment_provider_away` 503 at once while it is left alone, and when it was absent now
   */
  call<T>(ask: () => Promise<T>): Promise<T>;
}

export interface CircuitSettings {
  /** Absences without an answer between them after which it is left alone. */
  readonly most: number;
  /** Milliseconds that it is left alone at first; each absence right after doubles them. */
  readonly rest: number;
  readonly longestRest: number;
  /** Milliseconds that one question may take, repeats of the client's library counted. */
  readonly patience: number;
  /** Milliseconds that only go forward: a clock that is set must neither shorten nor lengthen a rest. */
  readonly clock: () => number;
}

const usual: CircuitSettings = {
  most: 3,
  rest: 10_000,
  longestRest: 120_000,
  patience: 10_000,
  clock: () => performance.now(),
};

/**
 * Keeps a provider that is away from holding up whoever wants to pay (fault R4). After a few absences in a row it is
 * not asked for a while; then one question goes through, and its answer opens the way for all. One for a provider and a
 * process: another process finds out by itself.
 */
export function circuit(settings: Partial<CircuitSettings> = {}): Circuit {
  const { most, rest, longestRest, patience, clock } = { ...usual, ...settings };
  let absences = 0;
  let currentRest = rest;
  let closedUntil: number | undefined;
  let isTrying = false;

  const secondsLeft = () => {
    if (closedUntil === undefined) return undefined;
    const left = closedUntil - clock();
    if (left > 0) return Math.ceil(left / 1000);
    return isTrying ? 1 : undefined;
  };
  const noteAnswer = () => {
    absences = 0;
    currentRest = rest;
    closedUntil = undefined;
  };
  const noteAbsence = (isTrial: boolean, retryAfter: number | undefined) => {
    // One that had been asked before the others gave up tells nothing new.
    if (closedUntil !== undefined && !isTrial) return;
    absences += 1;
    if (absences < most && retryAfter === undefined && !isTrial) return;
    if (isTrial) currentRest = Math.min(currentRest * 2, longestRest);
    const wanted = retryAfter === undefined ? currentRest : Math.max(1, retryAfter) * 1000;
    closedUntil = clock() + Math.min(wanted, longestRest);
  };

  return {
    awayFor: secondsLeft,
    async call(ask) {
      const left = secondsLeft();
      if (left !== undefined) throw away(left);
      const isTrial = closedUntil !== undefined;
      if (isTrial) isTrying = true;
      try {
        // What comes later is not waited for; its idempotency key makes it harmless.
        const answer = await inTime(patience, ask(), tooLate);
        noteAnswer();
        return answer;
      } catch (error) {
        if (!(error instanceof Absent)) {
          noteAnswer();
          throw error;
        }
        noteAbsence(isTrial, error.retryAfter);
        throw away(secondsLeft() ?? 1, error);
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}

/** Whether an error says that a provider is away, so that the same may be asked later. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === "payment_provider_away";
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

function away(retryAfter: number, cause?: unknown): AppError {
  return new AppError("payment_provider_away", 503, { cause, retryAfter });
}

function tooLate(): Absent {
  return new Absent(new Error("no answer in time"));
}
