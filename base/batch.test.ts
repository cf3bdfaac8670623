import { expect, test } from "vitest";
import { batch } from "./batch.ts";

test("items that arrive while a batch runs go into the next batch", async () => {
  const batches: number[][] = [];
  const double = batch<number, number>(
    async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((each) => each * 2);
    },
    { maxBatchSize: 3, maxConcurrency: 1 },
  );
  const first = [double(1), double(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const later = [3, 4, 5, 6].map((each) => double(each));
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test("items of a failed batch are repeated one by one, and only the wrong one fails", async () => {
  const tried: number[][] = [];
  const run = batch<number, string>(
    async (items) => {
      tried.push([...items]);
      if (items.includes(2)) throw new Error("two is not possible");
      return items.map(String);
    },
    { maxBatchSize: 10, maxConcurrency: 1 },
  );
  const answers = await Promise.allSettled([run(1), run(2), run(3)]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect(await run(4)).toBe("4");
});
