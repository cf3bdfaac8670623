import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { signedInClient, testBackend } from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";

testDatabase({ demo: true });
const backend = testBackend();
const rest = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: backend().keys.publishable, ...init.headers },
  });
let ayu: Awaited<ReturnType<typeof signedInClient>>;
let budi: Awaited<ReturnType<typeof signedInClient>>;
let ayuId = "";

beforeAll(async () => {
  ayu = await signedInClient(backend(), "ayu-rest@shop.test");
  budi = await signedInClient(backend(), "budi-rest@shop.test");
  ayuId = (await ayu.auth.getUser()).data.user?.id ?? "";
});

test("visitors read what is for everybody, with what belongs to it", async () => {
  const { data, error } = await backend()
    .client()
    .from("products")
    .select("slug,product_variants(sku,price,stock_band),product_images(id),categories(slug)")
    .order("slug")
    .limit(3);
  expect(error).toBeNull();
  expect(data).toHaveLength(3);
  expect(data?.[0]?.product_variants.length).toBeGreaterThan(0);
  const [published] = await asShop()<{ n: number }[]>`
    select count(*) as n from public.products where status = 'published'`;
  const seen = await backend()
    .client()
    .from("products")
    .select("slug", { count: "exact", head: true });
  expect(seen.count).toBe(published?.n);
});

test("closed schemas and their functions are not there", async () => {
  const closed = await asShop()<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'private', 'storage', 'realtime', 'migrations')`;
  expect(closed.length).toBeGreaterThan(10);
  for (const { schema, name } of closed) {
    expect((await rest(`/${schema}.${name}`)).status).toBe(404);
    const profiled = await rest(`/${name}`, { headers: { "Accept-Profile": schema } });
    expect([schema, profiled.status]).toEqual([schema, 406]);
    const embedded = await rest(`/orders?select=id,${name}(*)`);
    expect(embedded.status).toBeGreaterThanOrEqual(400);
  }
  for (const name of [
    "is_staff",
    "enqueue",
    "protect",
    "send",
    "publish",
    "uid",
    "pg_sleep",
    "version",
  ]) {
    const call = await rest(`/rpc/${name}`, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json" },
    });
    expect([name, call.status]).toEqual([name, 404]);
  }
});

test("T4: nobody promotes himself or writes what only the shop writes", async () => {
  const before = await asShop()`select id, role from public.profiles order by id`;
  const attempts = [
    ayu.from("profiles").update({ role: "ADMIN" }).eq("id", ayuId).select(),
    ayu.from("profiles").upsert({ id: ayuId, role: "ADMIN" }).select(),
    ayu.from("orders").insert({ status: "paid" }).select(),
    ayu.from("orders").update({ status: "paid" }).neq("id", ayuId).select(),
    ayu.from("products").update({ price_from: 1 }).neq("slug", "").select(),
    ayu.from("payments").delete().neq("id", ayuId).select(),
  ];
  for (const attempt of attempts) {
    const { error, data } = await attempt;
    if (error) expect(error.code).toMatch(/^(42501|23\d{3}|PGRST20[45])$/);
    else expect(data).toEqual([]);
  }
  expect(await asShop()`select id, role from public.profiles order by id`).toEqual(before);
});

test("T5: a person's own addresses are hers alone", async () => {
  const [region] = await asShop()<{ code: string }[]>`
    select code from public.regions order by length(code) desc, code limit 1`;
  const columns = await asShop()<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'public.addresses'::regclass and attnum > 0
      and has_column_privilege('authenticated', attrelid, attnum, 'insert')`;
  expect(columns.length).toBeGreaterThan(3);
  const mine = await ayu.from("addresses").select("id");
  expect(mine.error).toBeNull();
  const foreign = await budi
    .from("addresses")
    .insert({ customer_id: ayuId, region_code: region?.code })
    .select();
  expect(foreign.error).not.toBeNull();
  expect(foreign.status).toBeLessThan(500);
  expect((await budi.from("orders").select("id")).data).toEqual([]);
});
