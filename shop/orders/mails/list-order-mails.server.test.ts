import { expect, test } from "vitest";
import { paidOrder, receivedOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listOrderMails } from "./list-order-mails.server.ts";

testDatabase({ demo: true, max: 5 });

test("the mails of an order and of its designs are listed, and those of other orders are not", async () => {
  openTestProviders();
  const staff = demoPerson("staff@etalase.test");
  const order = await receivedOrder("surat-satu", [1]);
  const other = await paidOrder("surat-dua", [1]);
  await asSeed()`
    update private.outbox set status = 'sent', sent_at = now() where dedupe_key = ${`order:paid:${order.id}`}`;
  const statuses = (await listOrderMails(staff, order.id)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(["queued", "queued", "sent"]);
  expect(await listOrderMails(staff, other.id)).toHaveLength(1);
  expect(await listOrderMails(order.person, order.id)).toEqual([]);
  expect(await listOrderMails(staff, "no-id")).toEqual([]);

  const [design] = await asSeed()<{ id: string; order_id: string }[]>`
    select id, order_id from customisations where order_id is not null order by id limit 1`;
  await asSeed()`
    insert into private.outbox (kind, recipient, subject, text, dedupe_key)
    values ('email', 'a@example.com', 'Contoh cetak', '', ${`design:proof_sent:${design?.id}:9`})`;
  const mails = await listOrderMails(staff, design?.order_id ?? "");
  expect(mails.map(({ subject }) => subject)).toContain("Contoh cetak");
});
