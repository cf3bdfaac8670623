import { expect, test } from "vitest";
import { detachBuffer } from "./detach-buffer.ts";

test("memory is given back, but not that of a part of something larger", () => {
  const whole = new Uint8Array([1, 2, 3]);
  const part = new Uint8Array([1, 2, 3]).subarray(1);
  detachBuffer(whole);
  detachBuffer(whole);
  detachBuffer(part);
  expect(whole.byteLength).toBe(0);
  expect([...part]).toEqual([2, 3]);
});
