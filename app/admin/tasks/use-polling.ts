import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Milliseconds between two looks at work that runs. */
const pollMs = 2_000;

/** Reads the page again while something runs. */
export function usePolling(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, state, revalidate]);
}
