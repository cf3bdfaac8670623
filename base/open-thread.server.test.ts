import path from "node:path";
import { expect, test } from "vitest";
import { openThread, ThreadBusy, ThreadLimit } from "./open-thread.server.ts";

const program = path.join(
  import.meta.dirname,
  "..",
  "tests",
  "support",
  "doubles",
  "thread-program.ts",
);
const open = (seconds = 20) => openThread({ program, seconds, megabytes: 64 });

test("a call returns its result, or an error with its name and message", async () => {
  const call = open();
  expect(await call(undefined, "double", [21])).toBe(42);
  await expect(call(undefined, "refuse", ["no"])).rejects.toMatchObject({
    name: "RangeError",
    message: "no",
  });
  expect(await call(undefined, "bytes", [3])).toEqual(new Uint8Array(3));
});

test("calls beyond the time or memory limit fail, and the next call succeeds", async () => {
  const call = open(1);
  await expect(call("a", "spin", [60_000])).rejects.toThrow(ThreadLimit);
  await expect(call("a", "fill", [])).rejects.toThrow(ThreadLimit);
  expect(await call("a", "double", [1])).toBe(2);
});

test("the next call is from the owner that used the least time", async () => {
  const call = open();
  const order: string[] = [];
  const ask = (owner: string, ms: number) =>
    call(owner, "spin", [ms]).then(() => order.push(owner));
  await ask("heavy", 60);
  await ask("light", 1);
  const first = ask("other", 30);
  await Promise.all([first, ask("heavy", 1), ask("heavy", 1), ask("light", 1), ask("new", 1)]);
  expect(order.slice(2)).toEqual(["other", "new", "light", "heavy", "heavy"]);
});

test("a full queue refuses calls of an owner with too many, and of the owner that used the most time", async () => {
  const call = open();
  const ask = (owner: string, ms = 1) =>
    call(owner, "spin", [ms]).then(
      () => "done",
      (error: unknown) => (error instanceof ThreadBusy ? "busy" : error),
    );
  await ask("heavy", 50);
  const answers = [ask("first", 100)];
  const heavy = Array.from({ length: 25 }, () => ask("heavy"));
  const others = Array.from({ length: 95 }, (_, nth) => ask(`other-${nth}`));
  answers.push(...others);
  expect(await Promise.all(answers)).toEqual(answers.map(() => "done"));
  const refused = (await Promise.all(heavy)).filter((answer) => answer === "busy");
  expect(refused).toHaveLength(20);
});
