import { describe, expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { clientOf, restFixture } from "./rest-fixture.ts";

const database = testDatabase();
restFixture(database.url);
const backend = testBackend({
  rest: { schemas: ["chat", "personal"], txEnd: "commit-allow-override" },
});
const client = () => clientOf(backend());
const rest = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: {
      apikey: backend().keys.publishable,
      "Content-Type": "application/json",
      ...init.headers,
    },
  });
const stock = () =>
  asSeed()`select id, label, amount, price::text, tags from chat.stock order by id`;

describe("insert", () => {
  test("one row, many rows, and the returned rows", async () => {
    const one = await client()
      .from("stock")
      .insert({ id: 1, amount: 5, tags: ["a", "b"], price: 1.5 });
    expect(one).toMatchObject({ status: 201, data: null, error: null });
    const many = await client()
      .from("stock")
      .insert(
        [
          { id: 2, label: "two" },
          { id: 3, label: "three" },
        ],
        { count: "exact" },
      )
      .select("id,label,amount");
    expect(many).toMatchObject({
      status: 201,
      count: 2,
      data: [
        { id: 2, label: "two", amount: null },
        { id: 3, label: "three", amount: null },
      ],
    });
    const mixed = await client()
      .from("stock")
      .insert([{ id: 4 }, { id: 5, label: "five" }], { defaultToNull: false })
      .select("id,label");
    expect(mixed.data).toEqual([
      { id: 4, label: "empty" },
      { id: 5, label: "five" },
    ]);
    const nulls = await client()
      .from("stock")
      .insert([{ id: 6 }, { id: 7, label: "x" }]);
    expect(nulls).toMatchObject({ status: 400, error: { code: "23502" } });
    const embedded = await client()
      .from("messages")
      .insert({ message: "baru", username: "dewi", channel_id: 3 })
      .select("message,blurb,users(username),channels(slug)")
      .single();
    expect(embedded.data).toEqual({
      message: "baru",
      blurb: "baru",
      users: { username: "dewi" },
      channels: { slug: "lain" },
    });
    const computed = await client()
      .from("messages")
      .update({ message: "lagi" })
      .eq("username", "dewi")
      .select("message,blurb,author_of(username)");
    expect(computed.data).toEqual([
      { message: "lagi", blurb: "lagi", author_of: { username: "dewi" } },
    ]);
    expect((await stock()).length).toBe(5);
    await asSeed()`delete from chat.stock`;
  });

  test("Location, headers only, preferences and empty bodies", async () => {
    const answer = await rest("/stock", {
      method: "POST",
      headers: { Prefer: "return=headers-only, count=exact, missing=default, handling=lenient" },
      body: JSON.stringify({ id: 10 }),
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe("/stock?id=eq.10");
    expect(answer.headers.get("content-range")).toBe("*/1");
    expect(answer.headers.get("preference-applied")).toBe(
      "missing=default, return=headers-only, count=exact, handling=lenient",
    );
    expect(answer.headers.get("content-type")).toBeNull();
    expect(await answer.text()).toBe("");
    const bare = await rest("/stock", {
      method: "POST",
      body: "[]",
      headers: { Prefer: "return=representation" },
    });
    expect([bare.status, await bare.text()]).toEqual([201, "[]"]);
    expect(bare.headers.get("preference-applied")).toBe("return=representation");
    const defaults = await rest("/channels?select=slug", {
      method: "POST",
      body: "{}",
      headers: { Prefer: "return=representation" },
    });
    expect([defaults.status, await defaults.json()]).toEqual([201, [{ slug: null }]]);
    for (const body of ["", "{", "nope", '[{"id":1},{"label":"x"}]', '[{"id":1},2]']) {
      const refused = await rest("/stock", { method: "POST", body });
      expect([refused.status, (await refused.json()).code], body).toEqual([400, "PGRST102"]);
    }
    const unknown = await rest("/stock", { method: "POST", body: '{"id":11,"nope":1}' });
    expect(await unknown.json()).toEqual({
      code: "PGRST204",
      details: null,
      hint: null,
      message: "Could not find the 'nope' column of 'stock' in the schema cache",
    });
    const columns = await rest('/stock?columns="id","label"', {
      method: "POST",
      body: '[{"id":12,"label":"a","amount":-5},{"id":13,"label":"b"}]',
    });
    expect(columns.status).toBe(201);
    const csv = await rest("/stock", {
      method: "POST",
      headers: { "Content-Type": "text/csv" },
      body: 'id,label,amount\n14,"a, ""b""",NULL\n15,c,3\n',
    });
    expect(csv.status).toBe(201);
    const form = await rest("/stock", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "id=16&label=from+a+form",
    });
    expect(form.status).toBe(201);
    expect(await stock()).toMatchObject([
      { id: 10, label: "empty" },
      { id: 12, amount: null },
      { id: 13 },
      { id: 14, label: 'a, "b"', amount: null },
      { id: 15, amount: 3 },
      { id: 16, label: "from a form" },
    ]);
    expect(
      (
        await rest("/stock", {
          method: "POST",
          headers: { "Content-Type": "image/png" },
          body: "x",
        })
      ).status,
    ).toBe(400);
    await asSeed()`delete from chat.stock`;
    await asSeed()`delete from chat.channels where slug is null`;
  });

  test("conflicts and constraints", async () => {
    await client().from("stock").insert({ id: 20 });
    const again = await client().from("stock").insert({ id: 20 });
    expect(again).toMatchObject({
      status: 409,
      error: { code: "23505", details: "Key (id)=(20) already exists." },
    });
    const foreign = await client().from("messages").insert({ username: "nobody", channel_id: 1 });
    expect(foreign).toMatchObject({ status: 409, error: { code: "23503" } });
    const check = await client().from("stock").insert({ id: 21, amount: -1 });
    expect(check).toMatchObject({ status: 400, error: { code: "23514" } });
    const type = await client().from("stock").insert({ id: "x" });
    expect(type).toMatchObject({ status: 400, error: { code: "22P02" } });
    await asSeed()`delete from chat.stock`;
  });
});

describe("upsert", () => {
  test("merge, ignore, on_conflict", async () => {
    const first = await client().from("stock").upsert({ id: 1, label: "one" }).select("id,label");
    expect(first).toMatchObject({ status: 201, data: [{ id: 1, label: "one" }] });
    const merged = await client()
      .from("stock")
      .upsert([{ id: 1, label: "uno" }])
      .select("label");
    expect(merged).toMatchObject({ status: 200, data: [{ label: "uno" }] });
    const both = await client()
      .from("stock")
      .upsert([
        { id: 1, label: "ein" },
        { id: 2, label: "zwei" },
      ])
      .select("id");
    expect(both.status).toBe(201);
    const ignored = await client()
      .from("stock")
      .upsert(
        [
          { id: 1, label: "no" },
          { id: 3, label: "drei" },
        ],
        { ignoreDuplicates: true },
      )
      .select("id");
    expect(ignored).toMatchObject({ status: 201, data: [{ id: 3 }] });
    const slug = await client()
      .from("channels")
      .upsert({ slug: "lain", data: { a: 1 } }, { onConflict: "slug" })
      .select("id,data");
    expect(slug).toMatchObject({ status: 200, data: [{ id: 3, data: { a: 1 } }] });
    const twice = await client()
      .from("stock")
      .upsert([{ id: 9 }, { id: 9 }]);
    expect(twice).toMatchObject({ status: 400, error: { code: "21000" } });
    expect(await stock()).toMatchObject([
      { id: 1, label: "ein" },
      { id: 2, label: "zwei" },
      { id: 3, label: "drei" },
    ]);
    await asSeed()`delete from chat.stock`;
  });

  test("PUT names its row twice", async () => {
    const put = (path: string, body: unknown, prefer = "return=representation") =>
      rest(path, { method: "PUT", body: JSON.stringify(body), headers: { Prefer: prefer } });
    const made = await put("/stock?id=eq.1", { id: 1, label: "a" });
    expect([made.status, await made.json()]).toMatchObject([201, [{ id: 1, label: "a" }]]);
    expect((await put("/stock?id=eq.1", { id: 1, label: "b" })).status).toBe(200);
    expect((await put("/stock?id=eq.1", { id: 1, label: "c" }, "return=minimal")).status).toBe(204);
    const other = await put("/stock?id=eq.1", { id: 2, label: "c" });
    expect([other.status, (await other.json()).code]).toEqual([400, "PGRST115"]);
    const part = await put("/stock?label=eq.c", { id: 1, label: "c" });
    expect([part.status, (await part.json()).code]).toEqual([405, "PGRST105"]);
    const limit = await put("/stock?id=eq.1&limit=1", { id: 1, label: "c" });
    expect([limit.status, (await limit.json()).code]).toEqual([400, "PGRST114"]);
    expect(await stock()).toMatchObject([{ id: 1, label: "c" }]);
    await asSeed()`delete from chat.stock`;
  });
});

describe("update and delete", () => {
  test("change the filtered rows", async () => {
    await client()
      .from("stock")
      .insert([
        { id: 1, label: "a" },
        { id: 2, label: "b" },
        { id: 3, label: "c" },
      ]);
    const quiet = await client().from("stock").update({ amount: 1 }).eq("id", 1);
    expect(quiet).toMatchObject({ status: 204, data: null, error: null });
    const received = await client()
      .from("stock")
      .update({ amount: 2 }, { count: "exact" })
      .gt("id", 1)
      .select("id,amount");
    expect(received).toMatchObject({ status: 200, count: 2 });
    const none = await client().from("stock").update({ amount: 2 }).eq("id", 99).select();
    expect(none).toMatchObject({ status: 200, data: [] });
    const range = await rest("/stock?id=gt.1", {
      method: "PATCH",
      body: '{"amount":3}',
      headers: { Prefer: "count=exact" },
    });
    expect([range.status, range.headers.get("content-range")]).toEqual([204, "0-1/2"]);
    const nothing = await rest("/stock?id=eq.1", {
      method: "PATCH",
      body: "{}",
      headers: { Prefer: "return=representation" },
    });
    expect([nothing.status, await nothing.json()]).toEqual([200, []]);
    const or = await client()
      .from("stock")
      .update({ amount: 7 })
      .or("id.eq.1,label.eq.c")
      .select("id");
    expect(or.data).toHaveLength(2);
    const removed = await client()
      .from("stock")
      .delete({ count: "exact" })
      .in("id", [1, 2])
      .select("id");
    expect(removed).toMatchObject({ status: 200, count: 2, data: [{ id: 1 }, { id: 2 }] });
    expect((await client().from("stock").delete().eq("id", 3)).status).toBe(204);
    expect(await stock()).toEqual([]);
  });

  test("a single object, max-affected and rollback undo", async () => {
    await client()
      .from("stock")
      .insert([{ id: 1 }, { id: 2 }]);
    const single = await client().from("stock").update({ amount: 9 }).gt("id", 0).select().single();
    expect(single).toMatchObject({
      status: 406,
      error: { code: "PGRST116", details: "The result contains 2 rows" },
    });
    const limited = await client().from("stock").delete().gt("id", 0).maxAffected(1);
    expect(limited).toMatchObject({
      status: 400,
      error: {
        code: "PGRST124",
        message: "Query result exceeds max-affected preference constraint",
        details: "The query affects 2 rows",
      },
    });
    // Without a generated schema the types report a too old server.
    const fits = await (client()
      .from("stock")
      .update({ amount: 4 })
      .eq("id", 1)
      .select("amount")
      .maxAffected(1) as unknown as PromiseLike<{ data: unknown }>);
    expect(fits.data).toEqual([{ amount: 4 }]);
    const undone = await client()
      .from("stock")
      .update({ amount: 8 })
      .eq("id", 2)
      .select("amount")
      .rollback();
    expect(undone.data).toEqual([{ amount: 8 }]);
    expect(await stock()).toMatchObject([
      { id: 1, amount: 4 },
      { id: 2, amount: null },
    ]);
    const strict = await rest("/stock", {
      headers: { Prefer: "handling=strict, anything, timezone=Mars/One, nope" },
    });
    expect([strict.status, await strict.json()]).toEqual([
      400,
      {
        code: "PGRST122",
        details: "Invalid preferences: anything, nope",
        hint: null,
        message: "Invalid preferences given with handling=strict",
      },
    ]);
  });

  test("values travel whole", async () => {
    const taken_at = "2026-03-01T10:00:00+00:00";
    const row = {
      id: 50,
      label: '日本 "q" \\ \'',
      amount: 2147483647,
      price: 12345678.9,
      tags: ['a"b', "c,d", "{e}"],
      taken_at,
    };
    const back = await client()
      .from("stock")
      .insert(row)
      .select("id,label,amount,price,tags,taken_at")
      .single();
    expect(back.data).toEqual(row);
    const found = await client()
      .from("stock")
      .select("id")
      .eq("label", row.label)
      .overlaps(
        "tags",
        ["{e}", "x"].map((tag) => `"${tag}"`),
      );
    expect(found.data).toEqual([{ id: 50 }]);
    const endless = await client()
      .from("stock")
      .update({ taken_at: "infinity" })
      .eq("id", 50)
      .select("taken_at");
    expect(endless.data).toEqual([{ taken_at: "infinity" }]);
    const later = await client().from("stock").select("id").gt("taken_at", "now");
    expect(later.data).toEqual([{ id: 50 }]);
    const zone = await rest("/stock?select=t:taken_at&id=eq.50", {
      headers: { Prefer: "timezone=Asia/Jakarta" },
    });
    expect(zone.headers.get("preference-applied")).toBe("timezone=Asia/Jakarta");
  });
});
