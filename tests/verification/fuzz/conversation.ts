import { WebSocket } from "ws";
import type { Actor } from "./request.ts";
import {
  escaped,
  type FuzzRandom,
  mutate,
  oddly,
  oddValue,
  often,
  some,
  uuid,
  word,
} from "./values.ts";

const topics = [
  "realtime:orders:x",
  "realtime:catalogue",
  "realtime:room",
  "phoenix",
  "realtime:",
  "x",
  "realtime:order:1",
];
const events = [
  "phx_join",
  "phx_leave",
  "heartbeat",
  "broadcast",
  "presence",
  "access_token",
  "phx_close",
  "nothing",
];

export interface Conversation {
  readonly path: string;
  readonly frames: readonly (string | Buffer)[];
  /** The client sends all frames many times and reads nothing. */
  readonly isDeaf: boolean;
}

/** A client's messages over one websocket: joins, broadcasts, invalid ones. */
export function conversationOf(random: FuzzRandom, actor: Actor): Conversation {
  const version = random.pick(["1.0.0", "2.0.0", "2.0.0", "9", ""]);
  const key = oddly(random, 0.1) ? word(random) : actor.apikey;
  const isArray = version !== "1.0.0";
  const topic = random.pick([...topics, `realtime:${actor.userId}`]);
  const frames: (string | Buffer)[] = [
    frameOf(isArray, "1", topic, "phx_join", join(random, actor)),
  ];
  for (let left = random.whole(0, 8); left > 0; left--) {
    const event = random.pick(events);
    const frame = frameOf(
      isArray,
      String(left),
      often(random, 0.8) ? topic : random.pick(topics),
      event,
      payload(random, actor, event),
    );
    if (oddly(random, 0.3)) frames.push(mutate(random, frame));
    else if (often(random, 0.2)) frames.push(binary(random, topic));
    else frames.push(frame);
  }
  return {
    path: `/realtime/v1/websocket?apikey=${escaped(key)}&vsn=${version}`,
    frames,
    isDeaf: oddly(random, 0.1),
  };
}

function frameOf(
  isArray: boolean,
  ref: string,
  topic: string,
  event: string,
  body: unknown,
): string {
  return JSON.stringify(
    isArray ? ["1", ref, topic, event, body] : { topic, event, payload: body, ref, join_ref: "1" },
  );
}

function join(random: FuzzRandom, actor: Actor): unknown {
  if (oddly(random, 0.15)) return oddValue(random);
  const odd = (value: unknown) => (oddly(random, 0.15) ? oddValue(random) : value);
  const change = () => ({
    event: odd(random.pick(["*", "INSERT", "UPDATE", "DELETE"])),
    schema: odd(random.pick(["public", "auth", "private"])),
    table: odd(random.pick(["orders", "products", "users", "nothing", null])),
    filter: odd(random.pick([null, `id=eq.${uuid(random)}`, "total=gt.1", "status=in.(a,b)", "x"])),
  });
  return {
    config: odd({
      broadcast: odd({
        ack: often(random, 0.5),
        self: often(random, 0.5),
        ...(often(random, 0.3)
          ? { replay: odd({ since: odd(random.whole(0, 2 ** 31)), limit: odd(5) }) }
          : {}),
        replication_ready: odd(often(random, 0.2)),
      }),
      presence: odd({ key: word(random), enabled: often(random, 0.5) }),
      postgres_changes: odd(some(random, [change(), change(), change()], 2)),
      private: odd(often(random, 0.6)),
    }),
    access_token: odd(actor.bearer),
  };
}

function payload(random: FuzzRandom, actor: Actor, event: string): unknown {
  if (oddly(random, 0.25)) return oddValue(random);
  if (event === "access_token")
    return { access_token: random.pick([actor.bearer, word(random), null]) };
  if (event === "presence") {
    return {
      type: "presence",
      event: random.pick(["track", "untrack", "x"]),
      payload: { at: word(random) },
    };
  }
  if (event === "broadcast")
    return {
      type: "broadcast",
      event: word(random),
      payload: oddValue(random),
      ...(often(random, 0.3) ? { persist: random.pick([true, { ttl: 1 }, oddValue(random)]) } : {}),
    };
  return {};
}

function binary(random: FuzzRandom, topic: string): Buffer {
  if (oddly(random, 0.5))
    return Buffer.from(Array.from({ length: random.whole(0, 40) }, () => random.whole(0, 255)));
  const meta = random.pick(["", "", '{"persist":true}', '{"persist":{"ttl":1}}', "{"]);
  const parts = ["1", "2", topic, word(random), meta].map((part) => Buffer.from(part));
  const lengths = parts.map((part) => (oddly(random, 0.2) ? random.whole(0, 255) : part.length));
  return Buffer.concat([
    Buffer.from([random.pick([3, 3, 3, 4, 0]), ...lengths, random.whole(0, 1)]),
    ...parts,
    Buffer.from(JSON.stringify(oddValue(random)) ?? ""),
  ]);
}

/** Sends and receives for a moment. @returns the received messages, or the status of a refused upgrade */
export function talk(
  url: string,
  { path, frames, isDeaf }: Conversation,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}`);
    let body = "";
    const timer = setTimeout(() => {
      socket.terminate();
      reject(new Error("the websocket hangs"));
    }, 15_000);
    const end = (status: number) => {
      clearTimeout(timer);
      resolve({ status, body });
    };
    socket.on("message", (data: Buffer) => {
      body += data.toString("utf8");
    });
    socket.once("unexpected-response", (_, response) => {
      response.resume();
      end(response.statusCode ?? 0);
    });
    // Asking closes it properly; an error before that is the endpoint's refusal.
    socket.once("error", () => end(0));
    socket.once("close", () => end(101));
    socket.once("open", () => {
      if (isDeaf) socket.pause();
      for (let times = isDeaf ? 50 : 1; times > 0; times--) {
        for (const frame of frames) socket.send(frame);
      }
      // A client that does not read would not receive the close frame.
      setTimeout(() => (isDeaf ? socket.terminate() : socket.close()), isDeaf ? 300 : 30);
    });
  });
}
