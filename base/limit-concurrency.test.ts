import { expect, test } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

test("at most the limit runs at once, the rest in order of arrival", async () => {
  const inTurn = limitConcurrency(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((n) =>
    inTurn(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      return n * 10;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends.shift()?.();
  expect(await works[0]).toBe(0);
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends.shift()?.();
  await works[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect(await Promise.all(works)).toEqual([0, 10, 20, 30]);
});

test("failed work frees its slot", async () => {
  const inTurn = limitConcurrency(1);
  const failed = inTurn(() => Promise.reject(new Error("no")));
  const next = inTurn(async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
