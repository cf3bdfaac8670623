import { vi } from "vitest";

/**
 * A browser's local storage for code that runs without one, until `vi.unstubAllGlobals`.
 * @returns the stored entries
 */
export function stubLocalStorage(): Map<string, string> {
  const cached = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => cached.get(key) ?? null,
    setItem: (key: string, value: string) => void cached.set(key, value),
    removeItem: (key: string) => void cached.delete(key),
  });
  return cached;
}
