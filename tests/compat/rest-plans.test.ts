import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(
  database.url,
  `do $$ begin
     execute format('alter database %I set compute_query_id = on', current_database());
   end $$;`,
);
const backend = testBackend({ rest: { schemas: ["chat"], plan: true } });

async function plan(path: string, format: string): Promise<string> {
  const answer = await fetch(`${backend().url}/rest/v1${path}`, {
    headers: {
      apikey: backend().keys.publishable,
      Accept: `application/vnd.pgrst.plan+${format}; options=verbose`,
    },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

test("a plan keeps every digit of the numbers of PostgreSQL", async () => {
  const seen = new Set<string>();
  for (const path of ["/users?select=username", "/messages?id=eq.1", "/rpc/everybody", "/stock"]) {
    const [, id = ""] = /Query Identifier: (-?\d+)/.exec(await plan(path, "text")) ?? [];
    expect(id.length).toBeGreaterThan(10);
    const json = await plan(path, "json");
    expect(/"Query Identifier": ?(-?\d+)/.exec(json)?.[1]).toBe(id);
    expect(JSON.parse(json)).toMatchObject([{ Plan: { "Node Type": expect.any(String) } }]);
    seen.add(id);
  }
  expect(seen.size).toBe(4);
});
