import { expect, test } from "vitest";
import { serverMemory } from "./server-memory.mjs";

const gibibyte = 2 ** 30;
const spaces = (memory: number) => serverMemory(memory).flags.slice(0, 2);

test("heap limits are smaller on a small machine and capped on a large one", () => {
  expect(spaces(gibibyte / 2)).toEqual(["--max-semi-space-size=8", "--max-old-space-size=192"]);
  expect(spaces(gibibyte)).toEqual(["--max-semi-space-size=16", "--max-old-space-size=384"]);
  expect(spaces(2 * gibibyte)).toEqual(["--max-semi-space-size=16", "--max-old-space-size=768"]);
  expect(spaces(24 * gibibyte)).toEqual(spaces(2 * gibibyte));
});
