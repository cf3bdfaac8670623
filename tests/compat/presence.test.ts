import { randomUUID } from "node:crypto";
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Presence across two servers with one database. */

const database = testDatabase();
const starting: Promise<void>[] = [];
const attach = (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    allowPublicChannels: true,
    beatMs: 200,
  });
  starting.push(realtime.ready);
  return realtime.close;
};
const one = testBackend({}, attach);
const two = testBackend({}, attach);

const open: SupabaseClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.realtime.disconnect();
});

beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create policy "people see who is in the hall" on realtime.messages for select to authenticated
      using (realtime.topic() = 'hall');
    create policy "people show themselves in the hall" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'hall' and extension = 'presence');
    create policy "visitors see who is in the hall" on realtime.messages for select to anon
      using (realtime.topic() = 'hall' and extension = 'presence');`);
  await owner.end();
  await Promise.all(starting);
});

function visitor(backend: () => TestBackend, vsn: "1.0.0" | "2.0.0" = "2.0.0"): SupabaseClient {
  const client = createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn },
  });
  open.push(client);
  return client;
}

async function person(backend: () => TestBackend, email: string): Promise<SupabaseClient> {
  const signedIn = await signedInClient(backend(), email);
  const { data } = await signedIn.auth.getSession();
  const client = visitor(backend);
  await client.realtime.setAuth(data.session?.access_token ?? "");
  return client;
}

/** A channel that records joins and leaves. */
function watch(client: SupabaseClient, topic: string, key: string, isPrivate = false) {
  const channel = client.channel(topic, { config: { presence: { key }, private: isPrivate } });
  const seen: string[] = [];
  channel.on("presence", { event: "join" }, (diff) => seen.push(`+${diff.key}`));
  channel.on("presence", { event: "leave" }, (diff) => seen.push(`-${diff.key}`));
  return { channel, seen };
}

function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status) => resolve(status));
  });
}

test.each(["1.0.0", "2.0.0"] as const)(
  "presence is shared across processes: join, update, leave (vsn %s)",
  async (vsn) => {
    const topic = `kamar-${vsn}`;
    const ayu = watch(visitor(one, vsn), topic, "ayu");
    const budi = watch(visitor(two), topic, "budi");
    expect(await subscribed(ayu.channel)).toBe("SUBSCRIBED");
    expect(await ayu.channel.track({ mood: "senang" })).toBe("ok");
    expect(await subscribed(budi.channel)).toBe("SUBSCRIBED");
    await expect.poll(() => "ayu" in budi.channel.presenceState()).toBe(true);
    expect(budi.channel.presenceState()).toMatchObject({ ayu: [{ mood: "senang" }] });

    expect(await budi.channel.track({ mood: "lapar" })).toBe("ok");
    await expect.poll(() => ayu.seen.includes("+budi")).toBe(true);
    expect(await budi.channel.track({ mood: "kenyang" })).toBe("ok");
    await expect
      .poll(() => JSON.stringify(ayu.channel.presenceState()).includes("kenyang"))
      .toBe(true);
    expect(ayu.channel.presenceState().budi).toHaveLength(1);

    expect(await budi.channel.untrack()).toBe("ok");
    await expect.poll(() => !("budi" in ayu.channel.presenceState())).toBe(true);
    expect(Object.keys(ayu.channel.presenceState())).toEqual(["ayu"]);

    await ayu.channel.unsubscribe();
    await expect.poll(() => budi.seen.includes("-ayu")).toBe(true);
    const left = await asSeed()`select 1 from realtime.presences where topic = ${topic}`;
    expect(left).toHaveLength(0);
  },
);

test("two windows of one person are two entries under one key", async () => {
  const first = watch(visitor(one), "jendela", "ayu");
  const second = watch(visitor(two), "jendela", "ayu");
  await subscribed(first.channel);
  await subscribed(second.channel);
  await first.channel.track({ window: 1 });
  await second.channel.track({ window: 2 });
  await expect.poll(() => first.channel.presenceState().ayu?.length === 2).toBe(true);
  await second.channel.unsubscribe();
  await expect.poll(() => first.channel.presenceState().ayu?.length === 1).toBe(true);
  expect(first.channel.presenceState()).toMatchObject({ ayu: [{ window: 1 }] });
});

test("a window closed without leaving disappears", async () => {
  const stays = watch(visitor(one), "putus", "stays");
  const client = visitor(two);
  const goes = watch(client, "putus", "goes");
  await subscribed(stays.channel);
  await subscribed(goes.channel);
  await goes.channel.track({});
  await expect.poll(() => "goes" in stays.channel.presenceState()).toBe(true);
  await client.realtime.disconnect();
  await expect.poll(() => !("goes" in stays.channel.presenceState())).toBe(true);
});

test("row changes are received at every process", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create table public.pesan (id int primary key);
    grant select on public.pesan to anon;
    select realtime.enable_changes('public.pesan');`);
  const heard: unknown[] = [];
  for (const backend of [one, two]) {
    const channel = visitor(backend).channel("pesan");
    channel.on("postgres_changes", { event: "*", schema: "public", table: "pesan" }, (change) =>
      heard.push([change.eventType, change.new]),
    );
    const received = new Promise((resolve) => channel.on("system", {}, resolve));
    channel.subscribe();
    expect(await received).toMatchObject({ status: "ok" });
  }
  await owner.unsafe("insert into public.pesan values (1)");
  await expect.poll(() => heard.length).toBe(2);
  expect(heard).toEqual([
    ["INSERT", { id: 1 }],
    ["INSERT", { id: 1 }],
  ]);
  await owner.unsafe("select realtime.disable_changes('public.pesan')");
  await owner.unsafe("insert into public.pesan values (2)");
  const cached = await owner`select 1 from pg_trigger where tgname = 'realtime_changes'`;
  expect(cached).toHaveLength(0);
  await owner.end();
});

test("people connected to a dead process disappear", async () => {
  const stays = watch(visitor(one), "mati", "stays");
  await subscribed(stays.channel);
  const node = randomUUID();
  const sql = asSeed();
  await sql`insert into realtime.nodes (id) values (${node})`;
  await sql`select realtime.track(${node}, ${randomUUID()}, 'mati', false, 'ghost', '{"phx_ref": "x"}')`;
  await expect.poll(() => "ghost" in stays.channel.presenceState()).toBe(true);
  await sql`update realtime.nodes set seen_at = now() - interval '1 minute' where id = ${node}`;
  await expect.poll(() => !("ghost" in stays.channel.presenceState())).toBe(true);
  expect(await sql`select 1 from realtime.nodes where id = ${node}`).toHaveLength(0);
});

test("on a private channel policies decide who is seen and who sees", async () => {
  const ayu = watch(await person(one, "ayu-hall@shop.test"), "hall", "ayu", true);
  const guest = watch(visitor(two), "hall", "guest", true);
  expect(await subscribed(ayu.channel)).toBe("SUBSCRIBED");
  expect(await subscribed(guest.channel)).toBe("SUBSCRIBED");
  expect(await ayu.channel.track({ at: "pintu" })).toBe("ok");
  await expect.poll(() => "ayu" in guest.channel.presenceState()).toBe(true);
  // A visitor may not track presence: the server drops the message silently, like a refused broadcast.
  expect(await guest.channel.track({ at: "jendela" }, { timeout: 500 })).toBe("timed out");
  expect(Object.keys(ayu.channel.presenceState())).toEqual(["ayu"]);
  // The same name without `private` is another channel.
  const open_ = watch(visitor(one), "hall", "eve");
  await subscribed(open_.channel);
  await open_.channel.track({});
  await expect.poll(() => "eve" in open_.channel.presenceState()).toBe(true);
  expect(Object.keys(open_.channel.presenceState())).toEqual(["eve"]);
  expect(Object.keys(ayu.channel.presenceState())).toEqual(["ayu"]);
});

test("a client that tracks presence too often is closed", async () => {
  const { channel } = watch(visitor(one), "ramai", "busy");
  const closed = new Promise<string>((resolve) => {
    channel.on("system", {}, (payload: { message: string }) => resolve(payload.message));
  });
  await subscribed(channel);
  for (let call = 0; call < 12; call++) channel.track({ call }).catch(() => undefined);
  expect(await closed).toContain("Too many presence calls");
});

test("a broadcast reaches every process once, long ones and bytes too, and its own process at once", async () => {
  const config = { config: { broadcast: { self: true, ack: true } } };
  const here = visitor(one).channel("siaran", config);
  const near = visitor(one, "1.0.0").channel("siaran");
  const far = visitor(two).channel("siaran");
  const heard = { here: [] as unknown[], near: [] as unknown[], far: [] as unknown[] };
  for (const [name, channel] of Object.entries({ here, near, far })) {
    channel.on("broadcast", { event: "*" }, (message) => {
      heard[name as "here"].push(message.payload);
    });
    expect(await subscribed(channel)).toBe("SUBSCRIBED");
  }
  const long = "x".repeat(20_000);
  for (const payload of [{ n: 1 }, { n: 2, long }, { n: 3 }]) {
    expect(await here.send({ type: "broadcast", event: "x", payload })).toBe("ok");
  }
  await expect
    .poll(() => heard.far.length === 3 && heard.near.length === 3 && heard.here.length === 3)
    .toBe(true);
  // A duplicate of an earlier message would arrive before this one.
  expect(await here.send({ type: "broadcast", event: "x", payload: { n: 4 } })).toBe("ok");
  for (const list of Object.values(heard)) {
    await expect.poll(() => list.at(-1)).toEqual({ n: 4 });
    expect(list).toEqual([{ n: 1 }, { n: 2, long }, { n: 3 }, { n: 4 }]);
  }
});

test("text that the database cannot store arrives at every process, and so do messages beside it", async () => {
  const payload = { nul: "a\0b", half: "\ud800", text: "\\u0000", list: [["\0"]] };
  const channels = { here: visitor(one).channel("ganjil"), far: visitor(two).channel("ganjil") };
  const beside = visitor(one).channel("ganjil");
  const heard = { here: [] as unknown[], far: [] as unknown[] };
  for (const [name, channel] of Object.entries(channels)) {
    channel.on("broadcast", { event: "*" }, (message) => {
      heard[name as "here"].push(message.payload);
    });
    expect(await subscribed(channel)).toBe("SUBSCRIBED");
  }
  expect(await subscribed(beside)).toBe("SUBSCRIBED");
  await Promise.all(
    [payload, { n: 1 }, { n: 2 }].map((each) =>
      beside.send({ type: "broadcast", event: "x", payload: each }),
    ),
  );
  await expect.poll(() => heard.far.length === 3 && heard.here.length === 3).toBe(true);
  for (const list of Object.values(heard)) expect(list).toEqual([payload, { n: 1 }, { n: 2 }]);
  expect(await channels.here.track({ at: "\0" })).toBe("error");
});
