import { expect, test } from "vitest";
import { signAccessToken } from "#backend/gateway/access-token.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { clientOf, restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(database.url);
const backend = testBackend({ rest: { schemas: ["chat", "personal"], maxRows: 3 } });
const strict = testBackend({
  rest: {
    schemas: ["chat"],
    anonymousRole: undefined,
    openApi: "disabled",
    txEnd: "rollback",
    maxBodyBytes: 100,
  },
});
const rest = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: backend().keys.publishable, ...init.headers },
  });
const asOwner = async (statement: string) => {
  const sql = openPostgres(database.url(), { max: 1 });
  await sql.unsafe(statement);
  await sql.end();
};

test("a read answers with its headers", async () => {
  const answer = await rest("/users?select=username&order=username&status=eq.ONLINE", {
    headers: { "Accept-Profile": "chat", Prefer: "count=exact" },
  });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-range": "0-2/3",
    "content-profile": "chat",
    "content-location": "/users?order=username&select=username&status=eq.ONLINE",
    "preference-applied": "count=exact",
  });
  const head = await rest("/users", { method: "HEAD" });
  expect([head.status, head.headers.get("content-range"), await head.text()]).toEqual([
    200,
    "0-2/*",
    "",
  ]);
});

test("Range, limits and the maximum rows of an answer", async () => {
  const range = async (value: string, query = "") => {
    const answer = await rest(`/users?select=username${query}`, {
      headers: { Range: value, "Range-Unit": "items", Prefer: "count=exact" },
    });
    return [answer.status, answer.headers.get("content-range")];
  };
  expect(await range("0-1")).toEqual([206, "0-1/4"]);
  expect(await range("1-")).toEqual([206, "1-3/4"]);
  expect(await range("2-2", "&limit=2&offset=1")).toEqual([206, "2-2/4"]);
  expect(await range("5-9")).toEqual([416, "*/4"]);
  expect(await range("4-9")).toEqual([206, "*/4"]);
  expect((await range("3-1"))[0]).toBe(416);
  const none = await rest("/users?limit=0");
  expect([none.status, none.headers.get("content-range"), await none.json()]).toEqual([
    200,
    "*/*",
    [],
  ]);
  const negative = await rest("/users?limit=-1");
  expect([negative.status, (await negative.json()).details]).toEqual([
    416,
    "Limit should be greater than or equal to zero.",
  ]);
  expect(await (await rest("/users?limit=100")).json()).toHaveLength(3);
  const nested = await (await rest("/categories?select=id")).json();
  expect(nested).toHaveLength(3);
  expect((await rest("/users?offset=-1")).status).toBe(200);
});

test("Accept and Content-Type", async () => {
  const accept = (value: string, path = "/users?username=eq.ayu&select=username,data") =>
    rest(path, { headers: { Accept: value } });
  expect(await (await accept("application/vnd.pgrst.object+json")).json()).toEqual({
    username: "ayu",
    data: null,
  });
  const stripped = await accept("application/vnd.pgrst.object+json;nulls=stripped");
  expect(await stripped.json()).toEqual({ username: "ayu" });
  expect(stripped.headers.get("content-type")).toBe(
    "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
  );
  expect(await (await accept("application/vnd.pgrst.array+json;nulls=stripped")).json()).toEqual([
    { username: "ayu" },
  ]);
  const csv = await accept("text/csv");
  expect([csv.headers.get("content-type"), await csv.text()]).toEqual([
    "text/csv; charset=utf-8",
    "username,data\nayu,",
  ]);
  expect((await accept("image/png, application/json;q=0.5")).status).toBe(200);
  const unknown = await accept("image/png");
  expect([unknown.status, await unknown.json()]).toEqual([
    406,
    {
      code: "PGRST107",
      details: null,
      hint: null,
      message: "None of these media types are available: image/png",
    },
  ]);
  expect((await accept("application/vnd.pgrst.plan+json")).status).toBe(406);
  const aggregate = await rest("/users?select=count()");
  expect([aggregate.status, (await aggregate.json()).code]).toEqual([400, "PGRST123"]);
});

test("paths, methods and schemas", async () => {
  expect(
    await (
      await rest("/users?select=username", { headers: { "Accept-Profile": "personal" } })
    ).json(),
  ).toEqual([{ username: "eka" }]);
  const schema = await rest("/users", { headers: { "Accept-Profile": "hidden" } });
  expect([schema.status, await schema.json()]).toEqual([
    406,
    {
      code: "PGRST106",
      details: null,
      hint: "Only the following schemas are exposed: chat, personal",
      message: "Invalid schema: hidden",
    },
  ]);
  const deep = await rest("/users/1/x");
  expect([deep.status, (await deep.json()).code, deep.headers.get("proxy-status")]).toEqual([
    404,
    "PGRST125",
    "PostgREST; error=PGRST125",
  ]);
  const method = await rest("/users", { method: "PROPFIND" });
  expect([method.status, (await method.json()).code]).toEqual([405, "PGRST117"]);
  const near = await rest("/usrs");
  expect([near.status, await near.json()]).toEqual([
    404,
    {
      code: "PGRST205",
      details: null,
      hint: "Perhaps you meant the table 'chat.users'",
      message: "Could not find the table 'chat.usrs' in the schema cache",
    },
  ]);
  const column = await rest("/users?select=nope");
  expect([column.status, await column.json()]).toEqual([
    400,
    { code: "42703", details: null, hint: null, message: "column users.nope does not exist" },
  ]);
  const filter = await rest("/users?username=ayu");
  expect([filter.status, await filter.json()]).toEqual([
    400,
    {
      code: "PGRST100",
      details: 'unexpected "a" expecting "not" or operator (eq, gt, ...)',
      hint: null,
      message: '"failed to parse filter (ayu)" (line 1, column 1)',
    },
  ]);
});

test("OPTIONS lists the allowed methods and answers preflight requests", async () => {
  const allowed = async (path: string) =>
    (await rest(path, { method: "OPTIONS" })).headers.get("allow");
  expect(await allowed("/users")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
  expect(await allowed("/rpc/add")).toBe("OPTIONS,GET,HEAD,POST");
  expect(await allowed("/rpc/rename_user")).toBe("OPTIONS,POST");
  expect(await allowed("/")).toBe("OPTIONS,GET,HEAD");
  const before = await fetch(`${backend().url}/rest/v1/users`, {
    method: "OPTIONS",
    headers: { Origin: backend().url, "Access-Control-Request-Method": "POST" },
  });
  expect([before.status, before.headers.get("access-control-allow-origin")]).toEqual([
    204,
    backend().url,
  ]);
});

test("callers: keys, people and invalid tokens", async () => {
  const none = await fetch(`${backend().url}/rest/v1/users`);
  expect([none.status, await none.json()]).toMatchObject([
    401,
    { message: "No API key found in request" },
  ]);
  const wrong = await rest("/users", { headers: { apikey: "sb_publishable_x" } });
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: "Invalid API key" }]);
  const broken = await rest("/users", { headers: { Authorization: "Bearer a.b.c" } });
  expect([broken.status, (await broken.json()).code]).toEqual([401, "PGRST301"]);
  const short = await rest("/users", { headers: { Authorization: "Bearer a.b" } });
  expect((await short.json()).message).toBe("Expected 3 parts in JWT; got 2");
  expect(broken.headers.get("www-authenticate")).toContain('Bearer error="invalid_token"');
  const { keys, url } = backend();
  const now = Math.floor(Date.now() / 1000);
  const expired = await signAccessToken(keys, {
    iss: `${url}/auth/v1`,
    sub: crypto.randomUUID(),
    aud: "authenticated",
    exp: now - 100,
    iat: now - 200,
    email: "",
    phone: "",
    app_metadata: {},
    user_metadata: {},
    role: "authenticated",
    aal: "aal1",
    amr: [],
    session_id: "x",
    is_anonymous: false,
  });
  const old = await rest("/users", { headers: { Authorization: `Bearer ${expired}` } });
  expect([old.status, await old.json()]).toMatchObject([
    401,
    { code: "PGRST303", message: "JWT expired" },
  ]);
  const person = await signedInClient(backend(), "ayu@shop.test");
  const token = (await person.auth.getSession()).data.session?.access_token ?? "";
  const settings = await rest("/rpc/settings", { headers: { Authorization: `Bearer ${token}` } });
  expect(await settings.json()).toMatchObject({
    role: "authenticated",
    claims: { email: "ayu@shop.test", role: "authenticated" },
  });
  const refused = await rest("/closed", { headers: { Authorization: `Bearer ${token}` } });
  expect([refused.status, (await refused.json()).code]).toEqual([403, "42501"]);
  const visitor = await rest("/closed");
  expect([
    visitor.status,
    (await visitor.json()).code,
    visitor.headers.get("www-authenticate"),
  ]).toEqual([401, "42501", "Bearer"]);
});

test("the description names what the caller may reach", async () => {
  const description = await (await rest("/")).json();
  expect(description).toMatchObject({ swagger: "2.0", basePath: "/rest/v1" });
  expect(Object.keys(description.paths)).toEqual(
    expect.arrayContaining(["/", "/users", "/rpc/add"]),
  );
  expect(Object.keys(description.paths)).not.toContain("/closed");
  expect(Object.keys(description.paths)).not.toContain("/rpc/private_one");
  expect(description.definitions.users.properties.username).toEqual({
    type: "string",
    format: "text",
    description: "Note:\nThis is a Primary Key.<pk/>",
  });
  const all = await (await rest("/", { headers: { apikey: backend().keys.secret } })).json();
  expect(Object.keys(all.paths)).toContain("/closed");
});

test("a new table is reachable after the database says so, in every process", async () => {
  expect((await rest("/fresh")).status).toBe(404);
  await asOwner(`
    create table chat.fresh (id int primary key);
    grant select on chat.fresh to anon;
    notify pgrst, 'reload schema'`);
  await expect.poll(async () => (await rest("/fresh")).status, { timeout: 10_000 }).toBe(200);
  expect((await clientOf(backend()).from("fresh").select()).data).toEqual([]);
});

test("connections that the server cuts off are replaced", async () => {
  for (let round = 0; round < 3; round++) {
    const running = Promise.all(
      Array.from({ length: 20 }, () => rest("/users?select=username").then(({ status }) => status)),
    );
    await asOwner(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'etalase caller' and datname = current_database()`);
    for (const status of await running) expect([200, 503]).toContain(status);
    const after = await Promise.all(
      Array.from({ length: 20 }, () => rest("/users?select=username").then(({ status }) => status)),
    );
    expect(after.filter((status) => status === 503).length).toBeLessThan(20);
  }
  await expect
    .poll(async () => (await rest("/users?select=username")).status, { timeout: 10_000 })
    .toBe(200);
});

test("settings disable features", async () => {
  const call = (key: string, path: string, init: RequestInit = {}) =>
    fetch(`${strict().url}/rest/v1${path}`, {
      ...init,
      headers: { apikey: key, "Content-Type": "application/json", Prefer: "tx=commit" },
    });
  const { publishable, secret } = strict().keys;
  const visitor = await call(publishable, "/users");
  expect([visitor.status, (await visitor.json()).code]).toEqual([401, "PGRST302"]);
  const root = await call(secret, "/");
  expect([root.status, (await root.json()).code]).toEqual([404, "PGRST126"]);
  const gone = await call(secret, "/stock", { method: "POST", body: '{"id":77}' });
  expect(gone.status).toBe(201);
  expect(await (await call(secret, "/stock?id=eq.77")).json()).toEqual([]);
  const long = await call(secret, "/stock", {
    method: "POST",
    body: `{"label":"${"x".repeat(200)}"}`,
  });
  expect(long.status).toBe(413);
});

test.each(["exact", "planned", "estimated"])(
  "an invalid filter is a client error with count=%s too",
  async (count) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await rest("/users?age_range=eq.x", {
        method,
        headers: { Prefer: `count=${count}` },
      });
      expect([method, answer.status]).toEqual([method, 400]);
      if (method === "GET") expect((await answer.json()).code).toBe("22P02");
    }
  },
);
