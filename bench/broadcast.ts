import { once } from "node:events";
import { WebSocket } from "ws";
import { residentMebibytes, startBackend } from "./served-backend.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * One channel with many subscribers: deliveries a second and the delay of a message, beside `ws` alone sending the
 * same frames to as many clients in the same process; then the memory of idle connections.
 * `node bench/broadcast.ts [seconds=8] [subscribers=1000] [idle=5000]`; one JSON line each; compare the ratio.
 */

const seconds = Number(process.argv[2] ?? 8);
const subscribers = Number(process.argv[3] ?? 1000);
const idle = Number(process.argv[4] ?? 5000);
/** Messages in flight at once: enough to keep the server busy, few enough to measure the delay. */
const atOnce = 4;
const topic = "realtime:bench";

const backend = await startBackend();
try {
  const ours = await measure(
    `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishable}&vsn=2.0.0`,
    true,
  );
  const bare = await measure(backend.bareSocketUrl, false);
  console.log(
    JSON.stringify({
      subscribers,
      deliveries_per_second: ours.perSecond,
      p50_ms: ours.p50,
      p99_ms: ours.p99,
      // The server thread's microseconds for one delivery, independent of the machine's other load.
      cpu_us: ours.cpu,
      bare_deliveries_per_second: bare.perSecond,
      bare_cpu_us: bare.cpu,
      bare_p99_ms: bare.p99,
      share_of_bare: Number((ours.perSecond / bare.perSecond).toFixed(3)),
    }),
  );
  const before = residentMebibytes(backend.pid);
  const sockets = await connectAll(
    `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishable}&vsn=2.0.0`,
    idle,
  );
  for (const socket of sockets) join(socket, `realtime:idle-${Math.random()}`);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  console.log(
    JSON.stringify({
      idle_connections: sockets.length,
      rss_mib_before: before,
      rss_mib: residentMebibytes(backend.pid),
    }),
  );
  for (const socket of sockets) socket.terminate();
} finally {
  await backend.stop();
}

async function measure(url: string, isOurs: boolean) {
  const sockets = await connectAll(url, subscribers);
  const sender = sockets[0];
  if (!sender) throw new Error("no subscriber");
  if (isOurs) {
    for (const socket of sockets) join(socket, topic);
    await Promise.all(sockets.map((socket) => once(socket, "message")));
  }
  const times: number[] = [];
  let deliveries = 0;
  const send = () => {
    const payload = JSON.stringify({ at: performance.now(), order: "No. 001248" });
    sender.send(isOurs ? push(payload) : broadcast(payload));
  };
  let isOver = false;
  for (const [index, socket] of sockets.entries()) {
    // Read messages of every fiftieth subscriber and the last one only: reading all would measure this process.
    const isSampled = index % 50 === 0;
    const isLast = index === sockets.length - 1;
    socket.on("message", (data: Buffer) => {
      deliveries++;
      if (isLast && !isOver) send();
      if (!isSampled) return;
      const text = data.toString();
      const { at } = JSON.parse(text.slice(text.indexOf("{"))) as { at: number };
      times.push(performance.now() - at);
    });
  }
  const spentBefore = mainThreadMilliseconds(backend.pid);
  const began = performance.now();
  for (let each = 0; each < atOnce; each++) send();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  isOver = true;
  const elapsed = (performance.now() - began) / 1000;
  const perSecond = Math.round(deliveries / elapsed);
  const spent = mainThreadMilliseconds(backend.pid) - spentBefore;
  for (const socket of sockets) socket.terminate();
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  const cpu = Number(((spent * 1000) / deliveries).toFixed(1));
  return { perSecond, cpu, p50: at(0.5), p99: at(0.99) };
}

async function connectAll(url: string, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(100, count - sockets.length) }, () => {
      return new WebSocket(url, { perMessageDeflate: false });
    });
    await Promise.all(some.map((socket) => once(socket, "open")));
    sockets.push(...some);
  }
  return sockets;
}

function join(socket: WebSocket, name: string): void {
  const config = { broadcast: { self: true, ack: false } };
  socket.send(JSON.stringify(["1", "1", name, "phx_join", { config }]));
}

/** A broadcast as realtime-js sends it: kind 3. */
function push(payload: string): Buffer {
  const names = ["1", "2", topic, "x"].map((text) => Buffer.from(text));
  const head = Buffer.from([3, ...names.map((name) => name.length), 0, 1]);
  return Buffer.concat([head, ...names, Buffer.from(payload)]);
}

/** A broadcast as a subscriber gets it: kind 4. */
function broadcast(payload: string): Buffer {
  const names = [topic, "x"].map((text) => Buffer.from(text));
  const head = Buffer.from([4, ...names.map((name) => name.length), 0, 1]);
  return Buffer.concat([head, ...names, Buffer.from(payload)]);
}
