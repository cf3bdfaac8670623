const maxRetries = 3;
/** Milliseconds; doubled with every try. */
const firstPause = 200;
/** How often what a form sends is tried after that, at the longest pause: about half a minute. */
const maxWaits = 20;
const maxPauseMs = 1_600;
/** Statuses of a gateway or of a part of the shop that is unavailable for a moment. */
const passing = new Set([502, 503, 504]);

/** Happens when a form waits for the shop, which is busy or out of reach (true), and when it waits no more (false). */
export const busyShop = "busy-shop";

/**
 * A fetch with at most three retries after a failure of the network or a gateway; the specification's section 7. Only
 * safe requests are retried: reads, requests with a key, and forms of the shop's own pages
 * (tests/verification/replay). An aborted request is not retried, nor one without a connection. A form waits longer
 * while the shop answers 503 or is unreachable, and until there is a connection: a response or an error would replace
 * the page and its input. JSON requests belong to a page, which handles a broken connection itself (docs/why/screens.md).
 */
export function retrying(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    const headers = new Headers(init?.headers ?? request?.headers);
    const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
    const isReading = method === "GET" || method === "HEAD";
    const isForm = !isReading && input instanceof URL && input.pathname.endsWith(".data");
    const isPatient = isForm && !headers.get("Content-Type")?.startsWith("application/json");
    const hasKey = headers.has("Idempotency-Key") && request === undefined;
    const few = isReading || hasKey || isForm ? maxRetries : 0;
    const many = maxRetries + maxWaits;

    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const response = await send(input, init);
          const isPassing = isForm ? response.status === 503 : passing.has(response.status);
          if (attempt >= (isForm ? many : few) || !isPassing) return response;
          await response.body?.cancel();
        } catch (error) {
          if (signal?.aborted || attempt >= (isPatient ? many : few)) throw error;
          if (!navigator.onLine) {
            if (!isPatient) throw error;
            reportBusy(true);
            await connection(signal);
          }
        }
        if (attempt === maxRetries) reportBusy(true);
        await pause(Math.min(firstPause * 2 ** attempt, maxPauseMs), signal);
      }
    } finally {
      if (isForm) reportBusy(false);
    }
  };
}

function reportBusy(isBusy: boolean): void {
  dispatchEvent(new CustomEvent(busyShop, { detail: isBusy }));
}

/** @throws the signal's reason as soon as it aborts */
function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return unlessAborted(signal, (over) => {
    const timer = setTimeout(over, milliseconds);
    return () => clearTimeout(timer);
  });
}

/** @throws the signal's reason as soon as it aborts */
function connection(signal: AbortSignal | null | undefined): Promise<void> {
  return unlessAborted(signal, (over) => {
    addEventListener("online", over);
    return () => removeEventListener("online", over);
  });
}

function unlessAborted(
  signal: AbortSignal | null | undefined,
  wait: (over: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      end();
      reject(signal?.reason);
    };
    const end = wait(() => {
      end();
      signal?.removeEventListener("abort", give);
      resolve();
    });
    if (signal?.aborted) give();
    else signal?.addEventListener("abort", give, { once: true });
  });
}
