import { connect as connectSocket } from "node:net";
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { attachRealtime } from "#backend/backend.server.ts";
import { signAccessToken, verifyAccessToken } from "#backend/gateway/access-token.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

const database = testDatabase();
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    idleMs: 2_000,
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
    create policy "people receive what concerns them" on realtime.messages for select to authenticated
      using (extension = 'broadcast' and realtime.topic() = 'orders:' || (select auth.uid()));
    create policy "everybody reads the news" on realtime.messages for select to anon, authenticated
      using (realtime.topic() = 'news');
    create policy "people talk in the hall" on realtime.messages for all to authenticated
      using (realtime.topic() = 'hall') with check (realtime.topic() = 'hall');`);
  await owner.end();
  await ready;
});

/** A signed-in client with a realtime connection of the given version. */
async function person(email: string, vsn: "1.0.0" | "2.0.0" = "2.0.0") {
  const signedIn = await signedInClient(backend(), email);
  const { data } = await signedIn.auth.getSession();
  const token = data.session?.access_token ?? "";
  const client = createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn },
  });
  await client.realtime.setAuth(token);
  open.push(client);
  return { client, token, id: data.session?.user.id ?? "", auth: signedIn.auth };
}

/** Joins and resolves with the first reported state. */
function join(channel: RealtimeChannel): Promise<{ status: string; error: string | undefined }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message }));
  });
}

function next(channel: RealtimeChannel, event: string): Promise<unknown> {
  return new Promise((resolve) => {
    channel.on("broadcast", { event }, (message) => resolve(message.payload));
  });
}

const isPrivate = { config: { private: true } };
const send = (payload: object, event: string, topic: string) =>
  asSeed()`select realtime.send(${JSON.stringify(payload)}::text::jsonb, ${event}, ${topic})`;

test.each(["1.0.0", "2.0.0"] as const)(
  "only its private channel receives a message that SQL sends (vsn %s)",
  async (vsn) => {
    const tag = vsn[0];
    const ayu = await person(`ayu${tag}@shop.test`, vsn);
    const budi = await person(`budi${tag}@shop.test`, vsn);
    const channel = ayu.client.channel(`orders:${ayu.id}`, isPrivate);
    const message = next(channel, "paid");
    expect(await join(channel)).toMatchObject({ status: "SUBSCRIBED" });
    const stranger = budi.client.channel(`orders:${ayu.id}`, isPrivate);
    const refused = await join(stranger);
    expect(refused.status).toBe("CHANNEL_ERROR");
    expect(refused.error).toContain("You do not have permissions to read from this Channel topic");
    await send({ number: "No. 001248 – terbayar ✓" }, "paid", `orders:${ayu.id}`);
    expect(await message).toMatchObject({ number: "No. 001248 – terbayar ✓" });
  },
);

test("a message of a transaction that rolls back is never sent; a long one arrives whole", async () => {
  const ayu = await person("cici@shop.test");
  const channel = ayu.client.channel("news", isPrivate);
  const message = next(channel, "x");
  await join(channel);
  const rolledBack = openPostgres(database.url(), { max: 1 });
  await rolledBack
    .begin(async (sql) => {
      await sql`select realtime.send('{"a":0}', 'x', 'news')`;
      throw new Error("no");
    })
    .catch(() => undefined);
  await rolledBack.end();
  await send({ long: "x".repeat(50_000) }, "x", "news");
  expect(await message).toMatchObject({ long: "x".repeat(50_000) });
});

test("visitors join the channels that a policy allows, and no public channel", async () => {
  const client = backend().client();
  open.push(client);
  const news = client.channel("news", isPrivate);
  const message = next(news, "sale");
  expect(await join(news)).toMatchObject({ status: "SUBSCRIBED" });
  await send({ percent: 10 }, "sale", "news");
  expect(await message).toMatchObject({ percent: 10 });
  const open_ = await join(client.channel("anything"));
  expect(open_.error).toContain("PrivateOnly");
  const closed = await join(client.channel("orders:1", isPrivate));
  expect(closed.status).toBe("CHANNEL_ERROR");
});

test("messages of permitted senders are delivered; others are ignored", async () => {
  const dodi = await person("dodi@shop.test");
  const eka = await person("eka@shop.test", "1.0.0");
  const from = dodi.client.channel("hall", { config: { private: true, broadcast: { ack: true } } });
  const to = eka.client.channel("hall", isPrivate);
  const heard = next(to, "hello");
  const own: unknown[] = [];
  from.on("broadcast", { event: "hello" }, (message) => own.push(message));
  await join(from);
  await join(to);
  expect(await from.send({ type: "broadcast", event: "hello", payload: { text: "halo" } })).toBe(
    "ok",
  );
  expect(await heard).toMatchObject({ text: "halo" });
  expect(own).toEqual([]);

  const news = dodi.client.channel("news", isPrivate);
  const listener = eka.client.channel("news", isPrivate);
  const got: unknown[] = [];
  listener.on("broadcast", { event: "*" }, (message) => got.push(message));
  await join(news);
  await join(listener);
  await news.send({ type: "broadcast", event: "fake", payload: {} });
  const real = next(listener, "real");
  await send({}, "real", "news");
  await real;
  expect(got).toHaveLength(1);
});

test("signing out closes the channel within seconds", async () => {
  const fitri = await person("fitri@shop.test");
  const channel = fitri.client.channel(`orders:${fitri.id}`, isPrivate);
  const closed = new Promise<string>((resolve) => {
    channel.subscribe(async (status) => {
      if (status === "SUBSCRIBED") await fitri.auth.signOut();
      if (status === "CLOSED") resolve(status);
    });
  });
  expect(await closed).toBe("CLOSED");
});

/** A raw connection, for messages that the client library would not send. */
async function raw(query: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(
    `${backend().url.replace("http", "ws")}/realtime/v1/websocket?${query}`,
    { headers },
  );
  const received: string[] = [];
  const outcome = await new Promise<string>((resolve) => {
    socket.on("open", () => resolve("open"));
    socket.on("unexpected-response", (_request, response) => resolve(String(response.statusCode)));
    socket.on("error", () => undefined);
    socket.on("message", (data) => received.push(String(data)));
  });
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  return { socket, received, outcome, ended };
}

test("a token that runs out ends its channel", async () => {
  const gita = await person("gita@shop.test");
  const { keys, url } = backend();
  const claims = await verifyAccessToken(keys, url, gita.token);
  const exp = Math.floor(Date.now() / 1000) + 2;
  const token = await signAccessToken(keys, { ...claims, exp });
  const { socket, received, ended } = await raw(`apikey=${keys.publishable}&vsn=2.0.0`);
  const payload = { config: { private: true }, access_token: token };
  socket.send(JSON.stringify(["1", "1", `realtime:orders:${gita.id}`, "phx_join", payload]));
  socket.send(JSON.stringify([null, "2", "phoenix", "heartbeat", {}]));
  await expect.poll(() => received.some((text) => text.includes("phx_close"))).toBe(true);
  expect(received.map((text) => JSON.parse(text)[3])).toEqual([
    "phx_reply",
    "phx_reply",
    "system",
    "phx_close",
  ]);
  expect(received[2]).toContain("Token has expired");
  socket.terminate();
  await ended;
});

test("handshakes without a key, with a wrong one or from another origin are refused", async () => {
  const { publishable } = backend().keys;
  expect((await raw("vsn=2.0.0")).outcome).toBe("401");
  expect((await raw("apikey=wrong")).outcome).toBe("401");
  expect((await raw(`apikey=${publishable}`, { Origin: "https://evil.test" })).outcome).toBe("403");
  const own = await raw(`apikey=${publishable}`, { Origin: backend().url });
  expect(own.outcome).toBe("open");
  own.socket.terminate();
});

test("invalid messages are ignored, a silent client is disconnected", async () => {
  const { socket, received, ended } = await raw(`apikey=${backend().keys.publishable}&vsn=2.0.0`);
  const junk = [
    "",
    "x",
    "[]",
    "{}",
    "null",
    "[1,2,3,4,5]",
    '["1","1","realtime:a","nothing",{}]',
    '[null,"1","other:topic","phx_join",{}]',
    '["1","2","realtime:","phx_join",null]',
    `${"[".repeat(100_000)}`,
  ];
  for (const text of junk) socket.send(text);
  for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 1, 2, 3]])
    socket.send(Buffer.from(bytes));
  socket.send(JSON.stringify([null, "9", "phoenix", "heartbeat", {}]));
  await expect.poll(() => received.length >= 3).toBe(true);
  expect(received.map((text) => JSON.parse(text)[4])).toEqual([
    { status: "error", response: { reason: "unmatched topic" } },
    { status: "error", response: { reason: "TopicNameRequired: You must provide a topic name" } },
    { status: "ok", response: {} },
  ]);
  await ended;
});

test("a forged token, closed rooms and too long a message are refused", async () => {
  const { socket, received, ended } = await raw(`apikey=${backend().keys.publishable}&vsn=2.0.0`);
  const forged = { config: { private: true }, access_token: "a.b.c" };
  socket.send(JSON.stringify(["1", "1", "realtime:news", "phx_join", forged]));
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toContain("InvalidJWTToken");
  const visitor = { config: { private: true } };
  for (let index = 0; index < 60; index++) {
    socket.send(
      JSON.stringify([String(index), "1", `realtime:room-${index}`, "phx_join", visitor]),
    );
  }
  await expect.poll(() => received.length).toBe(61);
  const reasons = new Set(received.slice(1).map((text) => text.replace(/room-\d+/, "room")));
  expect([...reasons].join()).toContain("do not have permissions");
  socket.send("x".repeat(4 * 1024 * 1024));
  await ended;
});

test("other upgrades are not handled", async () => {
  const other = new Promise<void>((resolve) => {
    backend().server.once("upgrade", (request, socket) => {
      if (request.url === "/elsewhere") resolve();
      socket.destroy();
    });
  });
  const { port } = new URL(backend().url);
  const socket = connectSocket(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    "GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  await other;
});

test.each([
  ["an address that only begins like ours", "/realtime/v1/websocketx?vsn=2.0.0"],
  ["an address that leads elsewhere", "/realtime/v1/websocket/../elsewhere"],
  ["no key", "/realtime/v1/websocket?vsn=2.0.0"],
])(
  "R26: a websocket request with %s is answered and closed, and holds no connection",
  async (_why, target) => {
    const { port } = new URL(backend().url);
    // A client that never ends its side of the connection.
    const socket = connectSocket({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    const connections = () =>
      new Promise<number>((resolve) =>
        backend().server.getConnections((_, count) => resolve(count)),
      );
    let heard = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      heard += chunk.toString();
    });
    const asked = new Promise((resolve) => backend().server.once("upgrade", resolve));
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    await asked;
    const open = await connections();
    await expect.poll(() => /^HTTP\/1\.1 40[14]/.test(heard)).toBe(true);
    await expect.poll(connections).toBeLessThan(open);
    socket.destroy();
  },
);

test("messages go by HTTP too, with the same rights", async () => {
  const hana = await person("hana@shop.test");
  const indra = await person("indra@shop.test");
  const channel = hana.client.channel("hall", isPrivate);
  const heard = next(channel, "note");
  await join(channel);
  const sender = indra.client.channel("hall", isPrivate);
  const sent = await sender.httpSend("note", { text: "lewat http" });
  expect(sent).toEqual({ success: true });
  expect(await heard).toMatchObject({ text: "lewat http" });

  const post = (messages: unknown, headers = {}) =>
    backend().post("/realtime/v1/api/broadcast", { messages }, headers);
  const news = [{ topic: "news", event: "x", payload: {}, private: true }];
  expect((await post(news)).status).toBe(401);
  expect((await post(news, { apikey: backend().keys.secret })).status).toBe(202);
  expect((await post([{ topic: "open", event: "x", payload: {} }])).status).toBe(401);
  expect((await post([{ topic: 1 }])).status).toBe(422);
  expect((await post("x")).status).toBe(422);
  expect((await post(news, { apikey: "wrong" })).status).toBe(401);
});

test("too many messages by HTTP have to wait a second", async () => {
  const messages = Array.from({ length: 20 }, () => ({
    topic: "x",
    event: "x",
    payload: {},
    private: true,
  }));
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => backend().post("/realtime/v1/api/broadcast", { messages })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([401, 429]);
});

test("after the database closes its connection, clients reconnect and get messages again", async () => {
  const joko = await person("joko@shop.test");
  const channel = joko.client.channel("news", isPrivate);
  const statuses: string[] = [];
  const rejoined = new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      statuses.push(status);
      if (statuses.filter((each) => each === "SUBSCRIBED").length === 2) resolve();
    });
  });
  await expect.poll(() => statuses.includes("SUBSCRIBED")).toBe(true);
  const admin = openPostgres(database.url(), { max: 1 });
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'etalase realtime' and datname = current_database()`;
  await admin.end();
  await rejoined;
  const message = next(channel, "again");
  await send({ ok: true }, "again", "news");
  expect(await message).toMatchObject({ ok: true });
});
