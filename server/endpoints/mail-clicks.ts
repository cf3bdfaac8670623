import { Hono } from "hono";
import * as v from "valibot";
import { networkOf } from "#backend/auth/context.server.ts";
import { countClick } from "#shop/mailing/campaigns/results/count-click.server.ts";
import { readClickMark } from "#shop/orders/mail-clicks/click-mark.ts";
import type { Facts } from "../middleware/request-facts.ts";

const maxBytes = 200;

const inputSchema = v.strictObject({ k: v.string(), first: v.boolean() });

/**
 * `POST /api/mail-click` with `{k, first}`, which a page of the shop sends once it has come alive: a scanner that only
 * fetches pages counts nothing. 200 with the days for which the device keeps the click, 204 for a link that no mail has.
 */
export function mailClickEndpoint(): Hono<Facts> {
  const endpoint = new Hono<Facts>();
  endpoint.post("/api/mail-click", async (c) => {
    c.header("Cache-Control", "no-store");
    const body = await c.req.text();
    if (body.length > maxBytes) {
      return c.json({ error: { code: "request_entity_too_large", message: "Too large" } }, 413);
    }
    const input = v.safeParse(inputSchema, readJson(body));
    const mark = input.success ? readClickMark(input.output.k) : undefined;
    if (!input.success || !mark) {
      return c.json({ error: { code: "invalid_input", message: "Not readable" } }, 400);
    }
    const counted = await countClick(
      { ...mark, isFirst: input.output.first },
      networkOf(c.get("clientAddress")),
    );
    if (!counted.ok) {
      c.header("Retry-After", String(counted.problem.wait));
      return c.json({ error: { code: "too_many_requests", message: "Too many requests" } }, 429);
    }
    return counted.value ? c.json(counted.value) : c.body(null, 204);
  });
  return endpoint;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
