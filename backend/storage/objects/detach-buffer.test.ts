import { expect, test } from "vitest";
import { giveBack } from "./detach-buffer.ts";

test("memory is given back, but not that of a part of something larger", () => {
  const whole = new Uint8Array([1, 2, 3]);
  const part = new Uint8Array([1, 2, 3]).subarray(1);
  giveBack(whole);
  giveBack(whole);
  giveBack(part);
  expect(whole.byteLength).toBe(0);
  expect([...part]).toEqual([2, 3]);
});
