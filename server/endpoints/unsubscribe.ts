import { Hono } from "hono";
import { saveChoices } from "#shop/mail-topics/choices.server.ts";
import { isMailTopic } from "#shop/mail-topics/topic.ts";
import { choicesPath } from "#shop/mail-topics/topic-mail.server.ts";

/**
 * `/api/unsubscribe/{token}/{topic}`, the address in `List-Unsubscribe`. A POST from a mail program
 * unsubscribes at once, without a page (RFC 8058). A GET only redirects to the page, because scanners open
 * every link of a mail.
 */
export function unsubscribeEndpoint(): Hono {
  const endpoint = new Hono();
  const address = "/api/unsubscribe/:token/:topic";
  endpoint.get(address, (c) => {
    const { token, topic } = c.req.param();
    c.header("Cache-Control", "no-store");
    return c.redirect(choicesPath(token, isMailTopic(topic) ? topic : undefined, "id"), 303);
  });
  endpoint.post(address, async (c) => {
    const { token, topic } = c.req.param();
    c.header("Cache-Control", "no-store");
    // Rejects requests other than a one-click unsubscribe, including those with an unreadable body.
    const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
    if (body["List-Unsubscribe"] !== "One-Click") {
      return c.json({ error: { code: "not_one_click", message: "Not a one-click request" } }, 400);
    }
    const result = isMailTopic(topic)
      ? await saveChoices(token, { [topic]: false }, "one_click")
      : undefined;
    if (!result?.ok) {
      return c.json({ error: { code: "link_invalid", message: "No such link" } }, 404);
    }
    return c.body(null, 200);
  });
  return endpoint;
}
