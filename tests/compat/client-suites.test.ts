import { beforeAll, describe, expect, test } from "vitest";
import { testStorage } from "#tests/support/builders/storage.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { clientOf, restFixture } from "./rest-fixture.ts";

/* Claims of the official clients' newest suites that no other file here covers, reworded, with the unchanged client. */

const database = testDatabase();
restFixture(
  database.url,
  `create table chat.precise (id int primary key, big int8);
   insert into chat.precise values (1, 9223372036854775807), (2, 0);
   create table chat.labels (id int primary key, tags text[]);
   create function chat.offline(pattern text) returns setof chat.users language sql as $$
     update chat.users set status = 'OFFLINE' where username like pattern returning * $$;
   create function chat.echo_data(data jsonb) returns jsonb stable language sql as $$ select data $$;
   grant all on chat.precise, chat.labels to anon, service_role;
   grant execute on all functions in schema chat to anon;`,
);
const backend = testBackend({ rest: { schemas: ["chat"], aggregates: true } });
const who = testStorage(backend, database);
const client = () => clientOf(backend());

describe("tables", () => {
  test("whole numbers beyond what JavaScript holds are exact as text, both ways", async () => {
    const raw = await fetch(`${backend().url}/rest/v1/precise?select=big&id=eq.1`, {
      headers: { apikey: backend().keys.publishable },
    });
    expect(await raw.text()).toBe('[{"big":9223372036854775807}]');
    const read = await client().from("precise").select("big::text").eq("id", 1).single();
    expect(read.data).toEqual({ big: "9223372036854775807" });
    const written = await client()
      .from("precise")
      .update({ big: "9007199254740993" })
      .eq("id", 2)
      .select("big::text")
      .single();
    expect(written.data).toEqual({ big: "9007199254740993" });
  });

  test("more rows than maxAffected are left as they were: updates, deletes and functions", async () => {
    const before = await client().from("users").select("username,status").order("username");
    const all = () => client().from("users");
    // The client's types do not know the service's version here, so they lack this method.
    type Answer = { error: { code: string } | null; data: unknown };
    const answers: Answer[] = [
      (await all()
        .update({ status: "OFFLINE" })
        .like("username", "%")
        .maxAffected(2)) as unknown as Answer,
      (await client()
        .from("members")
        .delete()
        .gt("channel_id", 0)
        .select()
        .maxAffected(2)) as unknown as Answer,
      (await client()
        .rpc("offline", { pattern: "%" })
        .select()
        .maxAffected(2)) as unknown as Answer,
    ];
    for (const { error } of answers) expect(error?.code).toBe("PGRST124");
    const after = await client().from("users").select("username,status").order("username");
    expect(after.data).toEqual(before.data);
    expect((await client().from("members").select()).data).toHaveLength(3);
    const one = (await client()
      .rpc("offline", { pattern: "dewi" })
      .select()
      .maxAffected(1)) as unknown as Answer;
    expect(one.data).toMatchObject([{ username: "dewi", status: "OFFLINE" }]);
  });

  test.each([
    [
      "channels(count(), ...channel_details(details))",
      [
        { count: 1, details: "for everybody" },
        { count: 1, details: "odds and ends" },
      ],
    ],
    [
      "channels(id.sum(), ...channel_details(details_sum:id.sum(), details))",
      [
        { sum: 1, details_sum: 1, details: "for everybody" },
        { sum: 2, details_sum: 2, details: "odds and ends" },
      ],
    ],
  ])("aggregates beside a spread of one: %s", async (select, expected) => {
    const { data, error } = await client()
      .from("users")
      .select(`username, messages(${select})`)
      .eq("username", "ayu")
      .order("id", { referencedTable: "messages" })
      .single();
    expect(error).toBeNull();
    const read = data as unknown as { messages: { channels: unknown }[] };
    expect(read.messages.map(({ channels }) => channels)).toEqual(expected);
  });

  const words = ["a,b", 'x"y', "e\\f", "p{q", "a b", "", "null", "plain"];
  test("list elements arrive unchanged, whatever they contain", async () => {
    const rows = words.map((word, id) => ({ id, tags: [word] }));
    expect((await client().from("labels").insert(rows)).error).toBeNull();
    for (const [id, word] of words.entries()) {
      // Newer clients write a list this way; the installed client quotes nothing.
      const list = word === "plain" ? "{plain}" : `{"${word.replace(/["\\]/g, "\\$&")}"}`;
      const found = await Promise.all(
        ["cs", "cd", "ov"].map((operator) =>
          client().from("labels").select("id").filter("tags", operator, list),
        ),
      );
      for (const { data } of found) expect(data).toEqual([{ id }]);
    }
    const users = client().from("users");
    await users.insert([{ username: 'x"y' }, { username: "a,b" }]);
    const { data } = await users
      .select("username")
      .in("username", ["a,b", 'x"y'])
      .order("username");
    expect(data).toEqual([{ username: "a,b" }, { username: 'x"y' }]);
  });

  test("functions accept objects", async () => {
    const data = { key: ["value", { nested: true }] };
    const got = await client().rpc("echo_data", { data });
    expect([got.error, got.data]).toEqual([null, data]);
    const head = await client().rpc("echo_data", { data }, { head: true, count: "exact" });
    expect([head.error, head.count]).toEqual([null, 1]);
    expect((await client().rpc("add", { a: 1 }, { get: true })).data).toBe(11);
  });
});

test("pages of accounts have numbers of two digits too", async () => {
  const { admin } = clientOf(backend(), backend().keys.secret).auth;
  const [row] = await asSeed()<{ n: number }[]>`select count(*)::int as n from auth.users`;
  for (let made = row?.n ?? 0; made < 12; made++) {
    await admin.createUser({ email: `halaman-${made}@shop.test`, password: "kertas-karbon-7" });
  }
  // A raw request, because the installed client reads only one digit of the header.
  const { secret } = backend().keys;
  const answer = await fetch(`${backend().url}/auth/v1/admin/users?page=9&per_page=1`, {
    headers: { apikey: secret, authorization: `Bearer ${secret}` },
  });
  expect(answer.headers.get("x-total-count")).toBe("12");
  expect(answer.headers.get("link")).toMatch(
    /page=10&per_page=1>; rel="next", <[^>]*page=12&per_page=1>; rel="last"/,
  );
});

describe("files", () => {
  /** Newer clients encode names in addresses this way; the installed client does not encode a question mark. */
  const address = "etalase/map/apa%3F.txt";
  const ask = (endpoint: string, init: RequestInit = {}) => {
    const { secret } = backend().keys;
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    return fetch(`${backend().url}/storage/v1${endpoint}`, { headers, ...init });
  };
  beforeAll(async () => {
    const metadata = { user_id: "u", "x-app": { order_id: 7 } };
    const received = Buffer.from(JSON.stringify(metadata)).toString("base64");
    const { secret } = backend().keys;
    const made = await ask(`/object/${address}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "x-metadata": received,
        "content-type": "text/plain",
      },
      body: "tanya",
    });
    expect(made.status).toBe(200);
  });

  test("a file name with characters special in URLs is found at every endpoint", async () => {
    const shown = await ask(`/object/public/${address}?download=apa%3F%26b.txt`);
    expect(await shown.text()).toBe("tanya");
    expect(shown.headers.get("content-disposition")).toContain("apa%3F%26b.txt");
    const body = JSON.stringify({ expiresIn: 60 });
    const signed = await (await ask(`/object/sign/${address}`, { method: "POST", body })).json();
    expect(signed.signedURL).toContain("apa%3F.txt?token=");
    expect(await (await ask(signed.signedURL)).text()).toBe("tanya");
    const byClient = await who()
      .service.storage.from("etalase")
      .createSignedUrls(["map/apa?.txt"], 60);
    expect(await (await fetch(byClient.data?.[0]?.signedUrl ?? "")).text()).toBe("tanya");
    expect((await ask(`/object/${address}`, { method: "HEAD" })).status).toBe(200);
    const { data } = await who().service.storage.from("etalase").list("map");
    expect(data?.map(({ name }) => name)).toEqual(["apa?.txt"]);
  });

  test("metadata of a file is returned unchanged", async () => {
    const received = await (await ask(`/object/info/${address}`)).json();
    expect(received).toMatchObject({
      bucket_id: "etalase",
      content_type: "text/plain",
      size: 5,
      metadata: { user_id: "u", "x-app": { order_id: 7 } },
    });
  });
});
