import { expect, test } from "vitest";
import { restAfter } from "./give-way.server.ts";

test("a task rests while queries wait or orders are placed slower, never for long, and not in a calm shop", () => {
  expect(restAfter(1_000, 1, 1)).toBe(0);
  expect(restAfter(1_000, 9, 1.1)).toBe(0);
  expect(restAfter(200, 20, 1)).toBe(400);
  expect(restAfter(200, 1, 3)).toBe(600);
  expect(restAfter(1_000, 500, 1)).toBe(2_000);
  expect(restAfter(100, 500, 50)).toBe(400);
});
