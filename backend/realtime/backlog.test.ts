import { expect, test } from "vitest";
import { Backlog } from "./backlog.ts";
import { type Broadcast, type Wire, wireOf } from "./frames.ts";

const stored = (id: string): Broadcast => ({ topic: "realtime:t", event: id, meta: { id } });
const wire = (text: string): Wire => wireOf(text) as Wire;
/** Short messages have a header of two bytes, longer ones of four. */
const textOf = ({ frame }: Wire): string => frame.subarray(frame[1] === 126 ? 4 : 2).toString();

test("stored messages come first, and a row announced meanwhile or afterwards comes once", () => {
  const backlog = new Backlog();
  expect(backlog.takes(wire("live a"), "a")).toBe(true);
  expect(backlog.takes(wire("live c"), "c")).toBe(true);
  expect(backlog.takes(wire("not kept"), undefined)).toBe(true);
  const replayed = backlog.merge("1.0.0", [stored("a"), stored("b")]).map(textOf);
  expect(replayed.map((text) => /"event":"([ab])"/.exec(text)?.[1] ?? text)).toEqual([
    "a",
    "b",
    "live c",
    "not kept",
  ]);
  expect(backlog.takes(wire("live b"), "b"), "announced late").toBe(true);
  expect(backlog.takes(wire("live d"), "d")).toBe(false);
  expect(backlog.takes(wire("not kept"), undefined)).toBe(false);
});
