import { type Context, Hono } from "hono";
import { readBytes, readJsonObject } from "#backend/gateway/body.server.ts";
import { readCaller } from "#backend/gateway/caller.server.ts";
import { keyHint } from "#backend/gateway/key-hints.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import type { Caller } from "#db/client.server.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import { checkAccess } from "./access.server.ts";
import { readPersist, storeBroadcast } from "./broadcast-store.server.ts";
import { perSecond } from "./per-second.ts";
import { type Message, noticeOf, publish } from "./publish.server.ts";

export interface BroadcastOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  /** Channels without a policy are open to every client. */
  readonly allowPublic: boolean;
}

const maxMessages = 20;
/** Limit of one person, or of all visitors together; the shop itself has none. */
const messagesASecond = 100;
const mayPublish = perSecond(messagesASecond);

/**
 * POST /realtime/v1/api/broadcast and /api/broadcast/{topic}/events/{event}: sends without a websocket. The
 * sender needs the same right as on a channel; messages to public channels need the secret key unless those
 * are open.
 */
export function broadcastEndpoint(options: BroadcastOptions): Hono {
  const endpoint = new Hono();
  endpoint.post("/api/broadcast", async (c) => {
    const caller = await callerOf(options, c);
    const { messages } = await readJsonObject(c.req.raw);
    if (!Array.isArray(messages) || messages.length > maxMessages) {
      return c.json({ errors: { messages: [`must be a list of at most ${maxMessages}`] } }, 422);
    }
    const read = messages.map(messageOf);
    if (read.includes(undefined)) {
      return c.json({ errors: { messages: ["topic, event and payload are required"] } }, 422);
    }
    return send(options, c, caller, read as Message[]);
  });
  endpoint.post("/api/broadcast/:topic/events/:event", async (c) => {
    const caller = await callerOf(options, c);
    const isBytes =
      c.req.header("content-type")?.split(";")[0]?.trim() === "application/octet-stream";
    const bytes = isBytes ? await readBytes(c.req.raw) : undefined;
    const payload = isBytes ? {} : await readJsonObject(c.req.raw);
    const topic = c.req.param("topic");
    const event = c.req.param("event");
    const message = messageOf({
      topic,
      event,
      payload,
      private: c.req.query("private") === "true",
      bytes,
    });
    if (!message) return c.json({ errors: { topic: ["is not valid"] } }, 422);
    const seconds = readPersist(
      c.req.query("persist") ?? { ttl: c.req.query("persist[ttl]") ?? 0 },
    );
    if (seconds !== undefined && !message.private) {
      return c.json({ errors: { persist: ["needs a private channel"] } }, 422);
    }
    return send(options, c, caller, [message], seconds);
  });
  endpoint.all("*", (c) => c.json({ message: "Not found" }, 404));
  endpoint.onError((error, c) => {
    if (error instanceof AppError && error.status < 500) {
      const message = error.status === 401 ? "Unauthorized" : error.message;
      return c.json({ message, ...keyHint(error.code) }, error.status as 400);
    }
    log.error({ err: error }, "broadcast failed");
    if (isUnavailable(error)) {
      c.header("Retry-After", String(unavailableFor));
      return c.json({ message: "Service Unavailable" }, 503);
    }
    return c.json({ message: "Internal Server Error" }, 500);
  });
  return endpoint;
}

function callerOf(options: BroadcastOptions, c: Context): Promise<Caller> {
  return readCaller(options.keys, options.publicUrl, {
    apikey: c.req.header("apikey") ?? c.req.query("apikey"),
    authorization: c.req.header("authorization"),
  });
}

async function send(
  options: BroadcastOptions,
  c: Context,
  caller: Caller,
  messages: readonly Message[],
  retentionSeconds?: number,
): Promise<Response> {
  const isShop = caller.dbRole === "service_role";
  if (!isShop && !mayPublish(String(caller.claims.sub ?? "visitors"), messages.length)) {
    return c.json({ message: "Too many messages per second" }, 429, { "Retry-After": "1" });
  }
  for (const message of messages) {
    if (!(await maySend(options, caller, message))) return c.json({ message: "Unauthorized" }, 401);
  }
  if (retentionSeconds === undefined) {
    await Promise.all(messages.map((message) => publish(noticeOf(message))));
    return c.body(null, 202);
  }
  for (const message of messages) {
    if (!(await storeBroadcast(message, retentionSeconds))) {
      return c.json({ errors: { payload: ["cannot be stored"] } }, 422);
    }
  }
  return c.body(null, 202);
}

async function maySend(
  options: BroadcastOptions,
  caller: Caller,
  message: Message,
): Promise<boolean> {
  if (caller.dbRole === "service_role") return true;
  if (!message.private) return options.allowPublic;
  return (await checkAccess(caller, message.topic)).canSend;
}

function messageOf(value: unknown): Message | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { topic, event, payload, private: isPrivate, bytes } = value as Record<string, unknown>;
  const isName = (text: unknown): text is string =>
    typeof text === "string" && text !== "" && text.length <= 240 && !text.includes("\0");
  if (!isName(topic) || !isName(event) || typeof payload !== "object") return undefined;
  return {
    topic,
    event,
    payload,
    private: isPrivate === true,
    ...(bytes instanceof Uint8Array ? { bytes } : {}),
  };
}
