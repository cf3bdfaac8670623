import { AppError } from "#base/errors.ts";
import { withTimeout } from "#base/with-timeout.ts";

/** A provider failed: no connection, a timeout, a server error, or too many requests. */
export class ProviderUnavailable extends Error {
  /** The provider's `Retry-After` in seconds, if it sent one. */
  readonly retryAfter: number | undefined;

  constructor(cause: unknown, retryAfter?: number) {
    super("the payment provider is away", { cause });
    this.name = "ProviderUnavailable";
    this.retryAfter = retryAfter;
  }
}

export interface Circuit {
  /** Whole seconds until the open circuit lets a request through; undefined while it is closed. */
  openForSeconds(): number | undefined;
  /**
   * Calls the provider unless the circuit is open. Any error of `ask` other than `ProviderUnavailable` counts as an
   * answer and is rethrown.
   * @throws AppError `payment_provider_unavailable` 503: at once while the circuit is open, or when this call failed
   */
  call<T>(ask: () => Promise<T>): Promise<T>;
}

export interface CircuitSettings {
  /** Consecutive failures that open the circuit. */
  readonly maxFailures: number;
  /** Milliseconds of the first open period; each failed trial doubles them. */
  readonly openMs: number;
  readonly maxOpenMs: number;
  /** Timeout of one call in milliseconds, including the client library's retries. */
  readonly timeoutMs: number;
  /** A monotonic clock in milliseconds: setting the system time must not change an open period. */
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
 * Stops an unavailable provider from delaying customers who want to pay (fault R4). After a few failures in a row the
 * circuit opens for a while; then one trial call goes through, and its answer closes the circuit. There is one circuit
 * per provider and process; other processes detect the failure by themselves.
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
    // A call that began before the circuit opened carries no new information.
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
      if (left !== undefined) throw providerUnavailable(left);
      const isTrial = openUntil !== undefined;
      if (isTrial) isTrying = true;
      try {
        // A later answer is ignored; the idempotency key makes it harmless.
        const answer = await withTimeout(timeoutMs, ask(), tooLate);
        noteAnswer();
        return answer;
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) {
          noteAnswer();
          throw error;
        }
        noteFailure(isTrial, error.retryAfter);
        throw providerUnavailable(secondsLeft() ?? 1, error);
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}

/** Whether an error reports an unavailable provider, so that a retry may succeed. */
export function isProviderUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === "payment_provider_unavailable";
}

/** The error for a payment that could not be opened, with `Retry-After` where it is known. */
export function unavailable(cause: unknown, message = "payment_unavailable"): AppError {
  const retryAfter = cause instanceof AppError ? cause.retryAfter : undefined;
  return new AppError("payment_unavailable", 503, {
    cause,
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** `Retry-After` in seconds; undefined when it is unreadable (RFC 9110, 10.2.3, without dates). */
export function secondsOf(retryAfter: string | null | undefined): number | undefined {
  return retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function providerUnavailable(retryAfter: number, cause?: unknown): AppError {
  return new AppError("payment_provider_unavailable", 503, { cause, retryAfter });
}

function tooLate(): ProviderUnavailable {
  return new ProviderUnavailable(new Error("no answer in time"));
}
