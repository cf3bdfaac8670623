import {
  createClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Changes of rows that each listener may read. */

const database = testDatabase();
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
  });
  ready = realtime.ready;
  return realtime.close;
});

const open: SupabaseClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.realtime.disconnect();
});

beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create table public.todos (
      id bigint generated always as identity primary key,
      owner uuid, title text, price int, due timestamptz, tags text[], secret text
    );
    alter table public.todos enable row level security;
    grant select (id, owner, title, price, due, tags) on public.todos to authenticated, anon;
    grant all on public.todos to service_role;
    create policy "own" on public.todos for select to authenticated using (owner = (select auth.uid()));
    create policy "shop" on public.todos for all to service_role using (true);

    create table public.open_notes (id int primary key, body text, hidden text);
    alter table public.open_notes replica identity full;
    grant select (id, body) on public.open_notes to anon, authenticated;
    grant all on public.open_notes to service_role;

    create table public.quiet (id int primary key);
    grant select on public.quiet to anon;

    alter publication supabase_realtime add table public.todos, public.open_notes;`);
  await owner.end();
  await ready;
});

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

function visitor(vsn: "1.0.0" | "2.0.0" = "2.0.0", key = backend().keys.publishable) {
  const client = createClient(backend().url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn },
  });
  open.push(client);
  return client;
}

async function person(email: string, vsn: "1.0.0" | "2.0.0" = "2.0.0") {
  const signedIn = await signedInClient(backend(), email);
  const { data } = await signedIn.auth.getSession();
  const token = data.session?.access_token ?? "";
  const client = createClient(backend().url, backend().keys.publishable, {
    accessToken: async () => token,
    realtime: { vsn },
  });
  open.push(client);
  return { client, id: data.session?.user.id ?? "" };
}

type SubscriptionRequest = {
  event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  filter?: string;
  table?: string;
  select?: string[];
};

/** Joins, waits for the subscription, and records changes. */
async function listen(client: SupabaseClient, wish: SubscriptionRequest = {}) {
  const heard: Change[] = [];
  const channel = client.channel(`perubahan-${Math.random()}`);
  const wanted = { event: "*", schema: "public", table: "todos", ...wish } as {
    event: "*";
    schema: string;
  };
  channel.on("postgres_changes", wanted, (change) => heard.push(change));
  const received = system(channel);
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === "SUBSCRIBED") resolve();
      if (status === "CHANNEL_ERROR") reject(error);
    });
  });
  expect(await received).toMatchObject({ status: "ok", extension: "postgres_changes" });
  return heard;
}

function system(channel: RealtimeChannel): Promise<{ status: string; message: string }> {
  return new Promise((resolve) => {
    channel.on("system", {}, (payload: { status: string; message: string }) => resolve(payload));
  });
}

const add = async (row: {
  owner?: string | null;
  title: string;
  price?: number;
  secret?: string;
}) => {
  const [added] = await asSeed()<{ id: number }[]>`
    insert into public.todos (owner, title, price, secret, due, tags)
    values (${row.owner ?? null}, ${row.title}, ${row.price ?? null}, ${row.secret ?? null},
      '2026-11-21T10:00:00+07', '{a,"b,c"}') returning id`;
  return added?.id ?? 0;
};

test.each(["1.0.0", "2.0.0"] as const)(
  "a person gets changes of their own rows only (vsn %s)",
  async (vsn) => {
    const ayu = await person(`ayu-${vsn[0]}@shop.test`, vsn);
    const budi = await person(`budi-${vsn[0]}@shop.test`, vsn);
    const heard = await listen(ayu.client);
    const others = await listen(budi.client);
    const visitors = await listen(visitor());
    const id = await add({ owner: ayu.id, title: "Beli kertas", price: 5000, secret: "x" });
    await expect.poll(() => heard.length).toBe(1);
    await asSeed()`update public.todos set title = 'Beli karbon' where id = ${id}`;
    await expect.poll(() => heard.length).toBe(2);
    await asSeed()`delete from public.todos where id = ${id}`;
    await expect.poll(() => heard.length).toBe(3);
    expect(heard[0]).toMatchObject({
      eventType: "INSERT",
      schema: "public",
      table: "todos",
      errors: null,
      new: { id, owner: ayu.id, title: "Beli kertas", price: 5000, tags: ["a", "b,c"] },
      old: {},
    });
    expect(heard[0]?.new).toHaveProperty("due", "2026-11-21T03:00:00+00:00");
    expect(heard[0]?.new).not.toHaveProperty("secret");
    expect(heard[1]).toMatchObject({ eventType: "UPDATE", new: { title: "Beli karbon" } });
    expect(heard[1]?.old).toEqual({ id });
    expect(heard[2]).toMatchObject({ eventType: "DELETE", new: {}, old: { id } });
    // Policies cannot check a deleted row: its key is sent to every reader of the table.
    await expect.poll(() => others.length === 1 && visitors.length === 1).toBe(true);
    expect(others[0]).toMatchObject({ eventType: "DELETE", old: { id } });
    expect(visitors[0]?.old).toEqual({ id });
  },
);

test("the secret key gets every change", async () => {
  const heard = await listen(visitor("2.0.0", backend().keys.secret));
  await add({ title: "milik toko", secret: "rahasia" });
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]?.new).toMatchObject({ title: "milik toko", secret: "rahasia" });
});

test("without policies the whole old row is sent, but never a column without a grant", async () => {
  const heard = await listen(visitor(), { table: "open_notes" });
  await asSeed()`insert into public.open_notes values (1, 'satu', 'rahasia')`;
  await asSeed()`update public.open_notes set body = 'dua' where id = 1`;
  await asSeed()`delete from public.open_notes where id = 1`;
  await expect.poll(() => heard.length).toBe(3);
  expect(heard.map(({ eventType, old, new: present }) => [eventType, old, present])).toEqual([
    ["INSERT", {}, { id: 1, body: "satu" }],
    ["UPDATE", { id: 1, body: "satu" }, { id: 1, body: "dua" }],
    ["DELETE", { id: 1, body: "dua" }, {}],
  ]);
});

test.each([
  ["title=eq.kopi", ["kopi"]],
  ["title=neq.kopi", ["teh", "susu, dingin"]],
  ["price=lt.20", ["kopi"]],
  ["price=gte.20", ["teh"]],
  ["price=in.(10,20)", ["kopi", "teh"]],
  ["price=not.in.(10,30)", ["teh"]],
  // Without quotes `null` is SQL's null: no value equals it, and none differs from it.
  ["price=in.(null,20)", ["teh"]],
  ["price=not.in.(null,20)", []],
  ['title=not.in.("null","",kopi)', ["teh", "susu, dingin"]],
  ["price=is.null", ["susu, dingin"]],
  ["price=not.is.null", ["kopi", "teh"]],
  ["price=isdistinct.10", ["teh", "susu, dingin"]],
  ["title=like.%e%", ["teh"]],
  ["title=ilike.KO%", ["kopi"]],
  ["title=match.^(kopi|teh)$", ["kopi", "teh"]],
  ["title=imatch.^SUSU", ["susu, dingin"]],
  ['title=eq."susu, dingin"', ["susu, dingin"]],
  ["price=gt.5,price=lt.15", ["kopi"]],
])("the filter %s passes the matching rows", async (filter, expected) => {
  const { client, id } = await person(`f${Math.random().toString(36).slice(2)}@shop.test`);
  const heard = await listen(client, { filter, event: "INSERT" });
  const everything = await listen(client, { event: "INSERT" });
  await add({ owner: id, title: "kopi", price: 10 });
  await add({ owner: id, title: "teh", price: 20 });
  await add({ owner: id, title: "susu, dingin" });
  await expect.poll(() => everything.length).toBe(3);
  await expect.poll(() => heard.length >= expected.length).toBe(true);
  expect(heard.map((change) => change.new).map((row) => (row as { title: string }).title)).toEqual(
    expected,
  );
});

test("only the requested events and columns are sent", async () => {
  const { client, id } = await person("pilih@shop.test");
  const updates = await listen(client, { event: "UPDATE", select: ["id", "title"] });
  const row = await add({ owner: id, title: "a" });
  await asSeed()`update public.todos set title = 'b' where id = ${row}`;
  await expect.poll(() => updates.length).toBe(1);
  expect(updates[0]?.new).toEqual({ id: row, title: "b" });
});

test("a whole schema can be listened to", async () => {
  const { client, id } = await person("semua@shop.test");
  const channel = client.channel("semua");
  const heard: Change[] = [];
  channel.on("postgres_changes", { event: "*", schema: "public" }, (change) => heard.push(change));
  const received = system(channel);
  channel.subscribe();
  expect(await received).toMatchObject({
    status: "ok",
    message: "Subscribed to PostgreSQL",
    channel: "semua",
  });
  await add({ owner: id, title: "x" });
  await asSeed()`insert into public.open_notes values (7, 'tujuh', '')`;
  await expect.poll(() => heard.length).toBe(2);
  expect(heard.map(({ table }) => table)).toEqual(["todos", "open_notes"]);
});

test.each([
  [{ table: "quiet" }, "is not published"],
  [{ table: "nothing" }, "is not there"],
  [{ filter: "secret=eq.x" }, "filters by a column without a grant"],
  [{ filter: "price=eq.abc" }, "filters by a value of another type"],
  [{ filter: "title=match.(" }, "filters by a broken pattern"],
  [{ filter: "title" }, "filters by nonsense"],
  [{ select: ["secret"] }, "wants a column without a grant"],
])("a subscription %j that %s is refused, and the channel stays", async (wish, _why) => {
  const client = visitor();
  const channel = client.channel(`ditolak-${Math.random()}`);
  const wanted = { event: "*", schema: "public", table: "todos", ...wish } as {
    event: "*";
    schema: string;
  };
  channel.on("postgres_changes", wanted, () => undefined);
  const received = system(channel);
  const status = await new Promise((resolve) => {
    channel.subscribe((each) => resolve(each));
  });
  expect(status).toBe("SUBSCRIBED");
  expect(await received).toMatchObject({ status: "error", extension: "postgres_changes" });
  expect((await received).message).toContain(
    "Unable to subscribe to changes with given parameters",
  );
});

test("a client that waits for its subscription is refused when there is none", async () => {
  const channel = visitor().channel("menunggu", {
    config: { postgres_changes_options: { wait: true } },
  });
  channel.on("postgres_changes", { event: "*", schema: "public", table: "quiet" }, () => undefined);
  const failed = await new Promise<string>((resolve) => {
    channel.subscribe((status, error) => resolve(`${status} ${error?.message}`));
  });
  expect(failed).toContain("CHANNEL_ERROR RealtimeDisabledForConfiguration");
});

test("changes of a transaction arrive in order and only once it commits; many at a time arrive whole", async () => {
  const { client, id } = await person("banyak@shop.test");
  const heard = await listen(client);
  const sql = openPostgres(database.url(), { max: 1 });
  await sql
    .begin(async (transaction) => {
      await transaction`insert into public.todos (owner, title) values (${id}, 'never')`;
      throw new Error("no");
    })
    .catch(() => undefined);
  await sql.begin(async (transaction) => {
    await transaction`
      insert into public.todos (owner, title) select ${id}, n::text from generate_series(1, 120) n`;
    await transaction`update public.todos set price = 1 where owner = ${id} and title = '1'`;
  });
  await sql.end();
  await expect.poll(() => heard.length).toBe(121);
  const titles = heard
    .slice(0, 120)
    .map((change) => Number((change.new as { title: string }).title));
  expect(titles).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  expect(heard[120]?.eventType).toBe("UPDATE");
});

test("a row over a megabyte comes without its long values", async () => {
  const heard = await listen(visitor(), { table: "open_notes" });
  await asSeed()`insert into public.open_notes values (99, repeat('x', 1100000), '')`;
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]?.errors).toEqual(["Error 413: Payload Too Large"]);
  expect(heard[0]?.new).toEqual({ id: 99 });
});

test("no change is recorded without a listener", async () => {
  const client = visitor();
  await listen(client, { table: "open_notes" });
  await client.removeAllChannels();
  const sql = asSeed();
  const listeners = () => sql`select 1 from realtime.listeners where table_name = 'open_notes'`;
  await expect.poll(listeners).toHaveLength(0);
  await sql`delete from realtime.changes`;
  await sql`insert into public.open_notes values (500, '', '')`;
  expect(await sql`select 1 from realtime.changes`).toHaveLength(0);
});

test("T38: a channel of changes does not bypass private channels", async () => {
  const ayu = visitor();
  const budi = visitor();
  const heard: unknown[] = [];
  const changes: unknown[] = [];
  for (const [client, notes] of [
    [ayu, []],
    [budi, heard],
  ] as const) {
    const channel = client.channel("lorong");
    channel.on(
      "postgres_changes",
      { event: "*", schema: "public", table: "open_notes" },
      (change) => {
        if (client === budi) changes.push(change.new);
      },
    );
    channel.on("broadcast", { event: "*" }, (message) => (notes as unknown[]).push(message));
    const received = system(channel);
    channel.subscribe();
    await received;
  }
  await ayu.channel("lorong").send({ type: "broadcast", event: "x", payload: {} });
  await asSeed()`select realtime.send('{}', 'x', 'lorong', false)`;
  await asSeed()`insert into public.open_notes values (900, '', '')`;
  // The change comes after both messages.
  await expect.poll(() => changes).toMatchObject([{ id: 900 }]);
  expect(heard).toEqual([]);
});

test("SQL sends a row to a private topic with broadcast_changes", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create policy "news" on realtime.messages for select to anon using (realtime.topic() = 'catatan');
    create function private.tell() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('catatan', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or update or delete on public.quiet
      for each row execute function private.tell();`);
  const channel = visitor().channel("catatan", { config: { private: true } });
  const heard: { event: string; payload: Record<string, unknown> }[] = [];
  channel.on("broadcast", { event: "*" }, (message) => heard.push(message as never));
  await new Promise((resolve) => channel.subscribe(resolve));
  await owner.unsafe("insert into public.quiet values (1); delete from public.quiet");
  await owner.end();
  await expect.poll(() => heard.length).toBe(2);
  expect(heard.map(({ event, payload }) => [event, payload])).toMatchObject([
    [
      "INSERT",
      {
        operation: "INSERT",
        schema: "public",
        table: "quiet",
        record: { id: 1 },
        old_record: null,
      },
    ],
    ["DELETE", { operation: "DELETE", record: null, old_record: { id: 1 } }],
  ]);
});
