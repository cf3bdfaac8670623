import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { restFixture } from "./rest-fixture.ts";

/* Queries that PostgREST accepts although they are unusual. */

const database = testDatabase();
restFixture(
  database.url,
  `create type chat.shade as enum ('light', 'dark');
   create function chat.noon() returns timestamptz stable
     language sql as $$ select timestamptz '2026-01-01 12:00:00+00' $$;
   grant execute on function chat.noon() to anon;`,
);
const backend = testBackend({ rest: { schemas: ["chat"] } });

async function read(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const answer = await fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: backend().keys.publishable, ...init.headers },
  });
  return [answer.status, await answer.json()];
}

test("casts to array types are accepted, except to types that reveal names", async () => {
  expect(await read("/messages?select=t:message::_text&id=eq.1")).toMatchObject([
    400,
    { code: "22P02" },
  ]);
  expect(await read("/users?select=data->nested->>n::_text&limit=1")).toEqual([200, [{ n: null }]]);
  expect(await read("/users?select=n:age_range::text::_int4&limit=1")).toMatchObject([400, {}]);
  expect(await read("/users?select=data->>none::_shade&limit=1")).toEqual([200, [{ none: null }]]);
  for (const type of ["_regclass", "_regproc", "_nothing", "text[]", "__text"]) {
    expect((await read(`/messages?select=id::${type}`))[0], type).toBe(400);
  }
});

test("an empty select returns every column of reads, changes and functions", async () => {
  const [, all] = await read("/channels?order=id");
  expect(await read("/channels?select=&order=id")).toEqual([200, all]);
  expect(await read("/rpc/first_user?select=")).toEqual(await read("/rpc/first_user"));
  const written = await read("/channels?select=&id=eq.1", {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Prefer: "return=representation" },
    body: JSON.stringify({ slug: "umum" }),
  });
  expect(written).toEqual([200, [{ id: 1, slug: "umum", data: { topic: { name: "all" } } }]]);
  // An embedded resource without columns only filters.
  expect(await read("/channels?select=slug,channel_details!inner()&order=id")).toEqual([
    200,
    [{ slug: "umum" }, { slug: "acak" }],
  ]);
});

test("a percent sign that does not start an escape is literal", async () => {
  expect(await read("/users?select=username&username=like.a%")).toEqual([
    200,
    [{ username: "ayu" }],
  ]);
  expect(await read("/users?select=username&username=like.%z%&limit=1")).toEqual([200, []]);
  expect(await read("/users?username=like.%ff")).toMatchObject([400, { code: "PGRST100" }]);
  expect(await read("/users?username=like.%%00")).toMatchObject([400, { code: "PGRST100" }]);
  expect(await read("/a%")).toMatchObject([404, { code: "PGRST205" }]);
});

test("an offset below zero begins at the first row, and the limit counts from the offset", async () => {
  const ids = async (query: string) => {
    const [status, body] = await read(`/messages?select=id&order=id&${query}`);
    return [status, status === 200 ? (body as { id: number }[]).map(({ id }) => id) : body];
  };
  expect(await ids("offset=-5")).toEqual([200, [1, 2, 3]]);
  expect(await ids("offset=-1&limit=2")).toEqual([200, [1]]);
  expect(await ids("offset=-2&limit=2")).toEqual([200, []]);
  const negative = { code: "PGRST103", details: "Limit should be greater than or equal to zero." };
  expect(await ids("offset=-5&limit=2")).toMatchObject([416, negative]);
  expect(await ids("offset=0&limit=-1")).toMatchObject([416, negative]);
  expect(await ids("offset=-1&limit=0")).toMatchObject([416, negative]);
  expect(await read("/rpc/everybody?select=username&order=username&offset=-3&limit=4")).toEqual([
    200,
    [{ username: "ayu" }],
  ]);
});

test("text after a complete select or logic tree is ignored", async () => {
  const [, ayu] = await read("/users?select=username&username=eq.ayu");
  for (const query of [
    "select=username)&username=eq.ayu",
    "select=username))x&username=eq.ayu",
    "select=username&or=(username.eq.ayu))",
    "select=username&and=(username.eq.ayu,or(username.eq.ayu,status.is.null)))",
    "select=username&not.or=(username.neq.ayu)x",
    "select=username&username=in.(ayu))",
  ]) {
    expect(await read(`/users?${query}`), query).toEqual([200, ayu]);
  }
  expect(await read("/users?select=username,profiles(id))&username=eq.ayu")).toEqual([
    200,
    [{ username: "ayu", profiles: [{ id: 1 }] }],
  ]);
  for (const query of ["select=username]", "select=username,", "or=(username.eq.ayu"]) {
    expect(await read(`/users?${query}`), query).toMatchObject([400, { code: "PGRST100" }]);
  }
});

test("Prefer: timezone accepts the values that PostgreSQL accepts, and fails for others", async () => {
  const noon = (timezone: string, more = "") =>
    read("/rpc/noon", { headers: { Prefer: `timezone=${timezone}${more}` } });
  expect(await noon("Asia/Jakarta")).toEqual([200, "2026-01-01T19:00:00+07:00"]);
  expect(await noon("-3.5")).toEqual([200, "2026-01-01T08:30:00-03:30"]);
  expect(await noon("7")).toEqual([200, "2026-01-01T19:00:00+07:00"]);
  for (const more of ["", ", handling=lenient", ", handling=strict"]) {
    expect(await noon("Mars/One", more)).toMatchObject([
      400,
      { code: "22023", message: 'invalid value for parameter "TimeZone": "Mars/One"' },
    ]);
  }
  expect(await noon("")).toMatchObject([400, { code: "22023" }]);
  const applied = await fetch(`${backend().url}/rest/v1/channels`, {
    headers: { apikey: backend().keys.publishable, Prefer: "timezone=-3.5" },
  });
  expect(applied.headers.get("preference-applied")).toBe("timezone=-3.5");
  const [status, body] = await read("/channels?id=eq.1", {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Prefer: "timezone=Mars/One" },
    body: "{}",
  });
  expect([status, body]).toMatchObject([400, { code: "22023" }]);
});
