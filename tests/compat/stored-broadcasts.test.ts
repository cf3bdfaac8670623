import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Broadcasts stored as rows: sent by SQL and by triggers, stored on a client's request, replayed after joining. */

const database = testDatabase();
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, { keys: running.keys, publicUrl: running.url });
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
    create policy "people hear rooms" on realtime.messages for select to authenticated
      using (realtime.topic() like 'room:%' or realtime.topic() like 'notices:%');
    create policy "people speak in rooms" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'room:%');
    create table public.diary (id text primary key, value text not null, topic text not null);
    alter table public.diary enable row level security;
    grant all on public.diary to authenticated, service_role;
    create policy "the shop" on public.diary for all to service_role using (true);
    create policy "everybody writes" on public.diary for all to authenticated using (true);
    create function public.tell_diary() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes(coalesce(new.topic, old.topic), tg_op, tg_op, tg_table_name,
        tg_table_schema, new, old, tg_level);
      return null;
    end $$;
    create trigger tell after insert or update or delete on public.diary
      for each row execute function public.tell_diary();`);
  await owner.end();
  await ready;
});

let count = 0;
const room = () => `room:${++count}-${Date.now()}`;

async function person(vsn: "1.0.0" | "2.0.0" = "2.0.0") {
  const signedIn = await signedInClient(backend(), `kept${++count}@shop.test`);
  const { data } = await signedIn.auth.getSession();
  const token = data.session?.access_token ?? "";
  const client = createClient(backend().url, backend().keys.publishable, {
    accessToken: async () => token,
    realtime: { vsn },
  });
  open.push(client);
  return client;
}

interface Heard {
  event: string;
  payload: unknown;
  meta?: { id: string; replayed?: boolean };
}

function join(
  client: SupabaseClient,
  topic: string,
  broadcast: Record<string, unknown> = {},
): Promise<{ channel: RealtimeChannel; heard: Heard[]; received: Record<string, unknown>[] }> {
  const heard: Heard[] = [];
  const received: Record<string, unknown>[] = [];
  const channel = client.channel(topic, { config: { private: true, broadcast } });
  channel.on("broadcast", { event: "*" }, (message) => heard.push(message as never));
  channel.on("system", {}, (payload: Record<string, unknown>) => received.push(payload));
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === "SUBSCRIBED") resolve({ channel, heard, received });
      else reject(error ?? new Error(status));
    });
  });
}

test("a broadcast without the right to send gets an error when it asked for an acknowledgement", async () => {
  const { channel } = await join(await person(), "notices:1", { ack: true });
  const sent = await channel.send({ type: "broadcast", event: "x", payload: {} });
  expect(sent).toBe("error");
  const allowed = await join(await person(), room(), { ack: true });
  expect(await allowed.channel.send({ type: "broadcast", event: "x", payload: {} })).toBe("ok");
});

test("T37: large messages are replayed up to a size limit, always with the newest", async () => {
  const topic = room();
  const owner = openPostgres(database.url(), { max: 1 });
  for (let n = 1; n <= 6; n++) {
    const payload = JSON.stringify({ n, text: "x".repeat(n === 6 ? 2_000_000 : 400_000) });
    await owner`insert into realtime.messages (topic, extension, event, payload, private, inserted_at, expires_at)
      values (${topic}, 'broadcast', 'x', ${payload}::text::jsonb, true,
        now() - make_interval(secs => ${7 - n}), now() + interval '1 hour')`;
  }
  const numbers = (heard: readonly Heard[]) =>
    heard.map(({ payload }) => (payload as { n: number }).n);
  const client = await person();
  const { heard } = await join(client, topic, { replay: { since: 0 } });
  await expect.poll(() => heard.length).toBe(1);
  await owner`update realtime.messages set payload = '{"n": 6}' where topic = ${topic} and payload ->> 'n' = '6'`;
  await owner.end();
  const again = await join(await person(), topic, { replay: { since: 0 } });
  await expect.poll(() => again.heard.length).toBe(3);
  expect(numbers(again.heard)).toEqual([4, 5, 6]);
  expect(numbers(heard)).toEqual([6]);
});

test("a client that asks learns when database messages arrive", async () => {
  const topic = room();
  const { received } = await join(await person(), topic, { replication_ready: true });
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toEqual({
    extension: "system",
    status: "ok",
    message: "Replication connection established",
    channel: topic,
  });
});

test("a trigger that runs as a person sends the row only to topics the person may send to", async () => {
  const client = await person();
  const topic = room();
  const { heard } = await join(client, topic);
  const closed = await join(client, "notices:diary");
  expect((await client.from("diary").insert({ id: "a", value: "1", topic })).error).toBeNull();
  expect((await client.from("diary").update({ value: "2" }).eq("id", "a")).error).toBeNull();
  expect((await client.from("diary").delete().eq("id", "a")).error).toBeNull();
  // The person may not send to this topic: the row is inserted, and no message is sent.
  const elsewhere = { id: "b", value: "1", topic: "notices:diary" };
  expect((await client.from("diary").insert(elsewhere)).error).toBeNull();
  await expect.poll(() => heard.length).toBe(3);
  expect(heard.map(({ event, payload }) => [event, payload])).toMatchObject([
    ["INSERT", { operation: "INSERT", record: { id: "a", value: "1" }, old_record: null }],
    ["UPDATE", { record: { value: "2" }, old_record: { value: "1" }, table: "diary" }],
    ["DELETE", { record: null, old_record: { id: "a", value: "2" }, schema: "public" }],
  ]);
  expect(await asSeed()`select 1 from public.diary where id = 'b'`).toHaveLength(1);
  expect(await asSeed()`select 1 from realtime.messages where topic = 'notices:diary'`).toEqual([]);
  expect(closed.heard).toEqual([]);
});

test("SQL sends bytes, short and long", async () => {
  const topic = room();
  const { heard } = await join(await person(), topic);
  for (const bytes of [Buffer.from([0xde, 0xad, 0, 0xff]), Buffer.alloc(20_000, 7)]) {
    await asSeed()`select realtime.send_binary(${bytes}, 'raw', ${topic}, true)`;
  }
  await expect.poll(() => heard.length).toBe(2);
  const lengths = heard.map(({ payload }) => [...new Uint8Array(payload as ArrayBuffer)].length);
  expect(lengths).toEqual([4, 20_000]);
  expect([...new Uint8Array(heard[0]?.payload as ArrayBuffer)]).toEqual([0xde, 0xad, 0, 0xff]);
});

test.each(["1.0.0", "2.0.0"] as const)(
  "messages sent by SQL are replayed, oldest first, from the requested time on (vsn %s)",
  async (vsn) => {
    const topic = room();
    const send = (n: number) =>
      asSeed()`select realtime.send(jsonb_build_object('n', ${n}::int), 'e', ${topic})`;
    await send(1);
    await asSeed()`
      update realtime.messages set inserted_at = inserted_at - interval '1 second' where topic = ${topic}`;
    for (const n of [2, 3, 4]) await send(n);
    const [second] = await asSeed()<[{ since: number }]>`
      select floor(extract(epoch from inserted_at) * 1000)::float8 as since from realtime.messages
      where topic = ${topic} and payload ->> 'n' = '2'`;
    const { since } = second;
    const client = await person(vsn);
    const all = await join(client, topic, { replay: { since: since - 60_000 } });
    await expect.poll(() => all.heard.length).toBe(4);
    expect(all.heard.map(({ payload }) => (payload as { n: number }).n)).toEqual([1, 2, 3, 4]);
    expect(all.heard.map(({ meta }) => meta?.replayed)).toEqual([true, true, true, true]);
    expect(new Set(all.heard.map(({ meta }) => meta?.id)).size).toBe(4);
    await client.removeAllChannels();
    const some = await join(client, topic, { replay: { since, limit: 2 } });
    await expect.poll(() => some.heard.length).toBe(2);
    await send(5);
    await expect.poll(() => some.heard.length).toBe(3);
    expect(some.heard.map(({ payload }) => (payload as { n: number }).n)).toEqual([3, 4, 5]);
    expect(some.heard.map(({ meta }) => meta?.replayed)).toEqual([true, true, undefined]);
  },
);

test("bytes are replayed as bytes", async () => {
  const topic = room();
  const since = Date.now() - 1000;
  await asSeed()`select realtime.send_binary(${Buffer.from([1, 0, 255])}, 'raw', ${topic})`;
  const { heard } = await join(await person(), topic, { replay: { since, limit: 1 } });
  await expect.poll(() => heard.length).toBe(1);
  expect([...new Uint8Array(heard[0]?.payload as ArrayBuffer)]).toEqual([1, 0, 255]);
  expect(heard[0]?.meta?.replayed).toBe(true);
});

test("a client stores its messages for the time that it sets, by socket and by HTTP", async () => {
  const topic = room();
  const since = Date.now() - 1000;
  const from = await join(await person(), topic, { ack: true });
  const to = await join(await person(), topic);
  const send = (n: number, persist?: boolean | { ttl: number }) =>
    from.channel.send({
      type: "broadcast",
      event: "e",
      payload: { n },
      ...(persist === undefined ? {} : { persist }),
    });
  expect(await send(1, true)).toBe("ok");
  expect(await send(2)).toBe("ok");
  expect(await send(3, { ttl: 0.05 })).toBe("ok");
  expect(await from.channel.httpSend("e", { n: 4 }, { persist: { ttl: 60 } })).toEqual({
    success: true,
  });
  await expect.poll(() => to.heard.length).toBe(4);
  expect(from.heard.map(({ payload }) => (payload as { n: number }).n)).toEqual([4]);
  await expect
    .poll(
      () => asSeed()`select 1 from realtime.messages where topic = ${topic} and expires_at < now()`,
    )
    .toHaveLength(1);
  const later = await join(await person(), topic, { replay: { since } });
  await expect.poll(() => later.heard.length).toBe(2);
  expect(later.heard.map(({ payload }) => (payload as { n: number }).n)).toEqual([1, 4]);
});

test("T38: nothing is replayed to a client that may not read the topic", async () => {
  const topic = `secret:${Date.now()}`;
  await asSeed()`select realtime.send('{"a":1}', 'e', ${topic})`;
  await expect(join(await person(), topic, { replay: { since: 0 } })).rejects.toThrow(
    /permissions to read/,
  );
  const visitor = backend().client();
  open.push(visitor);
  await expect(join(visitor, topic, { replay: { since: 0 } })).rejects.toThrow(/permissions/);
});

test("invalid storage options are refused or ignored, never a 5xx", async () => {
  const url = (query: string) =>
    `${backend().url}/realtime/v1/api/broadcast/room:1/events/e?${query}`;
  const headers = {
    apikey: backend().keys.secret,
    "Content-Type": "application/json",
  };
  const post = async (query: string, body = "{}") =>
    (await fetch(url(query), { method: "POST", headers, body })).status;
  expect(await post("persist=true")).toBe(422);
  expect(await post("private=true&persist=maybe")).toBe(202);
  expect(await post("private=true&persist[ttl]=-1")).toBe(202);
  expect(await post("private=true&persist[ttl]=1e400")).toBe(202);
  expect(await post("private=true&persist=true", '{"a":"\\u0000"}')).toBe(400);
  const client = await person();
  const odd = [{ since: 1e300 }, { since: "x" }, { since: -8.64e15 }, { since: 0, limit: -5 }, 7];
  for (const replay of odd) {
    const topic = room();
    const { heard } = await join(client, topic, { replay });
    await asSeed()`select realtime.send('{}', 'e', ${topic})`;
    await expect.poll(() => heard.length).toBe(1);
  }
});
