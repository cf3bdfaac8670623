import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { attachRealtime } from "#backend/backend.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Greedy, slow and hostile clients affect neither other clients nor the server. */

const database = testDatabase();
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    allowPublicChannels: true,
    maxChannels: 5,
    eventsASecond: 50,
    maxConnections: 12,
    maxOfAccount: 2,
  });
  ready = realtime.ready;
  return realtime.close;
});

const open: SupabaseClient[] = [];
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.realtime.disconnect();
  for (const socket of sockets.splice(0)) {
    if (socket.readyState === socket.CLOSED) continue;
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.terminate();
    await ended;
  }
});

beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create table public.members (id uuid primary key);
    grant select on public.members to authenticated;
    grant all on public.members to service_role;
    create policy "members" on realtime.messages for all to authenticated
      using (exists (select from public.members where id = (select auth.uid())))
      with check (exists (select from public.members where id = (select auth.uid())));`);
  await owner.end();
  await ready;
});

function visitor(): SupabaseClient {
  const client = createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  open.push(client);
  return client;
}

async function raw() {
  const { url, keys } = backend();
  const socket = new WebSocket(
    `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${keys.publishable}&vsn=2.0.0`,
  );
  sockets.push(socket);
  const received: string[] = [];
  socket.on("error", () => undefined);
  socket.on("message", (data) => received.push(String(data)));
  const outcome = await new Promise<string>((resolve) => {
    socket.on("open", () => resolve("open"));
    socket.on("unexpected-response", (_request, response) => resolve(String(response.statusCode)));
  });
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const say = (...frame: unknown[]) => socket.send(JSON.stringify(frame));
  return { socket, received, outcome, ended, say };
}

test("people talk on public channels where the merchant allows them, in both versions and as bytes", async () => {
  const from = visitor().channel("warung", { config: { broadcast: { ack: true, self: true } } });
  const to = visitor().channel("warung");
  const heard: unknown[] = [];
  const own: unknown[] = [];
  to.on("broadcast", { event: "*" }, (message) => heard.push(message.payload));
  from.on("broadcast", { event: "*" }, (message) => own.push(message.payload));
  for (const channel of [from, to]) {
    await new Promise((resolve) => channel.subscribe(resolve));
  }
  expect(await from.send({ type: "broadcast", event: "x", payload: { n: 1 } })).toBe("ok");
  const bytes = new Uint8Array([1, 2, 250]).buffer;
  expect(await from.send({ type: "broadcast", event: "x", payload: bytes })).toBe("ok");
  await expect.poll(() => heard.length === 2 && own.length === 2).toBe(true);
  expect(heard[0]).toEqual({ n: 1 });
  expect([...new Uint8Array(heard[1] as ArrayBuffer)]).toEqual([1, 2, 250]);
  const key = backend().keys.secret;
  const answer = await fetch(
    `${backend().url}/realtime/v1/api/broadcast/warung/events/lewat-http`,
    {
      method: "POST",
      headers: { apikey: key, "Content-Type": "application/octet-stream" },
      body: new Uint8Array([7, 8]),
    },
  );
  expect(answer.status).toBe(202);
  await expect.poll(() => heard.length).toBe(3);
  expect([...new Uint8Array(heard[2] as ArrayBuffer)]).toEqual([7, 8]);
});

test("a client's channels are limited, and leaving one frees its place", async () => {
  const { say, received } = await raw();
  const join = (name: string) => say(name, name, `realtime:${name}`, "phx_join", { config: {} });
  for (let index = 0; index < 7; index++) join(`c${index}`);
  await expect.poll(() => received.length).toBe(7);
  const reasons = received.map((text) => JSON.parse(text)[4].response.reason ?? "ok");
  expect(reasons.slice(0, 5)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  expect(reasons[5]).toBe("ChannelRateLimitReached: Too many channels");
  say("c0", "l", "realtime:c0", "phx_leave", {});
  await expect.poll(() => received.length).toBe(9);
  join("c9");
  await expect.poll(() => received.length).toBe(10);
  expect(JSON.parse(received[9] ?? "")[4].status).toBe("ok");
});

test("T37: an account's websockets are limited, and leaving one frees its place", async () => {
  const { data } = await (
    await signedInClient(backend(), "banyak-tab@pelanggan.test")
  ).auth.getSession();
  const token = data.session?.access_token;
  const tabs = [await raw(), await raw(), await raw()] as const;
  const join = async ({ say, received }: (typeof tabs)[0], name: string) => {
    const before = received.length;
    say(name, name, `realtime:${name}`, "phx_join", { config: {}, access_token: token });
    await expect.poll(() => received.length > before).toBe(true);
    return JSON.parse(received[before] ?? "")[4].response.reason ?? "ok";
  };
  expect(await join(tabs[0], "a")).toBe("ok");
  expect(await join(tabs[0], "b")).toBe("ok");
  expect(await join(tabs[1], "a")).toBe("ok");
  const refusal = "ConnectionRateLimitReached: Too many connections of this account";
  expect(await join(tabs[2], "a")).toBe(refusal);
  tabs[0].socket.close();
  await tabs[0].ended;
  await expect.poll(async () => (await join(tabs[2], "a")) === "ok").toBe(true);
});

test("too many messages close the channel, far too many the connection", async () => {
  const busy = await raw();
  busy.say("1", "1", "realtime:ramai", "phx_join", { config: {} });
  await expect.poll(() => busy.received.length).toBe(1);
  for (let index = 0; index < 80; index++) {
    busy.say("1", String(index), "realtime:ramai", "broadcast", { event: "x", payload: {} });
  }
  await expect.poll(() => busy.received.some((text) => text.includes("phx_close"))).toBe(true);
  expect(busy.received.join()).toContain("Too many messages per second");
  expect(busy.socket.readyState).toBe(busy.socket.OPEN);
  const shouting = await raw();
  for (let index = 0; index < 2_000; index++) shouting.say(null, "1", "phoenix", "heartbeat", {});
  await shouting.ended;
  const big = await raw();
  big.say("1", "1", "realtime:besar", "phx_join", { config: {} });
  for (let index = 0; index < 6; index++) {
    big.say("1", "2", "realtime:besar", "broadcast", {
      event: "x",
      payload: "x".repeat(2_500_000),
    });
  }
  await big.ended;
});

test("the bytes that all websockets of an address send are limited, also of messages without an effect", async () => {
  const lines = await Promise.all(Array.from({ length: 8 }, () => raw()));
  // Nested lists take many times the work of other JSON of that size.
  const nested = "[".repeat(1_000_000);
  for (const { socket } of lines) for (let n = 0; n < 2; n++) socket.send(nested);
  const codes = lines.map(
    ({ socket }) => new Promise<number>((resolve) => socket.once("close", resolve)),
  );
  expect(await Promise.race(codes)).toBe(1008);
});

test("a client that does not read is disconnected, and the others get every message meanwhile", async () => {
  const slow = await raw();
  const other = visitor().channel("deras");
  const heard: unknown[] = [];
  other.on("broadcast", { event: "*" }, (message) => heard.push(message.payload.n));
  await new Promise((resolve) => other.subscribe(resolve));
  slow.say("1", "1", "realtime:deras", "phx_join", { config: {} });
  await expect.poll(() => slow.received.length).toBe(1);
  slow.socket.pause();
  const flood = "x".repeat(200_000);
  for (let n = 0; n < 60; n++) {
    await asSeed()`
      select realtime.send(${JSON.stringify({ n, flood })}::text::jsonb, 'x', 'deras', false)`;
  }
  await expect.poll(() => heard.length).toBe(60);
  expect(heard).toEqual(Array.from({ length: 60 }, (_, n) => n));
  slow.socket.resume();
  await slow.ended;
  expect(slow.received.length).toBeLessThan(60);
});

test("the number of connections is limited", async () => {
  const lines = await Promise.all(Array.from({ length: 16 }, () => raw()));
  const outcomes = lines.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === "open")).toHaveLength(12);
  expect(outcomes.filter((outcome) => outcome === "429")).toHaveLength(4);
});

test("T38: a new token checks a channel's rights again", async () => {
  const person = await signedInClient(backend(), "anggota@shop.test");
  const { data } = await person.auth.getSession();
  const id = data.session?.user.id ?? "";
  let token = data.session?.access_token ?? "";
  await asSeed()`insert into public.members values (${id})`;
  const client = createClient(backend().url, backend().keys.publishable, {
    accessToken: async () => token,
  });
  open.push(client);
  const channel = client.channel("anggota", { config: { private: true } });
  const received: string[] = [];
  channel.on("system", {}, (payload: { message: string }) => received.push(payload.message));
  let heard = 0;
  channel.on("broadcast", { event: "x" }, () => heard++);
  const closed = new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      if (status === "CLOSED") resolve();
    });
  });
  await expect.poll(() => channel.state).toBe("joined");
  token = (await person.auth.refreshSession()).data.session?.access_token ?? "";
  await client.realtime.setAuth();
  await asSeed()`select realtime.send('{}', 'x', 'anggota', true)`;
  await expect.poll(() => heard).toBe(1);
  expect(channel.state).toBe("joined");
  await asSeed()`delete from public.members where id = ${id}`;
  // Two tokens of a session within the same second are equal, and the client sends only a new one.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_000 });
  onTestFinished(() => void vi.useRealTimers());
  token = (await person.auth.refreshSession()).data.session?.access_token ?? "";
  await client.realtime.setAuth();
  await closed;
  expect(received.join()).toContain("You do not have permissions to read from this Channel topic");
});
