import { Hono } from "hono";
import { log } from "#base/log.server.ts";
import {
  type MailEventSource,
  mailEventSources,
  readMailEvents,
} from "#integrations/mail-events/read-mail-events.server.ts";
import { recordMailEvents } from "#shop/mailing/campaigns/results/record-mail-events.server.ts";

/** `raw` takes what limit-bodies.ts lets through, a megabyte. */
const maxNotificationBytes = 256 * 1024;

const isSource = (value: string): value is MailEventSource =>
  (mailEventSources as readonly string[]).includes(value);

/**
 * `POST /webhooks/mail/{source}`: what providers say about mails that left, and whole mails that came to the bounce mailbox.
 * 200 once the effect is stored, also for a mail that is not the shop's; 400 without storing anything for a request that is
 * not signed or not readable.
 * @param secret MAIL_EVENTS_SECRET; without one there is no such endpoint
 */
export function mailEventsEndpoint(secret: string | undefined): Hono {
  const endpoint = new Hono();
  if (secret === undefined) return endpoint;
  endpoint.post("/webhooks/mail/:source", async (c) => {
    const source = c.req.param("source");
    c.header("Cache-Control", "no-store");
    if (!isSource(source))
      return c.json({ error: { code: "not_found", message: "Not found" } }, 404);
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (source !== "raw" && body.byteLength > maxNotificationBytes) {
      return c.json({ error: { code: "request_entity_too_large", message: "Too large" } }, 413);
    }
    const read = await readMailEvents({ source, key: keyOf(c.req.raw), body }, secret);
    if (!read.ok) {
      log.warn({ source, problem: read.problem }, "a notification about mails was refused");
      return read.problem === "not_signed"
        ? c.json({ error: { code: "signature_invalid", message: "Not signed" } }, 400)
        : c.json({ error: { code: "invalid_input", message: "Not readable" } }, 400);
    }
    await recordMailEvents(read.events, { isProven: source !== "raw" });
    return c.json({ received: read.events.length });
  });
  return endpoint;
}

/** Providers can be given one of these: an address with a key, a password, a token. */
function keyOf(request: Request): string {
  const authorization = request.headers.get("authorization") ?? "";
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (.+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() === "basic") {
    const pair = Buffer.from(value, "base64").toString();
    return pair.slice(pair.indexOf(":") + 1);
  }
  return new URL(request.url).searchParams.get("key") ?? "";
}
