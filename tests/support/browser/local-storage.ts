import { vi } from "vitest";

/**
 * A browser's local storage for code that runs without one, until `vi.unstubAllGlobals`.
 * @returns what it keeps
 */
export function stubLocalStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
}
