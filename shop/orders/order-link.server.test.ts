import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { receivedOrder } from "#tests/support/builders/orders.ts";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findTrackedOrder, makeOrderLink, purgeOrderLinks } from "./order-link.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const tokenOf = (address: string) => /\/Order\/([\w-]{43})/.exec(address)?.[1] ?? "";

test("a mail's link shows its order's progress and no personal data", async () => {
  const order = await receivedOrder("lacak", [1]);
  const [mail] = await asSeed()<{ text: string; html: string }[]>`
    select text, html from private.outbox where dedupe_key like ${`order:shipped:${order.id}%`}`;
  const token = tokenOf(mail?.text ?? "");
  expect(mail?.html).toContain(token);
  const found = await findTrackedOrder(token, "198.51.100.1");
  expect(found).toMatchObject({
    stage: "done",
    shipments: [{ status: "delivered", tracking_number: "JN-lacak", lines: [{ quantity: 1 }] }],
  });
  expect(JSON.stringify(found)).not.toMatch(/lacak@|Braga|\+628|recipient|total|Rp/);
  // Only the mail holds the token itself.
  const [row] = await asSeed()`
    select count(*)::int as n from private.order_links l where l::text like ${`%${token}%`}`;
  expect(row).toEqual({ n: 0 });
});

test("a wrong, changed or old token answers as not found, and many attempts are rate-limited", async () => {
  const order = await receivedOrder("salah", [1]);
  const address = await inTransaction((sql) => makeOrderLink(sql, order.id, "en"));
  expect(address).toMatch(/\/en\/Order\//);
  const token = tokenOf(address);
  const [number] = await asSeed()<{ number: string; public_token: string }[]>`
    select number, public_token from orders where id = ${order.id}`;
  const wrong = [
    "",
    token.slice(1),
    `${token.slice(0, -2)}AA`,
    token.toLowerCase(),
    number?.number ?? "",
    number?.public_token ?? "",
    order.id,
  ];
  for (const other of wrong) {
    expect(await findTrackedOrder(other, "198.51.100.2"), other).toBeUndefined();
  }
  await asSeed()`delete from private.order_links where order_id <> ${order.id}`;
  for (let more = wrong.length; more < 30; more++) await findTrackedOrder("x", "198.51.100.2");
  expect(await findTrackedOrder(token, "198.51.100.2")).toBe("too_many_requests");
  expect(await findTrackedOrder(token, "198.51.100.3")).toMatchObject({ stage: "done" });

  const burst = await Promise.all(
    Array.from({ length: 50 }, (_, n) => findTrackedOrder(`y${n}`, "198.51.100.4")),
  );
  expect(burst.filter((answer) => answer === undefined)).toHaveLength(30);
  // Valid tokens do not count, however often they are opened.
  for (let more = 0; more < 35; more++) {
    expect(await findTrackedOrder(token, "198.51.100.5")).toMatchObject({ stage: "done" });
  }

  await asSeed()`
    insert into private.order_links (token_hash, order_id, expires_at)
    select sha256(('old')::bytea), ${order.id}, now() - interval '1 second'`;
  await purgeOrderLinks();
  const [left] = await asSeed()`
    select count(*)::int as n from private.order_links where expires_at < now()`;
  expect(left).toEqual({ n: 0 });
});
