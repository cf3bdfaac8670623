import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { testBackend } from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";
import { restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(database.url);
const backend = testBackend({ rest: { schemas: ["chat", "personal"] } });
const client = () =>
  createClient(backend().url, backend().keys.publishable, { db: { schema: "chat" } });

test("selects with a filter", async () => {
  const { data, error } = await client()
    .from("users")
    .select("username,status")
    .eq("username", "ayu");
  expect(error).toBeNull();
  expect(data).toEqual([{ username: "ayu", status: "ONLINE" }]);
});
