import type { StateCreator, StoreApi, UseBoundStore } from "zustand";
import { create } from "zustand";
import { createJSONStorage, persist, type StateStorage } from "zustand/middleware";

interface StoredOptions<State> {
  /** Raised when old stored values no longer fit; `read` then decides what to keep. */
  readonly version?: number;
  /** Only these fields are stored; without it all but functions and `omit`. */
  readonly pick?: readonly (keyof State)[];
  readonly omit?: readonly (keyof State)[];
  /** Validates stored data; its origin is never trusted. */
  readonly read: (stored: Readonly<Record<string, unknown>>) => Partial<State>;
}

/** Storage may be blocked or full: then the state lasts for the page only. */
const tolerantStorage: StateStorage = {
  getItem: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => localStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => localStorage.removeItem(key)),
};

interface Rereadable {
  readonly persist: { readonly rehydrate: () => Promise<void> | void };
}

/** A store that survives a reload under one key and follows the other tabs. */
export function storedState<State extends object>(
  key: string,
  initial: StateCreator<State>,
  options: StoredOptions<State>,
): UseBoundStore<StoreApi<State> & Rereadable> {
  const store = create<State>()(
    persist(initial, {
      name: key,
      version: options.version ?? 0,
      storage: createJSONStorage<Partial<State>>(() => ({
        ...tolerantStorage,
        getItem: (name) => validJson(tolerantStorage.getItem(name) as string | null),
      })),
      partialize: (state) => storedPart(state, options),
      migrate: (stored) => stored as Partial<State>,
      merge: (stored, current) => ({
        ...current,
        ...(isRecord(stored) ? changedPart(options.read(stored), current) : {}),
      }),
    }),
  );
  if (typeof window !== "undefined") {
    addEventListener("storage", (event) => {
      if (event.key === key || event.key === null) void store.persist.rehydrate();
    });
  }
  return store;
}

function storedPart<State extends object>(
  state: State,
  { pick, omit }: StoredOptions<State>,
): Partial<State> {
  const entries = Object.entries(state) as [keyof State, unknown][];
  return Object.fromEntries(
    entries.filter(
      ([name, value]) =>
        typeof value !== "function" &&
        (pick ? pick.includes(name) : true) &&
        !(omit?.includes(name) ?? false),
    ),
  ) as Partial<State>;
}

/** The values that differ from the current ones. An equal value keeps its identity, which subscribers compare. */
function changedPart<State extends object>(stored: Partial<State>, current: State): Partial<State> {
  const entries = Object.entries(stored) as [keyof State, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name])),
  ) as Partial<State>;
}

function validJson(text: string | null): string | null {
  return text !== null && isRecord(attempt(() => JSON.parse(text))) ? text : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
