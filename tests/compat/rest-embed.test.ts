import { describe, expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { clientOf, restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(
  database.url,
  `create view chat.keepers as select id, owner as keeper from hidden.vault;
   create view chat.keepers_again as select id as number, keeper from chat.keepers;
   grant select on chat.keepers, chat.keepers_again to anon;`,
);
const backend = testBackend({ rest: { schemas: ["chat", "personal"], aggregates: true } });
const client = () => clientOf(backend());

async function ok<T>(answer: PromiseLike<{ data: T; error: unknown }>): Promise<T> {
  const { data, error } = await answer;
  expect(error).toBeNull();
  return data;
}

describe("every direction", () => {
  test("to one, to many, and both nested", async () => {
    expect(
      await ok(client().from("messages").select("id,users(username),channels(slug)").order("id")),
    ).toEqual([
      { id: 1, users: { username: "ayu" }, channels: { slug: "umum" } },
      { id: 2, users: { username: "ayu" }, channels: { slug: "acak" } },
      { id: 3, users: { username: "citra" }, channels: { slug: "umum" } },
    ]);
    expect(
      await ok(
        client()
          .from("users")
          .select("username,messages(id,channels(slug))")
          .order("username")
          .limit(2),
      ),
    ).toEqual([
      {
        username: "ayu",
        messages: [
          { id: 1, channels: { slug: "umum" } },
          { id: 2, channels: { slug: "acak" } },
        ],
      },
      { username: "budi", messages: [] },
    ]);
  });

  test("over a junction, one to one, through views, to itself, and computed", async () => {
    expect(
      await ok(client().from("users").select("username,channels(slug)").eq("username", "ayu")),
    ).toEqual([{ username: "ayu", channels: [{ slug: "umum" }, { slug: "acak" }] }]);
    expect(
      await ok(client().from("users").select("channels!members(slug)").eq("username", "budi")),
    ).toEqual([{ channels: [{ slug: "umum" }] }]);
    expect(
      await ok(client().from("channels").select("slug,channel_details(details)").order("id")),
    ).toEqual([
      { slug: "umum", channel_details: { details: "for everybody" } },
      { slug: "acak", channel_details: { details: "odds and ends" } },
      { slug: "lain", channel_details: null },
    ]);
    expect(await ok(client().from("channel_details").select("channels(slug)").eq("id", 1))).toEqual(
      [{ channels: { slug: "umum" } }],
    );
    expect(
      await ok(
        client().from("message_list").select("text,active_users(name)").order("id").limit(1),
      ),
    ).toEqual([{ text: "Halo dunia", active_users: { name: "ayu" } }]);
    expect(
      await ok(client().from("active_users").select("name,messages(id)").eq("name", "citra")),
    ).toEqual([{ name: "citra", messages: [{ id: 3 }] }]);
    expect(
      await ok(
        client().from("categories").select("name,parent_id(name),categories(name)").eq("id", 2),
      ),
    ).toEqual([
      {
        name: "notebooks",
        parent_id: { name: "paper" },
        categories: [{ name: "lined" }, { name: "blank" }],
      },
    ]);
    expect(
      await ok(client().from("categories").select("below:categories!parent_id(id)").eq("id", 1)),
    ).toEqual([{ below: [{ id: 2 }] }]);
    expect(await ok(client().from("messages").select("author_of(username)").eq("id", 3))).toEqual([
      { author_of: { username: "citra" } },
    ]);
    expect(
      await ok(client().from("users").select("messages_of(id)").eq("username", "ayu")),
    ).toEqual([{ messages_of: [{ id: 1 }, { id: 2 }] }]);
  });

  test("through views of views over a closed table", async () => {
    expect(await ok(client().from("keepers_again").select("number,users(status)"))).toEqual([
      { number: 1, users: { status: "ONLINE" } },
    ]);
    const back = await client().from("users").select("username,keepers(id)").eq("username", "ayu");
    expect(back.data).toEqual([{ username: "ayu", keepers: [{ id: 1 }] }]);
  });

  test("hints distinguish two foreign keys", async () => {
    const ambiguous = await client().from("best_friends").select("users(username)");
    expect(ambiguous.status).toBe(300);
    expect(ambiguous.error).toEqual({
      code: "PGRST201",
      message:
        "Could not embed because more than one relationship was found for 'best_friends' and 'users'",
      hint: "Try changing 'users' to one of the following: 'users!best_friends_first_user_fkey', 'users!best_friends_second_user_fkey'. Find the desired relationship in the 'details' key.",
      details: [
        {
          cardinality: "many-to-one",
          embedding: "best_friends with users",
          relationship:
            "best_friends_first_user_fkey using best_friends(first_user) and users(username)",
        },
        {
          cardinality: "many-to-one",
          embedding: "best_friends with users",
          relationship:
            "best_friends_second_user_fkey using best_friends(second_user) and users(username)",
        },
      ],
    });
    expect(
      await ok(
        client()
          .from("best_friends")
          .select(
            "a:users!best_friends_first_user_fkey(username),b:users!second_user(username),first_user(status)",
          )
          .eq("id", 1),
      ),
    ).toEqual([
      { a: { username: "ayu" }, b: { username: "budi" }, first_user: { status: "ONLINE" } },
    ]);
  });

  test("two resources of one name clash", async () => {
    const twice = await client()
      .from("best_friends")
      .select("users!first_user(*), users!second_user(*)");
    expect(twice).toMatchObject({
      status: 400,
      error: {
        code: "42712",
        message: 'table name "best_friends_users_1" specified more than once',
      },
    });
  });

  test("a missing relationship is reported with a suggestion", async () => {
    const none = await client().from("users").select("mesages(id)");
    expect(none).toMatchObject({
      status: 400,
      error: {
        code: "PGRST200",
        message: "Could not find a relationship between 'users' and 'mesages' in the schema cache",
        hint: "Perhaps you meant 'messages' instead of 'mesages'.",
      },
    });
    const vault = await client().from("users").select("vault(word)");
    expect(vault.error?.code).toBe("PGRST200");
    expect(JSON.stringify(vault.error)).not.toContain("sesame");
  });
});

describe("inside embedded resources", () => {
  test("filters, order, limit, offset, logic", async () => {
    const ayu = () => client().from("users");
    expect(
      await ok(
        ayu().select("username,messages(id)").eq("messages.channel_id", 1).eq("username", "ayu"),
      ),
    ).toEqual([{ username: "ayu", messages: [{ id: 1 }] }]);
    expect(
      await ok(
        ayu()
          .select("messages(id)")
          .eq("username", "ayu")
          .order("id", { referencedTable: "messages", ascending: false }),
      ),
    ).toEqual([{ messages: [{ id: 2 }, { id: 1 }] }]);
    expect(
      await ok(
        ayu()
          .select("messages(id)")
          .eq("username", "ayu")
          .order("id", { referencedTable: "messages" })
          .range(1, 1, { referencedTable: "messages" }),
      ),
    ).toEqual([{ messages: [{ id: 2 }] }]);
    expect(
      await ok(
        ayu()
          .select("messages(id)")
          .eq("username", "ayu")
          .limit(1, { referencedTable: "messages" }),
      ),
    ).toEqual([{ messages: [{ id: 1 }] }]);
    expect(
      await ok(
        ayu()
          .select("messages(id)")
          .eq("username", "ayu")
          .or("id.eq.2,message.like.Z*", { referencedTable: "messages" }),
      ),
    ).toEqual([{ messages: [{ id: 2 }] }]);
    expect(
      await ok(
        client()
          .from("messages")
          .select("id,channels(slug)")
          .order("channels(slug)", { ascending: false })
          .order("id"),
      ),
    ).toEqual([
      { id: 1, channels: { slug: "umum" } },
      { id: 3, channels: { slug: "umum" } },
      { id: 2, channels: { slug: "acak" } },
    ]);
  });

  test("inner joins and null filters drop parents, and counts follow", async () => {
    const names = (rows: unknown) =>
      (rows as { username: string }[]).map(({ username }) => username);
    const users = (select: string) =>
      client().from("users").select(select, { count: "exact" }).order("username");
    const inner = await users("username,messages!inner(id)");
    expect([names(inner.data), inner.count]).toEqual([["ayu", "citra"], 2]);
    const filtered = await users("username,messages!inner(id)").eq("messages.channel_id", 2);
    expect([names(filtered.data), filtered.count]).toEqual([["ayu"], 1]);
    const anti = await users("username,messages()").is("messages", null);
    expect([anti.data, anti.count]).toEqual([[{ username: "budi" }, { username: "dewi" }], 2]);
    const semi = await users("username,messages()").not("messages", "is", null);
    expect([names(semi.data), semi.count]).toEqual([["ayu", "citra"], 2]);
    const toOne = await client()
      .from("profiles")
      .select("id,users!inner(username)", { count: "exact" });
    expect([toOne.data, toOne.count]).toEqual([[{ id: 1, users: { username: "ayu" } }], 1]);
    const either = await client()
      .from("profiles")
      .select("id,users(username)")
      .or("users.is.null,id.eq.1")
      .order("id");
    expect(either.data).toHaveLength(2);
    const outer = await client()
      .from("messages")
      .select("id,channels!left(slug)")
      .eq("channels.slug", "acak")
      .order("id");
    expect(outer.data).toEqual([
      { id: 1, channels: null },
      { id: 2, channels: { slug: "acak" } },
      { id: 3, channels: null },
    ]);
  });

  test("invalid filters and orders", async () => {
    const filter = await client().from("users").select("username").eq("messages.id", 1);
    expect(filter).toMatchObject({ status: 400, error: { code: "PGRST108" } });
    const operator = await client()
      .from("users")
      .select("username,messages(id)")
      .eq("messages", "1");
    expect(operator).toMatchObject({ status: 400, error: { code: "PGRST120" } });
    const order = await client()
      .from("users")
      .select("username,messages(id)")
      .order("messages(id)");
    expect(order).toMatchObject({
      status: 400,
      error: {
        code: "PGRST118",
        message: "A related order on 'messages' is not possible",
        details: "'users' and 'messages' do not form a many-to-one or one-to-one relationship",
      },
    });
  });
});

describe("spreads and aggregates", () => {
  test("spreads of one and of many", async () => {
    expect(
      await ok(client().from("messages").select("id,...users(username,mood:status)").eq("id", 1)),
    ).toEqual([{ id: 1, username: "ayu", mood: "ONLINE" }]);
    expect(
      await ok(
        client()
          .from("messages")
          .select("id,...channels(slug,...channel_details(details))")
          .eq("id", 2),
      ),
    ).toEqual([{ id: 2, slug: "acak", details: "odds and ends" }]);
    expect(
      await ok(
        client()
          .from("users")
          .select("username,...messages(id,message)")
          .order("username")
          .limit(2),
      ),
    ).toEqual([
      { username: "ayu", id: [1, 2], message: ["Halo dunia", "Selamat pagi"] },
      { username: "budi", id: [], message: [] },
    ]);
    expect(await ok(client().from("messages").select("...channels(*)").eq("id", 3))).toEqual([
      { id: 1, slug: "umum", data: { topic: { name: "all" } } },
    ]);
  });

  test("aggregates group by the rest", async () => {
    expect(await ok(client().from("messages").select("count()"))).toEqual([{ count: 3 }]);
    expect(
      await ok(
        client()
          .from("messages")
          .select("username,count(),id.max(),low:id.min()::text")
          .order("username"),
      ),
    ).toEqual([
      { username: "ayu", count: 2, max: 2, low: "1" },
      { username: "citra", count: 1, max: 3, low: "3" },
    ]);
    expect(await ok(client().from("messages").select("id.sum(),id.avg()"))).toEqual([
      { sum: 6, avg: 2 },
    ]);
    expect(
      await ok(client().from("users").select("username,messages(count)").eq("username", "ayu")),
    ).toEqual([{ username: "ayu", messages: [{ count: 2 }] }]);
    expect(
      await ok(client().from("users").select("username,messages(count())").eq("username", "ayu")),
    ).toEqual([{ username: "ayu", messages: [{ count: 2 }] }]);
    expect(
      await ok(client().from("messages").select("count(),channels(slug)").order("count")),
    ).toEqual([
      { count: 1, channels: { slug: "acak" } },
      { count: 2, channels: { slug: "umum" } },
    ]);
    expect(
      await ok(
        client().from("messages").select("username,...channels(id.max())").order("username"),
      ),
    ).toEqual([
      { username: "ayu", max: 2 },
      { username: "citra", max: 1 },
    ]);
  });

  test.each([
    "username,...messages(id.sum())",
    "username,...messages(text:message,...channels(id.max()))",
  ])("a spread of many has no aggregates: %s", async (select) => {
    const { error, status } = await client().from("users").select(select);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "PGRST127", message: "Feature not implemented" });
  });
});
