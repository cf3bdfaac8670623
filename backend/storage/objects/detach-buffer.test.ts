import { expect, test } from "vitest";
import { detachBuffer } from "./detach-buffer.ts";

test("a buffer is detached, unless it is a view of a larger one", () => {
  const whole = new Uint8Array([1, 2, 3]);
  const part = new Uint8Array([1, 2, 3]).subarray(1);
  detachBuffer(whole);
  detachBuffer(whole);
  detachBuffer(part);
  expect(whole.byteLength).toBe(0);
  expect([...part]).toEqual([2, 3]);
});
