import { describe, expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { clientOf, restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(database.url);
const backend = testBackend({
  rest: {
    schemas: ["chat", "personal"],
    extraSearchPath: ["extensions"],
    aggregates: true,
    plan: true,
    txEnd: "commit-allow-override",
    appSettings: { name: "workshop" },
  },
});
// Untyped on purpose: the tests check the data on the wire.
const client = (key?: string, schema?: string) => clientOf(backend(), key, schema);

/** The data of an answer that must have succeeded. */
async function ok(answer: PromiseLike<unknown>): Promise<unknown> {
  const { data, error } = (await answer) as { data: unknown; error: unknown };
  expect(error).toBeNull();
  return data;
}

describe("selecting", () => {
  test("everything, some columns, aliases, casts and JSON paths", async () => {
    expect(await ok(client().from("channels").select())).toEqual([
      { id: 1, slug: "umum", data: { topic: { name: "all" } } },
      { id: 2, slug: "acak", data: null },
      { id: 3, slug: "lain", data: null },
    ]);
    const row = await ok(
      client()
        .from("channels")
        .select("nomor:id::text, slug, data->topic->>name, t:data->topic, data->topic->0")
        .eq("id", 1)
        .single(),
    );
    expect(row).toEqual({ nomor: "1", slug: "umum", name: "all", t: { name: "all" }, topic: null });
    const first = await ok(
      client()
        .from("users")
        .select("data->nested->n->0, last:data->nested->n->-1")
        .eq("username", "budi"),
    );
    expect(first).toEqual([{ n: 1, last: 2 }]);
    expect(await ok(client().from("users").select("").limit(2))).toEqual(
      await ok(client().from("users").select().limit(2)),
    );
  });

  test("computed columns and views", async () => {
    expect(await ok(client().from("messages").select("id,blurb").eq("id", 1))).toEqual([
      { id: 1, blurb: "Halo " },
    ]);
    expect(await ok(client().from("active_users").select().order("name"))).toEqual([
      { name: "ayu", status: "ONLINE" },
      { name: "citra", status: "ONLINE" },
      { name: "dewi", status: "ONLINE" },
    ]);
  });

  test("order, limit, range, single, maybeSingle, csv, head and count", async () => {
    const names = async (answer: PromiseLike<{ data: unknown; error: unknown }>) =>
      ((await ok(answer)) as { username: string }[]).map(({ username }) => username);
    const users = () => client().from("users").select("username");
    expect(await names(users().order("username", { ascending: false }))).toEqual([
      "dewi",
      "citra",
      "budi",
      "ayu",
    ]);
    expect(
      await names(users().order("data->lang", { nullsFirst: false }).order("username").limit(2)),
    ).toEqual(["budi", "ayu"]);
    expect(await names(users().order("username").range(1, 2))).toEqual(["budi", "citra"]);
    expect(await ok(users().eq("username", "ayu").single())).toEqual({ username: "ayu" });
    expect(await ok(users().eq("username", "nobody").maybeSingle())).toBeNull();
    expect(await ok(users().order("username").limit(2).csv())).toBe("username\nayu\nbudi");
    const head = await client().from("users").select("*", { head: true, count: "exact" });
    expect(head).toMatchObject({ status: 200, count: 4, error: null, data: null });
    const paged = await client()
      .from("users")
      .select("username", { count: "exact" })
      .order("username")
      .range(0, 1);
    expect(paged).toMatchObject({ status: 206, count: 4 });
    for (const count of ["planned", "estimated"] as const) {
      const answer = await client().from("users").select("username", { count });
      expect(answer.error).toBeNull();
      expect(answer.count).toBeGreaterThan(0);
    }
    const none = await users().single();
    expect(none).toMatchObject({
      status: 406,
      error: { code: "PGRST116", details: "The result contains 4 rows", hint: null },
    });
    expect((await users().range(10, 20)).status).toBe(200);
    const beyond = await client()
      .from("users")
      .select("username", { count: "exact" })
      .range(10, 20);
    expect(beyond).toMatchObject({
      status: 416,
      error: {
        code: "PGRST103",
        details: "An offset of 10 was requested, but there are only 4 rows.",
      },
    });
    const controller = new AbortController();
    controller.abort();
    expect((await users().abortSignal(controller.signal)).error).not.toBeNull();
    await expect(client().from("nowhere").select().throwOnError()).rejects.toMatchObject({
      code: "PGRST205",
    });
  });

  test("explain and rollback", async () => {
    const text = await ok(client().from("users").select().explain());
    expect(text).toMatch(/Aggregate/);
    const json = (await ok(
      client().from("users").select().explain({ format: "json", analyze: true, verbose: true }),
    )) as unknown as { Plan: object }[];
    expect(json[0]).toHaveProperty("Plan");
    const gone = await ok(client().from("channels").delete().eq("id", 3).select("id").rollback());
    expect(gone).toEqual([{ id: 3 }]);
    expect(await ok(client().from("channels").select("id").eq("id", 3))).toHaveLength(1);
  });
});

describe("filters", () => {
  const names = async (apply: (query: ReturnType<typeof start>) => PromiseLike<unknown>) => {
    const { data, error } = (await apply(start())) as {
      data: { username: string }[];
      error: unknown;
    };
    expect(error).toBeNull();
    return data.map(({ username }) => username).sort();
  };
  const start = () => client().from("users").select("username");
  const all = ["ayu", "budi", "citra", "dewi"];

  test("compare, match, list and search", async () => {
    expect(await names((q) => q.neq("username", "ayu"))).toEqual(["budi", "citra", "dewi"]);
    expect(await names((q) => q.gt("username", "budi"))).toEqual(["citra", "dewi"]);
    expect(await names((q) => q.gte("username", "budi"))).toEqual(["budi", "citra", "dewi"]);
    expect(await names((q) => q.lt("username", "budi"))).toEqual(["ayu"]);
    expect(await names((q) => q.lte("username", "budi"))).toEqual(["ayu", "budi"]);
    expect(await names((q) => q.like("username", "%y%"))).toEqual(["ayu"]);
    expect(await names((q) => q.ilike("username", "*DI"))).toEqual(["budi"]);
    expect(await names((q) => q.likeAllOf("username", ["%i%", "%w%"]))).toEqual(["dewi"]);
    expect(await names((q) => q.likeAnyOf("username", ["a%", "b%"]))).toEqual(["ayu", "budi"]);
    expect(await names((q) => q.ilikeAllOf("username", ["%I%", "%W%"]))).toEqual(["dewi"]);
    expect(await names((q) => q.ilikeAnyOf("username", ["A%", "B%"]))).toEqual(["ayu", "budi"]);
    expect(await names((q) => q.is("data", null))).toEqual(["ayu", "citra", "dewi"]);
    expect(await names((q) => q.in("username", ["ayu", "bu,di", 'x"y', "dewi"]))).toEqual([
      "ayu",
      "dewi",
    ]);
    expect(await names((q) => q.in("username", []))).toEqual([]);
    expect(await names((q) => q.notIn("username", ["ayu"]))).toEqual(["budi", "citra", "dewi"]);
    expect(await names((q) => q.contains("age_range", "[31,32)"))).toEqual(["budi", "citra"]);
    expect(await names((q) => q.containedBy("age_range", "[1,31)"))).toEqual(["ayu", "dewi"]);
    expect(await names((q) => q.rangeLt("age_range", "[2,25)"))).toEqual(["ayu"]);
    expect(await names((q) => q.rangeGt("age_range", "[2,20)"))).toEqual(["budi", "citra", "dewi"]);
    expect(await names((q) => q.rangeGte("age_range", "[25,30)"))).toEqual(["budi", "citra"]);
    expect(await names((q) => q.rangeLte("age_range", "[2,30)"))).toEqual(["ayu", "dewi"]);
    expect(await names((q) => q.rangeAdjacent("age_range", "[2,25)"))).toEqual([
      "ayu",
      "budi",
      "citra",
    ]);
    expect(await names((q) => q.overlaps("age_range", "[2,25)"))).toEqual(["dewi"]);
    expect(
      await names((q) => q.textSearch("catchphrase", "'fat' & 'cat'", { config: "english" })),
    ).toEqual(["ayu"]);
    expect(await names((q) => q.textSearch("catchphrase", "fat rat", { type: "plain" }))).toEqual([
      "dewi",
    ]);
    expect(
      await names((q) =>
        q.textSearch("catchphrase", "fat rat", { type: "phrase", config: "english" }),
      ),
    ).toEqual([]);
    expect(
      await names((q) => q.textSearch("catchphrase", "fat -cat", { type: "websearch" })),
    ).toEqual(["dewi"]);
    expect(await names((q) => q.match({ username: "ayu", status: "ONLINE" }))).toEqual(["ayu"]);
    expect(await names((q) => q.not("status", "eq", "OFFLINE"))).toEqual(["ayu", "citra", "dewi"]);
    expect(await names((q) => q.filter("username", "match", "^[ab]"))).toEqual(["ayu", "budi"]);
    expect(await names((q) => q.filter("username", "imatch", "^[AB]"))).toEqual(["ayu", "budi"]);
    expect(await names((q) => q.isDistinct("data", null))).toEqual(all);
    expect(await names((q) => q.filter("username", "eq(any)", "{ayu,dewi}"))).toEqual([
      "ayu",
      "dewi",
    ]);
    expect(await names((q) => q.eq("data->>lang", "id"))).toEqual(["budi"]);
    expect(await names((q) => q.eq("data->nested->n->0", 1))).toEqual(["budi"]);
    expect(await names((q) => q.contains("data", { lang: "id" }))).toEqual(["budi"]);
  });

  test("full text search in text and JSON, and nulls left out", async () => {
    const found = await ok(
      client().from("messages").select("id").textSearch("message", "pagi", { config: "simple" }),
    );
    expect(found).toEqual([{ id: 2 }]);
    const inJson = await ok(client().from("channels").select("id").textSearch("data", "all"));
    expect(inJson).toEqual([]);
    const simple = await ok(
      client().from("channels").select("id").textSearch("data", "all", { config: "simple" }),
    );
    expect(simple).toEqual([{ id: 1 }]);
    const either = await ok(
      client().from("messages").select("id").or("message.fts(simple).halo,id.eq.3").order("id"),
    );
    expect(either).toEqual([{ id: 1 }, { id: 3 }]);
    expect(await ok(client().from("users").select("username,data").limit(1).stripNulls())).toEqual([
      { username: "ayu" },
    ]);
  });

  test("logic, nested, negated and quoted", async () => {
    expect(await names((q) => q.or("status.eq.OFFLINE,username.eq.ayu"))).toEqual(["ayu", "budi"]);
    expect(
      await names((q) =>
        q.or(
          'and(status.eq.ONLINE,not.or(username.eq.ayu,username.in.("citra"))),username.eq."budi"',
        ),
      ),
    ).toEqual(["budi", "dewi"]);
    expect(await names((q) => q.or('age_range.cs."[31,32)",username.like.a*'))).toEqual([
      "ayu",
      "budi",
      "citra",
    ]);
    expect(await names((q) => q.or("username.is.null,data.not.is.null"))).toEqual(["budi"]);
  });
});
