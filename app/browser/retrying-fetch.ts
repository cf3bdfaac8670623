const maxRetries = 3;
/** Milliseconds; doubled with every try. */
const firstPause = 200;
/** How often what a form sends is tried after that, at the longest pause: about half a minute. */
const maxWaits = 20;
const maxPauseMs = 1_600;
/** Whoever stands before the shop, or a part of it, is away for a moment. */
const passing = new Set([502, 503, 504]);

/** Happens when a form waits for the shop, which is busy or out of reach (true), and when it waits no more (false). */
export const busyShop = "busy-shop";

/**
 * A fetch that tries again, three times at most, when the network or a gateway fails; the specification's section 7.
 * Only what may safely be sent twice is: reading, whatever carries a key, and what a form of the shop's own pages sends
 * (tests/verification/replay). An aborted request is not tried again, nor one without a connection.
 * A form waits longer while the shop says 503 or cannot be reached, and until there is a connection again: an answer or an
 * error would replace the page, and what was typed with it. Questions in JSON are a page's own, which says itself what to
 * do about a broken connection (decision 0050).
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
