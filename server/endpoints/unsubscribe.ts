import { Hono } from "hono";
import { parseForm } from "#base/parse-form.ts";
import { stopByOneClick } from "#shop/consent/change-choices.server.ts";
import { isTopicSlug } from "#shop/consent/topic.ts";
import { choicesPath } from "#shop/consent/topic-mail.server.ts";

/**
 * `/api/unsubscribe/{token}/{topic}/{delivery?}`, the address in `List-Unsubscribe`. A POST from a mail program
 * unsubscribes at once, without a page (RFC 8058); the body may be form-encoded or multipart. It succeeds as well when
 * there is nothing left to stop, also for a recipient who was erased. A GET only redirects to the page, because scanners
 * open every link of a mail.
 *
 * A delivery is `{campaign's UUID}.{number}`; the ledger keeps the campaign.
 */
export function unsubscribeEndpoint(): Hono {
  const endpoint = new Hono();
  const address = "/api/unsubscribe/:token/:topic/:delivery?";
  endpoint.get(address, (c) => {
    const { token, topic } = c.req.param();
    c.header("Cache-Control", "no-store");
    return c.redirect(choicesPath(token, isTopicSlug(topic) ? topic : undefined, "id"), 303);
  });
  endpoint.post(address, async (c) => {
    const { token, topic } = c.req.param();
    c.header("Cache-Control", "no-store");
    // Rejects requests other than a one-click unsubscribe, including those with an unreadable body.
    const form = await parseForm(c.req.raw).catch(() => undefined);
    if (form?.get("List-Unsubscribe") !== "One-Click") {
      return c.json({ error: { code: "not_one_click", message: "Not a one-click request" } }, 400);
    }
    const campaign = campaignOf(c.req.param("delivery") ?? "");
    const stopped = await stopByOneClick(token, topic, campaign ? { campaign } : {});
    if (!stopped.ok) {
      return c.json({ error: { code: "link_invalid", message: "No such link" } }, 404);
    }
    return c.body(null, 200);
  });
  return endpoint;
}

function campaignOf(delivery: string): string | undefined {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\d{1,9})?$/.exec(delivery)?.[1];
}
