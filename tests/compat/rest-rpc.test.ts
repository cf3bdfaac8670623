import { describe, expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { clientOf, restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(
  database.url,
  `create function chat.before() returns void language plpgsql as $$
     begin
       if current_setting('request.headers', true)::json ->> 'x-refuse' is not null then
         raise sqlstate 'PT403' using message = 'refused before';
       end if;
     end $$;
   grant execute on function chat.before() to anon, authenticated, service_role;`,
);
const backend = testBackend({
  rest: {
    schemas: ["chat", "personal"],
    extraSearchPath: ["extensions"],
    appSettings: { name: "workshop" },
    preRequest: "chat.before",
    statementTimeouts: { anon: 400 },
  },
});
const client = (key?: string) => clientOf(backend(), key);
const rest = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: {
      apikey: backend().keys.publishable,
      "Content-Profile": "chat",
      "Accept-Profile": "chat",
      ...init.headers,
    },
  });

describe("results", () => {
  test("scalar, enum, composite, set, void, out parameters", async () => {
    expect((await client().rpc("add", { a: 1 })).data).toBe(11);
    expect((await client().rpc("add", { a: 1, b: 2 })).data).toBe(3);
    expect((await client().rpc("status_of", { name: "budi" })).data).toBe("OFFLINE");
    expect((await client().rpc("status_of", { name: "nobody" })).data).toBeNull();
    expect((await client().rpc("first_user").select("username")).data).toEqual({ username: "ayu" });
    expect((await client().rpc("pair")).data).toEqual({ one: 1, two: "two" });
    expect((await client().rpc("numbers", { upto: 3 })).data).toEqual([1, 2, 3]);
    const nothing = await client().rpc("nothing");
    expect(nothing).toMatchObject({ status: 204, data: null, error: null });
  });

  test("rows are filtered, embedded, ordered, limited, counted", async () => {
    const answer = await client()
      .rpc("everybody", {}, { count: "exact" })
      .select("username,messages(id)")
      .eq("status", "ONLINE")
      .order("username")
      .limit(2);
    expect(answer).toMatchObject({
      status: 206,
      count: 3,
      data: [
        { username: "ayu", messages: [{ id: 1 }, { id: 2 }] },
        { username: "citra", messages: [{ id: 3 }] },
      ],
    });
    expect(
      (await client().rpc("everybody").eq("username", "ayu").select("username").single()).data,
    ).toEqual({ username: "ayu" });
    const head = await client().rpc("everybody", {}, { head: true, count: "exact" });
    expect(head).toMatchObject({ status: 200, count: 4, data: null });
    const got = await client().rpc("everybody", {}, { get: true }).select("username").limit(1);
    expect(got.data).toEqual([{ username: "ayu" }]);
    const renamed = await client()
      .rpc("rename_user", { old: "dewi", new: "Dewi" })
      .select("username,data");
    expect(renamed.data).toEqual([{ username: "dewi", data: { name: "Dewi" } }]);
  });

  test("csv, bytes and text", async () => {
    const csv = await client().rpc("everybody").select("username").order("username").limit(1).csv();
    expect(csv.data).toBe("username\nayu");
    const bytes = await rest("/rpc/echo_text", {
      method: "POST",
      body: "apa saja",
      headers: { "Content-Type": "text/plain", Accept: "application/octet-stream" },
    });
    expect([bytes.headers.get("content-type"), await bytes.text()]).toEqual([
      "application/octet-stream",
      "apa saja",
    ]);
  });
});

describe("arguments", () => {
  test("by GET, POST, form and whole body", async () => {
    expect(await (await rest("/rpc/add?a=5")).json()).toBe(15);
    expect(await (await rest("/rpc/total?numbers=1&numbers=2&numbers=39")).json()).toBe(42);
    expect((await client().rpc("total", { numbers: [1, 2] })).data).toBe(3);
    const form = await rest("/rpc/add", {
      method: "POST",
      body: "a=2&b=3",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(await form.json()).toBe(5);
    const echo = await rest("/rpc/echo", {
      method: "POST",
      body: '{"x":[1,"é"]}',
      headers: { "Content-Type": "application/json" },
    });
    expect(await echo.json()).toEqual({ x: [1, "é"] });
    const size = await rest("/rpc/size_of", {
      method: "POST",
      body: new Uint8Array([0, 255, 1]),
      headers: { "Content-Type": "application/octet-stream" },
    });
    expect(await size.json()).toBe(3);
    expect((await client().rpc("numbers", { upto: 2 }, { get: true })).data).toEqual([1, 2]);
  });

  test("overloads are distinguished by argument names", async () => {
    expect((await client().rpc("over", { a: 1 })).data).toBe("number 1");
    expect((await client().rpc("over", { b: "x" })).data).toBe("text x");
    const same = await client().rpc("twice", { a: 1 });
    expect(same.status).toBe(300);
    expect(same.error).toEqual({
      code: "PGRST203",
      details: null,
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
      message:
        "Could not choose the best candidate function between: chat.twice(a => integer), chat.twice(a => text)",
    });
  });

  test("parameters without a name, and rows as parameters", async () => {
    expect((await client().rpc("loose")).data).toBe(1);
    expect((await client().rpc("loose", { "": "x" })).data).toBe("foo");
    const lax = await client().rpc("lax");
    expect(lax).toMatchObject({
      status: 300,
      error: {
        message:
          "Could not choose the best candidate function between: chat.lax(), chat.lax( => text)",
      },
    });
    const inRoom = await client()
      .rpc("messages_in", { row_of: { id: 1, slug: null, data: null } })
      .select("id,blurb,author_of(username),channels(slug)")
      .order("id");
    expect(inRoom.data).toEqual([
      { id: 1, blurb: "Halo ", author_of: { username: "ayu" }, channels: { slug: "umum" } },
      { id: 3, blurb: "Apa k", author_of: { username: "citra" }, channels: { slug: "umum" } },
    ]);
  });

  test("unknown functions", async () => {
    const none = await client().rpc("ad", { a: 1 });
    expect(none.status).toBe(404);
    expect(none.error).toMatchObject({
      code: "PGRST202",
      message: "Could not find the function chat.ad(a) in the schema cache",
      details:
        "Searched for the function chat.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    });
    const near = await client().rpc("everybodi");
    expect(near.error).toMatchObject({
      message: "Could not find the function chat.everybodi without parameters in the schema cache",
      hint: "Perhaps you meant to call the function chat.everybody",
    });
    const parameters = await client().rpc("add", { a: 1, c: 2 });
    expect(parameters.error?.hint).toBe("Perhaps you meant to call the function chat.add(a, b)");
    const closed = await client().rpc("private_one");
    expect(closed).toMatchObject({ status: 401, error: { code: "42501" } });
  });

  test("GET cannot write, other methods are refused", async () => {
    const get = await rest("/rpc/rename_user?old=ayu&new=x");
    expect([get.status, (await get.json()).code]).toEqual([405, "25006"]);
    const put = await rest("/rpc/add", { method: "PUT", body: "{}" });
    expect([put.status, await put.json()]).toMatchObject([
      405,
      { code: "PGRST101", message: "Cannot use the PUT method on RPC" },
    ]);
  });
});

test("the transaction knows the request", async () => {
  const answer = await rest("/rpc/settings", {
    headers: { Cookie: "a=1; taste=manis", "X-User": "ayu", Prefer: "timezone=Asia/Jakarta" },
  });
  expect(await answer.json()).toEqual({
    role: "anon",
    method: "GET",
    path: "/rpc/settings",
    zone: "Asia/Jakarta",
    app: "workshop",
    cookie: "manis",
    claims: { role: "anon" },
    header: "ayu",
    timeout: "400ms",
    path_of_search: '"chat", "extensions"',
  });
  const secret = await client(backend().keys.secret).rpc("settings");
  expect(secret.data).toMatchObject({ role: "service_role", method: "POST", timeout: "15s" });
});

test("functions choose status and headers, and raise custom errors", async () => {
  const pot = await rest("/rpc/teapot", { method: "POST" });
  expect([
    pot.status,
    pot.headers.get("x-pot"),
    pot.headers.get("cache-control"),
    await pot.json(),
  ]).toEqual([418, "brown", "public", "short and stout"]);
  const answer = (status: string, headers: unknown) =>
    client().rpc("answer", { status, headers: JSON.stringify(headers) });
  expect((await answer("205", [])).status).toBe(205);
  expect((await answer("", [{ "X-A": "b" }])).data).toBe("body");
  expect((await answer("99", [])).error?.code).toBe("PGRST112");
  expect((await answer("", { a: "b" })).error?.code).toBe("PGRST111");
  expect((await answer("", [{ "X-A": "b\r\nX-B: c" }])).error?.code).toBe("PGRST111");
  expect((await answer("", [{ "X-A": "日" }])).error?.code).toBe("PGRST111");
  expect((await answer("", [{ "X A": "b" }])).error?.code).toBe("PGRST111");
  const raised = (code: string) => client().rpc("fail", { code });
  expect(await raised("P0001")).toMatchObject({
    status: 400,
    error: { code: "P0001", message: "as asked", details: "a detail", hint: "a hint" },
  });
  expect((await raised("PT402")).status).toBe(402);
  expect((await raised("PT404")).error?.code).toBe("PT404");
  expect((await raised("23505")).status).toBe(409);
  expect((await raised("28000")).status).toBe(403);
  const whole = await rest("/rpc/fail_whole", { method: "POST" });
  expect([whole.status, whole.headers.get("x-why"), await whole.json()]).toEqual([
    402,
    "money",
    { code: "OWN", message: "my own", details: "d", hint: "h" },
  ]);
  const before = await rest("/rpc/add?a=1", { headers: { "X-Refuse": "1" } });
  expect([before.status, (await before.json()).message]).toEqual([403, "refused before"]);
  const slow = await rest("/rpc/slow");
  expect([slow.status, (await slow.json()).code]).toEqual([400, "57014"]);
});
