import { expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { limitPushes, maxPushes } from "./limit-pushes.server.ts";

const database = testDatabase();

test("unresponsive push services occupy a limited number of jobs, and further messages are postponed", async () => {
  const sent: unknown[] = [];
  const answers: (() => void)[] = [];
  const job = limitPushes(async (payload) => {
    sent.push(payload);
    await new Promise<void>((resolve) => answers.push(resolve));
  });
  const payloads = Array.from({ length: 10 }, (_, n) => ({ n }));
  const slow = payloads.slice(0, maxPushes).map(job);
  await Promise.all(payloads.slice(maxPushes).map(job));
  expect(sent).toEqual(payloads.slice(0, maxPushes));
  const owner = openPostgres(database.url(), { max: 1 });
  const postponed = await owner<{ n: number; is_later: boolean }[]>`
    select (payload ->> 'n')::int as n, run_at > now() as is_later from graphile_worker._private_jobs order by n`;
  await owner.end();
  expect(postponed).toEqual(payloads.slice(maxPushes).map(({ n }) => ({ n, is_later: true })));

  for (const answer of answers.splice(0)) answer();
  await Promise.all(slow);
  const next = job({ n: 10 });
  for (const answer of answers) answer();
  await next;
  expect(sent).toHaveLength(maxPushes + 1);
});
