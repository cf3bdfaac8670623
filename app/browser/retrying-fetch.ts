const mostRetries = 3;
/** Milliseconds; doubled with every try. */
const firstPause = 200;
/** Whoever stands before the shop, or a part of it, is away for a moment. */
const passing = new Set([502, 503, 504]);

/**
 * A fetch that tries again, three times at most, when the network or a gateway fails; the specification's section 7.
 * Only what may safely be sent twice is: reading, and whatever carries a key. An aborted request is not tried again,
 * nor one without a connection.
 */
export function retrying(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    const headers = new Headers(init?.headers ?? request?.headers);
    const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
    const isRepeatable =
      method === "GET" ||
      method === "HEAD" ||
      (headers.has("Idempotency-Key") && request === undefined);
    const retries = isRepeatable ? mostRetries : 0;

    for (let attempt = 0; ; attempt++) {
      try {
        const response = await send(input, init);
        if (attempt >= retries || !passing.has(response.status)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (attempt >= retries || signal?.aborted || !navigator.onLine) throw error;
      }
      await pause(firstPause * 2 ** attempt, signal);
    }
  };
}

/** @throws the signal's reason as soon as it aborts */
function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", give);
      resolve();
    }, milliseconds);
    if (signal?.aborted) give();
    else signal?.addEventListener("abort", give, { once: true });
  });
}
