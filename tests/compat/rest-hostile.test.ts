import { describe, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { SeededRandom } from "../../db/seed/deterministic.ts";
import { restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(database.url);
const backend = testBackend({
  rest: { schemas: ["chat", "personal"], aggregates: true, txEnd: "commit-allow-override" },
});
const rest = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: backend().keys.publishable, ...init.headers },
  });

/** Checks that an answer shows nothing of the database but the requested data. */
const leaks = /sesame|glue|thread|pgrst_|node_modules|\.ts:/;

async function refused(path: string, init: Parameters<typeof rest>[1] = {}): Promise<number> {
  const answer = await rest(path, init);
  const text = await answer.text();
  expect(answer.status, `${path} ${text}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${path} ${text}`).toBeLessThan(500);
  expect(text).not.toMatch(leaks);
  return answer.status;
}

const asOwner = async (statement: string) => {
  const sql = openPostgres(database.url(), { max: 1 });
  const result = await sql.unsafe(statement);
  await sql.end();
  return [...result];
};

const rows = async () => {
  const [row] = await asSeed()<{ users: number; secrets: number; stock: number }[]>`
    select (select count(*) from chat.users) as users, (select count(*) from chat.secrets) as secrets,
      (select count(*) from chat.stock) as stock`;
  return row;
};

describe("SQL in every position", () => {
  const payloads = [
    `username"; drop table chat.users; --`,
    `username'; drop table chat.users; --`,
    "username) from chat.closed; --",
    "username\\",
    `"username\\" from hidden.vault --"`,
    "$1",
    "username;select pg_sleep(5)",
    "(select word from hidden.vault)",
    "/**/",
    "username\u2028--",
  ];

  test.each(payloads)("%s", async (payload) => {
    const before = await rows();
    const text = encodeURIComponent(payload);
    const paths = [
      `/users?select=${text}`,
      `/users?select=a:${text}`,
      `/users?select=data->${text}`,
      `/users?select=data->>${text}`,
      `/users?select=username::${text}`,
      `/users?select=username.max()::${text}`,
      `/users?select=messages!${text}(id)`,
      `/users?select=${text}(id)`,
      `/users?select=...${text}(id)`,
      `/users?${text}=eq.1`,
      `/users?username=${text}.1`,
      `/users?catchphrase=fts(${text}).a`,
      `/users?username=eq(${text}).a`,
      `/users?username=in.${text}`,
      `/users?username=is.${text}`,
      `/users?or=(${text}.eq.1)`,
      `/users?or=(username.${text}.1)`,
      `/users?${text}.or=(username.eq.1)`,
      `/users?order=${text}`,
      `/users?order=username.${text}`,
      `/users?order=messages(${text})`,
      `/users?limit=1&messages.order=${text}`,
      `/${text}`,
      `/rpc/${text}`,
      `/rpc/add?${text}=1`,
      `/rpc/add?a=${text}`,
    ];
    for (const path of paths) {
      const answer = await rest(path);
      const body = await answer.text();
      expect(answer.status, `${path} ${body}`).toBeLessThan(500);
      if (answer.status < 400) expect(body, path).not.toMatch(leaks);
    }
    for (const query of [`on_conflict=${text}`, `columns=${text}`, `columns=id,${text}`]) {
      const answer = await rest(`/stock?${query}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Prefer: "resolution=merge-duplicates, tx=rollback",
        },
        body: JSON.stringify([{ id: 1, [payload]: 1 }]),
      });
      expect(answer.status, query).toBeLessThan(500);
    }
    for (const headers of [
      { Prefer: `timezone=${encodeURIComponent(payload)}` },
      { Prefer: "timezone=UTC';drop table chat.users" },
      { "Accept-Profile": encodeURIComponent(payload) },
      { "Accept-Profile": 'chat"; drop table chat.users; --' },
      { Accept: "application/vnd.pgrst.plan; options=analyze|x); drop table chat.users" },
      { "X-Odd": "'; drop table chat.users" },
      { Cookie: "a='; drop table chat.users" },
    ]) {
      expect(
        (await rest("/users", { headers: headers as unknown as Record<string, string> })).status,
      ).toBeLessThan(500);
    }
    const values = await rest("/stock", {
      method: "POST",
      headers: { "Content-Type": "application/json", Prefer: "return=representation, tx=rollback" },
      body: JSON.stringify({ id: 1, label: payload, tags: [payload] }),
    });
    expect(await values.json()).toMatchObject([{ label: payload, tags: [payload] }]);
    expect(await rows()).toEqual(before);
  });

  test("casts allow types of the catalogue only, and none that reveals names", async () => {
    const cast = async (type: string) =>
      (await rest(`/messages?select=id::${encodeURIComponent(type)}&limit=1`)).status;
    for (const type of ["text", "bigint", "double precision", "Int4", "timestamp with time zone"]) {
      expect([type, await cast(type)]).toEqual([type, type.startsWith("timestamp") ? 400 : 200]);
    }
    for (const type of [
      "regclass",
      "regproc",
      "nope",
      "text[]",
      "pg_catalog.int4",
      "hidden.vault",
      '"int4"',
      "numeric(1,2)",
    ]) {
      expect([type, await cast(type)]).toEqual([type, 400]);
    }
    expect((await rest("/users?select=status::user_status")).status).toBe(200);
  });
});

describe("T37: too much, too deep, not text", () => {
  const deep = (open: string, inside: string, close: string, times: number) =>
    open.repeat(times) + inside + close.repeat(times);

  test("queries", async () => {
    expect(await refused(`/users?select=${deep("messages(users(", "username", "))", 6)}`)).toBe(
      400,
    );
    expect(await refused(`/users?or=${deep("(and", "(username.eq.a)", ")", 20)}`)).toBe(400);
    expect(
      await refused(`/users?or=(${Array.from({ length: 600 }, () => "username.eq.a").join()})`),
    ).toBe(400);
    expect(
      await refused(`/users?${Array.from({ length: 600 }, () => "username=eq.a").join("&")}`),
    ).toBe(400);
    expect(
      await refused(
        `/users?select=${Array.from({ length: 60 }, (_, n) => `m${n}:messages(id)`).join()}`,
      ),
    ).toBe(400);
    expect(await refused(`/users?select=data${"->a".repeat(50)}`)).toBe(400);
    expect(await refused(`/users?username=in.(${"a,".repeat(10_000)})`)).toBeGreaterThanOrEqual(
      400,
    );
    expect(await refused(`/users?${"a.".repeat(20)}b=eq.1`)).toBe(400);
    expect(
      (await rest(`/users?username=in.(${Array.from({ length: 2000 }, (_, n) => n).join()})`))
        .status,
    ).toBe(200);
  });

  test.each([
    "/users?username=eq.%00",
    "/users?%00=eq.1",
    "/users?select=%00",
    "/users?username=eq.%ff",
    "/%ff",
    "/%00",
    "/rpc/%00",
    "/users?username=eq.%",
    "/users?select=%E0%A4%A",
    "/users?select=(",
    "/users?select=username)",
    "/users?select=messages(",
    "/users?select=,",
    "/users?select=username,,status",
    "/users?order=",
    "/users?order=,",
    "/users?or=",
    "/users?or=()",
    "/users?or=(",
    "/users?and=(or())",
    "/users?username=not.",
    "/users?username=in.",
    "/users?username=in.(",
    "/users?=",
    "/users?=eq.1",
    "/users?.=eq.1",
    "/users?messages.=eq.1",
    "/users?select=...",
    "/users?select=username::",
    "/users?select=username.sum(",
    "/users?select=username.nope()",
    "/users?select=!inner(id)",
    "/users?select=a:b:c",
    '/users?select="open',
    "/users?username=eq(any).x",
    "/users?age_range=cs.x",
    "/users?catchphrase=fts(nope).x",
    "/users?username=match.(",
    "/users?id=eq.1",
    "/messages?id=eq.99999999999999999999999",
    "/messages?limit=99999999999999999&offset=-5",
    "/rpc/add?a=99999999999",
    "/rpc",
    "/users/",
    "/users?select=messages!left!inner!x(id)",
  ])("odd address %s", async (path) => {
    const answer = await rest(path);
    expect([path, answer.status < 500]).toEqual([path, true]);
    if (answer.status >= 400) expect(await answer.json()).toHaveProperty("code");
  });

  test("bodies", async () => {
    const post = async (body: string | Uint8Array, path = "/stock", type = "application/json") =>
      refused(path, { method: "POST", body: body as BodyInit, headers: { "Content-Type": type } });
    expect(await post('{"id":1,"label":"a\\u0000b"}')).toBe(400);
    expect(await post('{"id":1,"a\\u0000b":1}')).toBe(400);
    expect(await post('{"id":1,"label":"\\ud800"}')).toBe(400);
    expect(await post(new Uint8Array([0x7b, 0xff, 0x7d]))).toBe(400);
    expect(await post(deep("[", "", "]", 50_000))).toBe(400);
    expect(await post(`{"id":1,"tags":${deep("[", "1", "]", 99)}}`)).toBe(400);
    expect(await post(JSON.stringify({ id: 1, label: "x".repeat(2_000_000) }))).toBe(413);
    expect(await post('{"id":1e400}')).toBe(400);
    expect(await post('{"__proto__":{"id":1}}')).toBe(400);
    expect(await post(deep('{"a":', "1", "}", 90), "/rpc/add")).toBe(400);
    expect(await post('id,label\n1,"x', "/stock", "text/csv")).toBe(400);
    expect(await post("id,id\n1,2", "/stock", "text/csv")).toBe(400);
    expect(await post("id=%00", "/stock", "application/x-www-form-urlencoded")).toBe(400);
    expect(await post("{}", "/stock", "application/json\ta")).toBe(400);
    expect((await rows())?.stock).toBe(0);
  });
});

describe("row-level security", () => {
  const as = (person: string) => ({ "X-User": person });

  test("decides for rows, embeds and counts", async () => {
    const own = await rest("/secrets?select=note", {
      headers: { ...as("ayu"), Prefer: "count=exact" },
    });
    expect([own.headers.get("content-range"), await own.json()]).toEqual([
      "0-0/1",
      [{ note: "ink" }],
    ]);
    const embedded = await rest("/users?select=username,secrets(note)&order=username", {
      headers: as("ayu"),
    });
    expect(await embedded.json()).toEqual([
      { username: "ayu", secrets: [{ note: "ink" }] },
      { username: "budi", secrets: [] },
      { username: "citra", secrets: [] },
      { username: "dewi", secrets: [] },
    ]);
    const inner = await rest("/users?select=username,secrets!inner()", {
      headers: { ...as("ayu"), Prefer: "count=exact" },
    });
    expect([inner.headers.get("content-range"), await inner.json()]).toEqual([
      "0-0/1",
      [{ username: "ayu" }],
    ]);
    const counted = await rest("/users?select=username,secrets(count)&username=eq.budi", {
      headers: as("ayu"),
    });
    expect(await counted.json()).toEqual([{ username: "budi", secrets: [{ count: 0 }] }]);
    const beyond = await rest("/secrets?offset=5", {
      headers: { ...as("ayu"), Prefer: "count=exact" },
    });
    expect((await beyond.json()).details).toBe(
      "An offset of 5 was requested, but there are only 1 rows.",
    );
    const estimated = await rest("/secrets", {
      headers: { ...as("ayu"), Prefer: "count=estimated" },
    });
    expect(estimated.headers.get("content-range")).toBe("0-0/1");
    const nobody = await rest("/secrets?select=note", { headers: { Prefer: "count=exact" } });
    expect([nobody.headers.get("content-range"), await nobody.json()]).toEqual(["*/0", []]);
  });

  test("decides for writing, and errors reveal no other rows", async () => {
    const json = { "Content-Type": "application/json", ...as("ayu") };
    const write = (method: string, path: string, body: unknown, prefer = "return=representation") =>
      rest(path, { method, body: JSON.stringify(body), headers: { ...json, Prefer: prefer } });
    const foreign = await write("POST", "/secrets", { id: 9, owner: "budi", note: "x" });
    expect([foreign.status, (await foreign.json()).code]).toEqual([401, "42501"]);
    expect(await (await write("PATCH", "/secrets?id=eq.2", { note: "mine" })).json()).toEqual([]);
    expect(
      await (
        await rest("/secrets?id=eq.2", {
          method: "DELETE",
          headers: { ...json, Prefer: "return=representation" },
        })
      ).json(),
    ).toEqual([]);
    const upsert = await write(
      "POST",
      "/secrets",
      { id: 2, owner: "ayu", note: "taken" },
      "resolution=merge-duplicates",
    );
    const received = await upsert.text();
    expect(upsert.status).toBe(401);
    expect(received).not.toMatch(/budi|glue/);
    const given = await write("PATCH", "/secrets?id=eq.1", { owner: "budi" });
    expect(given.status).toBe(401);
    expect(await asOwner("select id, owner, note from chat.secrets order by id")).toEqual([
      { id: 1, owner: "ayu", note: "ink" },
      { id: 2, owner: "budi", note: "glue" },
      { id: 3, owner: "budi", note: "thread" },
    ]);
  });

  test("T6: columns without a grant are no oracle", async () => {
    for (const path of [
      "/narrow",
      "/narrow?select=cost",
      "/narrow?select=id&cost=gt.0",
      "/narrow?select=id&order=cost",
      "/narrow?select=id&or=(cost.gt.0,id.eq.1)",
      "/narrow?select=cost.max()",
      "/narrow?select=row_to_json",
      "/narrow?select=id,c:cost::text",
      "/narrow?select=id&cost->a=eq.1",
      "/closed",
      "/closed?select=id",
      "/users?select=username,closed(id)",
      "/users?select=username,closed()&closed=is.null",
      "/users?select=username,closed!inner()",
    ]) {
      const answer = await rest(path);
      expect([path, answer.status, (await answer.json()).code]).toEqual([path, 401, "42501"]);
    }
    expect(await (await rest("/narrow?select=id,shown")).json()).toEqual([{ id: 1, shown: "yes" }]);
    const write = await rest("/narrow", {
      method: "POST",
      body: '{"id":2,"cost":1}',
      headers: { "Content-Type": "application/json" },
    });
    expect(write.status).toBe(401);
  });

  test("T7: hints name nothing that the caller cannot reach", async () => {
    for (const path of [
      "/closd",
      "/vault",
      "/vualt",
      "/rpc/private_on",
      "/users?select=closd(id)",
      "/rpc/private_one?x=1",
      "/rpc/read_secre",
    ]) {
      const answer = await rest(path);
      const body = (await answer.json()) as { hint: string | null };
      expect([path, body.hint]).toEqual([path, null]);
    }
    const secret = await rest("/closd", { headers: { apikey: backend().keys.secret } });
    expect((await secret.json()).hint).toBe("Perhaps you meant the table 'chat.closed'");
  });
});

test("random requests never fail inside and never leak", async () => {
  const seed = 20_261_123;
  const random = new SeededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
  const names = [
    "username",
    "id",
    "data",
    "status",
    "messages",
    "users",
    "channels",
    "secrets",
    "closed",
    "vault",
    "*",
    "count",
    '"a b"',
    "é",
  ];
  const pieces = [
    ...names,
    "(",
    ")",
    ",",
    ".",
    ":",
    "::",
    "->",
    "->>",
    "!inner",
    "!",
    "...",
    "eq.1",
    "not.",
    "in.(1,2)",
    "is.null",
    "text",
    "count()",
    "sum()",
    "or",
    "and",
    "{",
    "}",
    '"',
    "\\",
    "desc",
    "nullsfirst",
    "0",
    "-1",
    " ",
  ];
  const soup = () =>
    Array.from({ length: 1 + Math.floor(random.next() * 9) }, () => pick(pieces)).join("");
  const requests = Array.from({ length: 600 }, () => {
    const keys = [
      "select",
      "order",
      "or",
      "and",
      "limit",
      "offset",
      "messages.order",
      pick(names),
      soup(),
    ];
    const query = Array.from(
      { length: 1 + Math.floor(random.next() * 3) },
      () => `${encodeURIComponent(pick(keys))}=${encodeURIComponent(soup())}`,
    ).join("&");
    return `/${encodeURIComponent(pick(["users", "messages", "channels", "rpc", "secrets", "closed"]))}?${query}`;
  });
  for (let start = 0; start < requests.length; start += 20) {
    await Promise.all(
      requests.slice(start, start + 20).map(async (path) => {
        const answer = await rest(path);
        const body = await answer.text();
        expect(answer.status, `seed ${seed} ${path} ${body}`).toBeLessThan(500);
        expect(body, `seed ${seed} ${path}`).not.toMatch(/sesame|glue|thread|\.ts:/);
      }),
    );
  }
});
