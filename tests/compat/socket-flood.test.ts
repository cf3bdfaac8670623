import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { attachRealtime } from "#backend/backend.server.ts";
import { type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Fault R18: clients that flood, do not read or stay silent, all at once, beside normal use. */

testDatabase();
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    allowPublicChannels: true,
    maxChannels: 100,
    eventsASecond: 200,
    joinsASecond: 5_000,
    idleMs: 3_000,
  });
  ready = realtime.ready;
  return realtime.close;
});
beforeAll(() => ready);

const people: SupabaseClient[] = [];
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const client of people.splice(0)) await client.realtime.disconnect();
  for (const socket of sockets.splice(0)) socket.terminate();
});

async function listen(name: string) {
  const client = createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { heartbeatIntervalMs: 500 },
  });
  people.push(client);
  const heard: unknown[] = [];
  const channel = client.channel(name, { config: { broadcast: { ack: true } } });
  channel.on("broadcast", { event: "*" }, ({ payload }) => heard.push(payload.n));
  await new Promise<void>((resolve) =>
    channel.subscribe((state) => state === "SUBSCRIBED" && resolve()),
  );
  return { channel, heard };
}

/** A raw socket. `ended` resolves with its close code. */
async function raw() {
  const { url, keys } = backend();
  const socket = new WebSocket(
    `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${keys.publishable}&vsn=2.0.0`,
  );
  sockets.push(socket);
  let answers = 0;
  const refused: string[] = [];
  socket.on("error", () => undefined);
  socket.on("message", (data) => {
    answers += 1;
    const reason = JSON.parse(String(data))[4]?.response?.reason;
    if (typeof reason === "string") refused.push(reason);
  });
  const ended = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve) => socket.once("open", resolve));
  const say = (...frame: unknown[]) => socket.send(JSON.stringify(frame));
  return { socket, ended, say, refused, answers: () => answers };
}

test("R18: flooding, greedy and silent clients are closed with a code, others get every message meanwhile", async () => {
  const from = await listen("warung");
  const to = await listen("warung");
  let isOver = false;
  let sent = 0;
  const talking = (async () => {
    while (!isOver) {
      const n = sent + 1;
      const outcome = await from.channel.send({ type: "broadcast", event: "x", payload: { n } });
      if (outcome !== "ok") throw new Error(`${n}: ${outcome}`);
      sent = n;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const before = process.memoryUsage.rss();
  let max = before;
  const watching = setInterval(() => (max = Math.max(max, process.memoryUsage.rss())), 50);

  const silent = await raw();
  const deaf = await raw();
  deaf.say("1", "1", "realtime:deras", "phx_join", { config: {} });
  await expect.poll(deaf.answers).toBe(1);
  deaf.socket.pause();

  // A thousand messages a second, repeatedly.
  const shouting = await raw();
  shouting.say("1", "1", "realtime:ramai", "phx_join", { config: {} });
  for (let n = 0; n < 5_000; n++) shouting.say(null, String(n), "phoenix", "heartbeat", {});
  expect(await shouting.ended).toBe(1008);

  const huge = await raw();
  huge.say("1", "1", "realtime:besar", "phx_join", { config: {} });
  huge.say("1", "2", "realtime:besar", "broadcast", { event: "x", payload: "x".repeat(3_500_000) });
  expect(await huge.ended).toBe(1009);
  const large = await raw();
  large.say("1", "1", "realtime:besar", "phx_join", { config: {} });
  const megabyte = "x".repeat(1024 * 1024);
  for (let n = 0; n < 150; n++) {
    large.say("1", String(n), "realtime:besar", "broadcast", { event: "x", payload: megabyte });
    // Clients and server share this process: yield to the others.
    if (n % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await large.ended).toBe(1008);

  const greedy = await raw();
  for (let n = 0; n < 1_000; n++) {
    greedy.say(String(n), String(n), `realtime:k${n}`, "phx_join", { config: {} });
    if (n % 150 === 149) await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await expect.poll(() => greedy.refused.length).toBeGreaterThanOrEqual(900);
  expect(new Set(greedy.refused)).toEqual(new Set(["ChannelRateLimitReached: Too many channels"]));

  // A client that stays silent too long is disconnected.
  expect(await silent.ended).toBe(1008);
  isOver = true;
  await talking;
  clearInterval(watching);
  expect(sent).toBeGreaterThan(100);
  await expect.poll(() => to.heard.length).toBe(sent);
  expect(to.heard).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  // The bound includes the 157 MB of flood messages, which this same process made.
  expect((max - before) / 1024 / 1024).toBeLessThan(400);
});
