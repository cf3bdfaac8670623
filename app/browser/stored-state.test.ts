import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubLocalStorage } from "#tests/support/browser/local-storage.ts";
import { storedState } from "./stored-state.ts";

let storage: Map<string, string>;
const listeners = new Set<(event: { key: string }) => void>();

beforeEach(() => {
  storage = stubLocalStorage();
  listeners.clear();
  vi.stubGlobal("window", {});
  vi.stubGlobal("addEventListener", (_: string, listener: (event: { key: string }) => void) =>
    listeners.add(listener),
  );
});
afterEach(() => vi.unstubAllGlobals());

interface Drawer {
  readonly name: string;
  readonly size: number;
  readonly isOpen: boolean;
  readonly open: () => void;
}
const read = ({ name, size, isOpen }: Readonly<Record<string, unknown>>): Partial<Drawer> => ({
  ...(typeof name === "string" && { name }),
  ...(typeof size === "number" && { size }),
  ...(typeof isOpen === "boolean" && { isOpen }),
});
const drawer = (options: Partial<Parameters<typeof storedState<Drawer>>[2]> = {}) =>
  storedState<Drawer>(
    "drawer",
    (set) => ({ name: "", size: 1, isOpen: false, open: () => set({ isOpen: true }) }),
    { read, ...options },
  );
const stored = () => JSON.parse(storage.get("drawer") ?? "null");

test("only the picked fields are stored, under the store's key as JSON with its version", () => {
  drawer({ pick: ["name"], version: 3 }).setState({ name: "cups", size: 5 });
  expect(stored()).toEqual({ state: { name: "cups" }, version: 3 });
});

test("omitted fields and actions are not stored", () => {
  const store = drawer({ omit: ["isOpen"] });
  store.getState().open();
  expect(store.getState().isOpen).toBe(true);
  expect(stored().state).toEqual({ name: "", size: 1 });
});

test("state of an older version is migrated", () => {
  storage.set("drawer", JSON.stringify({ state: { name: "cups", size: "large" }, version: 0 }));
  expect(drawer({ version: 1 }).getState()).toMatchObject({ name: "cups", size: 1 });
});

test.each(["", "{", "null", "7", '"text"', "[1]", "{}", '{"state":null}', '{"state":[7]}'])(
  "invalid state is ignored: %s",
  (garbage) => {
    storage.set("drawer", garbage);
    expect(drawer().getState()).toMatchObject({ name: "", size: 1, isOpen: false });
  },
);

test("a store follows the state that another tab stores", async () => {
  const store = drawer();
  storage.set("drawer", JSON.stringify({ state: { name: "cups" }, version: 0 }));
  for (const listener of listeners) listener({ key: "other" });
  expect(store.getState().name).toBe("");
  for (const listener of listeners) listener({ key: "drawer" });
  await expect.poll(() => store.getState().name).toBe("cups");
});

test("reading equal stored state again keeps the identity of its values, so subscribers get no change", () => {
  interface Shelf {
    readonly cups: readonly string[];
  }
  const store = storedState<Shelf>("shelf", () => ({ cups: [] }), {
    read: ({ cups }) => ({ cups: [...(cups as string[])] }),
  });
  store.setState({ cups: ["blue"] });
  const { cups } = store.getState();
  void store.persist.rehydrate();
  expect(store.getState().cups).toBe(cups);
  storage.set("shelf", JSON.stringify({ state: { cups: ["red"] }, version: 0 }));
  void store.persist.rehydrate();
  expect(store.getState().cups).toEqual(["red"]);
});
