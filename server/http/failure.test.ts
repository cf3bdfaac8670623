import { createHash, createHmac } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { openProvidersWith } from "#tests/support/builders/shop.ts";
import { midtransKeys } from "#tests/support/doubles/midtrans-double.ts";
import { stripeKeys } from "#tests/support/doubles/stripe-double.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { mailEventsEndpoint } from "../endpoints/mail-events.ts";
import { unsubscribeEndpoint } from "../endpoints/unsubscribe.ts";
import { webhookEndpoint } from "../endpoints/webhooks.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { failureAnswer } from "./failure.ts";

testDatabase();

const secret = "rahasia-kotak-balik";
const app = new Hono<Facts>();
app.onError(failureAnswer);
app.route("/", webhookEndpoint());
app.route("/", mailEventsEndpoint(secret));
app.route("/", unsubscribeEndpoint());

beforeAll(() => {
  openProvidersWith({
    payments: ["stripe", "midtrans"],
    stripe: { ...stripeKeys, apiUrl: undefined },
    midtrans: { ...midtransKeys, mode: "test", channels: undefined, apiUrl: undefined },
  });
});

function stripe(members: object): RequestInit {
  const body = JSON.stringify({ id: "evt_1", type: "x", livemode: false, data: {}, ...members });
  const at = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", stripeKeys.webhookSecrets[0]).update(`${at}.${body}`);
  return { body, headers: { "stripe-signature": `t=${at},v1=${mac.digest("hex")}` } };
}

function midtrans(members: object): RequestInit {
  const [order_id, status_code, gross_amount] = ["a", "200", "1.00"];
  const signature_key = createHash("sha512")
    .update(order_id + status_code + gross_amount + midtransKeys.serverKey)
    .digest("hex");
  const body = { order_id, status_code, gross_amount, signature_key, ...members };
  return { body: JSON.stringify(body) };
}

const generic = (event: object): RequestInit => ({
  body: JSON.stringify({ events: [{ kind: "bounced", ...event }] }),
});

async function oneClick(): Promise<string> {
  const [recipient] = await asSeed()<{ id: string }[]>`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    values ('rina@contoh.test', sha256('a'), sha256('b'))
    on conflict do nothing returning id`;
  return `/api/unsubscribe/${linkToken(recipient?.id ?? "")}/%00`;
}

test.each<[string, string | (() => Promise<string>), RequestInit]>([
  ["U+0000 in a Stripe event", "/webhooks/stripe", stripe({ id: "evt\0" })],
  ["a lone surrogate in a Stripe event", "/webhooks/stripe", stripe({ type: "\ud800" })],
  ["U+0000 in a Midtrans notification", "/webhooks/midtrans", midtrans({ payment_type: "\0" })],
  [
    "a lone surrogate in a Midtrans notification",
    "/webhooks/midtrans",
    midtrans({ payment_type: "\ud800" }),
  ],
  [
    "U+0000 in the topic of a one-click unsubscribe request",
    oneClick,
    { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) },
  ],
])("%s returns 400 with a stable code and stores nothing", async (_, address, init) => {
  const path = typeof address === "string" ? address : await address();
  const answer = await app.request(path, { method: "POST", ...init });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { code: "invalid_input" } },
  ]);
  expect(await asSeed()`select from payment_notifications`).toEqual([]);
  expect(await asSeed()`select from private.mail_events`).toEqual([]);
});

test("a mail event with U+0000 names no address, so it is accepted and stores nothing", async () => {
  const event = generic({ id: "a\0", permanent: true, address: "a\0@contoh.test" });
  const path = `/webhooks/mail/generic?key=${secret}`;
  expect((await app.request(path, { method: "POST", ...event })).status).toBe(200);
  expect(await asSeed()`select from private.mail_events`).toEqual([]);
});
