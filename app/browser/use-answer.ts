import { useEffect, useState } from "react";

/**
 * Asks an address for JSON once the page is there, and again for another address.
 * @returns null until it answered
 */
export function useAnswer<T>(address: string): {
  answer: T | null;
  isFailed: boolean;
  retry: () => void;
} {
  const [answer, setAnswer] = useState<T | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const stop = new AbortController();
    setFailed(false);
    fetch(address, { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`${address} answered ${response.status}`);
        setAnswer((await response.json()) as T);
      })
      .catch((error) => {
        if (stop.signal.aborted) return;
        console.warn(error);
        setFailed(true);
      });
    return () => stop.abort();
  }, [address, attempt]);
  return { answer, isFailed, retry: () => setAttempt((before) => before + 1) };
}
