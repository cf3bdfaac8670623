import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { restFixture } from "./rest-fixture.ts";

/* The order of the rows that a change returns. */

const database = testDatabase();
restFixture(database.url);
const backend = testBackend({ rest: { schemas: ["chat"], txEnd: "rollback" } });

async function change(method: string, path: string, body?: unknown, more = ""): Promise<unknown> {
  const answer = await fetch(`${backend().url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: backend().keys.publishable,
      "Content-Type": "application/json",
      Prefer: `return=representation${more}`,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return answer.json();
}

test("insert, update, upsert and delete return their rows in the requested order", async () => {
  const rows = [
    { id: 1, label: "b" },
    { id: 3, label: "a" },
    { id: 2, label: "a" },
  ];
  const ids = (answer: unknown) => (answer as { id: number }[]).map(({ id }) => id);
  expect(await change("POST", "/stock?select=id&order=id.desc", rows)).toEqual([
    { id: 3 },
    { id: 2 },
    { id: 1 },
  ]);
  expect(ids(await change("POST", "/stock?order=label,id.desc", rows))).toEqual([3, 2, 1]);
  // Sorted by a column that is not selected.
  expect(await change("POST", "/stock?select=label&order=id", rows)).toEqual([
    { label: "b" },
    { label: "a" },
    { label: "a" },
  ]);
  expect(
    ids(await change("POST", "/stock?order=id.desc", rows, ", resolution=merge-duplicates")),
  ).toEqual([3, 2, 1]);
  expect(
    await change("PATCH", "/users?status=eq.ONLINE&select=username&order=username.desc", {
      data: {},
    }),
  ).toEqual([{ username: "dewi" }, { username: "citra" }, { username: "ayu" }]);
  expect(
    await change("DELETE", "/members?select=username,channel_id&order=channel_id.desc,username"),
  ).toEqual([
    { username: "ayu", channel_id: 2 },
    { username: "ayu", channel_id: 1 },
    { username: "budi", channel_id: 1 },
  ]);
});

test("a change sorts embedded rows, and its own rows by a column of an embedded resource", async () => {
  expect(
    await change(
      "PATCH",
      "/users?username=eq.ayu&select=username,messages(id)&messages.order=id.desc",
      { data: {} },
    ),
  ).toEqual([{ username: "ayu", messages: [{ id: 2 }, { id: 1 }] }]);
  expect(
    await change("PATCH", "/messages?select=id,channels(slug)&order=channels(slug),id.desc", {
      data: {},
    }),
  ).toEqual([
    { id: 2, channels: { slug: "acak" } },
    { id: 3, channels: { slug: "umum" } },
    { id: 1, channels: { slug: "umum" } },
  ]);
  expect(await change("PATCH", "/messages?select=id&order=blurb.desc", { data: { a: 1 } })).toEqual(
    [{ id: 2 }, { id: 1 }, { id: 3 }],
  );
  const whole = await change("PATCH", "/messages?order=blurb&id=eq.1", { data: null });
  expect(whole).toEqual([
    { id: 1, message: "Halo dunia", username: "ayu", channel_id: 1, data: null },
  ]);
  expect(await change("PATCH", "/messages?order=nothing&id=eq.1", { data: null })).toMatchObject({
    code: "42703",
  });
  expect(await change("DELETE", "/messages?messages.order=id&id=eq.1")).toMatchObject({
    code: "PGRST108",
  });
});
