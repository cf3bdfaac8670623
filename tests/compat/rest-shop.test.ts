import { beforeAll, expect, test } from "vitest";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

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

test("visitors read public tables with their relations", async () => {
  const { data, error } = await backend()
    .client()
    .from("products")
    .select("slug,product_variants(sku,price,stock_band),product_images(id),categories(slug)")
    .order("slug")
    .limit(3);
  expect(error).toBeNull();
  expect(data).toHaveLength(3);
  expect(data?.[0]?.product_variants.length).toBeGreaterThan(0);
  const [published] = await asSeed()<{ n: number }[]>`
    select count(*) as n from public.products where status = 'published'`;
  const seen = await backend()
    .client()
    .from("products")
    .select("slug", { count: "exact", head: true });
  expect(seen.count).toBe(published?.n);
});

test("closed schemas and their functions answer as not found", async () => {
  const closed = await asSeed()<{ schema: string; name: string }[]>`
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

test("T4: no person can promote themselves or write columns that only the shop writes", async () => {
  const before = await asSeed()`select id, role from public.profiles order by id`;
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
  expect(await asSeed()`select id, role from public.profiles order by id`).toEqual(before);
});

test("T5: a person's own addresses are hers alone", async () => {
  const [region] = await asSeed()<{ code: string }[]>`
    select code from public.regions order by length(code) desc, code limit 1`;
  const columns = await asSeed()<{ name: string }[]>`
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

test("T7: a misspelled name gets no hint of closed names", async () => {
  const relations = await asSeed()<{ name: string; open: boolean }[]>`
    select c.relname as name, n.nspname = 'public' and has_any_column_privilege('anon', c.oid, 'select') as open
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'p') and n.nspname in ('public', 'auth', 'private', 'storage', 'realtime')
    union
    select p.proname, n.nspname = 'public' and has_function_privilege('anon', p.oid, 'execute')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'auth', 'private', 'realtime')
    union
    select a.attname, has_column_privilege('anon', a.attrelid, a.attnum, 'select')
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0`;
  const open = new Set(relations.filter((each) => each.open).map(({ name }) => name));
  const closed = relations.map(({ name }) => name).filter((name) => !open.has(name));
  expect(closed.length).toBeGreaterThan(50);
  const random = new SeededRandom(20_261_121);
  const received: string[] = [];
  const ask = async (name: string) => {
    const at = random.whole(1, name.length - 1);
    const letter = random.pick([..."abcdefghijklmnopqrstuvwxyz_"]);
    const near = random.pick([
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + letter + name.slice(at),
      name.slice(0, at) + letter + name.slice(at + 1),
      `${name}s`,
    ]);
    const table = random.pick([
      "products",
      "product_variants",
      "stock_items",
      "promotions",
      "orders",
    ]);
    const path = random.pick([
      `/${near}`,
      `/rpc/${near}`,
      `/products?select=id,${near}(id)`,
      `/${table}?${near}=eq.1`,
      `/${table}?select=${near}`,
      `/${table}?order=${near}`,
    ]);
    // The rest of the message repeats the request.
    const { hint } = (await (await rest(path)).json()) as { hint?: string | null };
    for (const hidden of closed) {
      if (hint && new RegExp(`\\W${hidden}\\W`).test(hint.replace(near, "")))
        received.push(`${path}: ${hint}`);
    }
  };
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: 12 }, () => ask(random.pick(closed))));
  }
  expect(received).toEqual([]);
});
