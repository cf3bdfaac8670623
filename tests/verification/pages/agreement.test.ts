import { expect, test } from "vitest";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { measureAgreement } from "./agreement.ts";

const size = isWholeRun ? { processes: 4, writes: 1_000 } : { processes: 2, writes: 20 };

test("every process shows each change of the catalogue, whoever made it", {
  timeout: 900_000,
}, async () => {
  const { delays, missed } = await measureAgreement({ ...size, seed: 20_261_126 });
  expect(missed).toEqual([]);
  expect(delays).toHaveLength(size.processes * size.writes);
});
