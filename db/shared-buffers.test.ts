import { expect, test } from "vitest";
import { sharedBuffers } from "./shared-buffers.ts";

const gibibyte = 2 ** 30;

test("shared buffers are smaller on a small machine and capped on a large one", () => {
  expect(sharedBuffers(gibibyte / 8)).toBe("16MB");
  expect(sharedBuffers(gibibyte / 2)).toBe("32MB");
  expect(sharedBuffers(gibibyte)).toBe("64MB");
  expect(sharedBuffers(2 * gibibyte)).toBe("128MB");
  expect(sharedBuffers(24 * gibibyte)).toBe("128MB");
});
