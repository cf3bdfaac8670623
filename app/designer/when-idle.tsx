import { type ReactNode, useEffect, useState } from "react";

/** Milliseconds that something waits at most, and where a browser does not say when it is idle. */
const maxWaitMs = 1_000;
const usualMs = 200;

/**
 * Runs something once the browser has nothing else to do: a finger on the board is answered first.
 * @returns calls it off
 */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(run, { timeout: maxWaitMs });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(run, usualMs);
  return () => clearTimeout(timer);
}

/** What is shown once the browser has nothing else to do. */
export function AfterIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle ? children : null;
}
