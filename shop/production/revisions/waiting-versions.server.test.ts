import { beforeAll, expect, test } from "vitest";
import { timeNow } from "#base/clock.ts";
import { exportData } from "#shop/customers/export-data.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { askDearer, orderLettered } from "#tests/support/builders/revisions.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  payWith,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { remindSupplements } from "./remind-supplements.server.ts";
import { settleSupplement } from "./settle-supplement.server.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);
const staff = demoPerson("staff@etalase.test");

/** A customer with a session in which they have just reauthenticated, and a dearer design of theirs that is not paid yet. */
async function waiting(name: string, { quantity = 1, language = "id" as "id" | "en" } = {}) {
  const { person, addressId: address_id } = await makeCustomer(name);
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id, reauthenticated_at) values (${person.id}, now()) returning id`;
  const buyer: Person = { ...person, claims: { ...person.claims, session_id: session?.id } };
  const design = await orderLettered(buyer, staff, { address_id, language, quantity });
  return { buyer, design, ...(await askDearer(buyer, design, "Raniatina", 5_000 * quantity)) };
}

async function pay(buyer: Person, order: string): Promise<void> {
  const opened = await payAgain(buyer, order, "builtin:card");
  if (!opened.ok) throw new Error(opened.problem);
  await payWith(opened.value.payment_id);
  await settlePayment(opened.value.payment_id);
}

const after = (hours: number) =>
  remindSupplements(new Date(timeNow() + hours * 3_600_000 + 60_000));

async function remindersOf(order: string): Promise<string[]> {
  const rows = await asSeed()<{ subject: string }[]>`
    select subject from private.outbox where dedupe_key like ${`order:supplement_reminder:${order}:%`}
    order by dedupe_key`;
  return rows.map(({ subject }) => subject);
}

test("whoever has a supplement to pay is reminded after one and three days, once each, in their language", async () => {
  const [first, english] = [await waiting("ditagih"), await waiting("billed", { language: "en" })];
  const [numbers] = await asSeed()<{ first: string; english: string }[]>`
    select (select number from orders where id = ${first.design.order_id}) as first,
      (select number from orders where id = ${english.design.order_id}) as english`;
  const words = [
    `Desain baru pesanan ${numbers?.first} masih menunggu tambahan Rp5.000`,
    `The new design for order ${numbers?.english} still waits for Rp5.000`,
  ];
  await after(23);
  expect(await remindersOf(first.order)).toEqual([]);
  // Two workers at once.
  await Promise.all([after(24), after(24)]);
  expect(await remindersOf(first.order)).toEqual([words[0]]);
  expect(await remindersOf(english.order)).toEqual([words[1]]);
  const [mail] = await asSeed()<{ text: string; headers: Record<string, string> }[]>`
    select text, headers from private.outbox where dedupe_key = ${`order:supplement_reminder:${first.order}:1`}`;
  expect(mail?.text).toMatch(/Bayar Rp5\.000.*\?pay/s);
  expect(mail?.headers["List-Unsubscribe"]).toContain("/payment_reminder");
  for (const hours of [72, 90, 160]) await after(hours);
  expect(await remindersOf(first.order)).toHaveLength(2);
});

test("no reminder once it is paid or ended, or while the shop checks a transfer; one after an outage", async () => {
  const [paid, ended, checked, late, over] = [
    await waiting("lunas"),
    await waiting("batal"),
    await waiting("ditransfer", { quantity: 4 }),
    await waiting("terlambat"),
    await waiting("lewat"),
  ];
  await pay(paid.buyer, paid.order);
  expect((await cancelOrder(ended.buyer, ended.design.order_id, "customer")).ok).toBe(true);
  const transfer = await payAgain(checked.buyer, checked.order, "transfer:bank");
  if (!transfer.ok) throw new Error(transfer.problem);
  await asSeed()`update payments set proof_at = now() where id = ${transfer.value.payment_id}`;
  await asSeed()`update orders set expires_at = now() + interval '20 hours' where id = ${over.order}`;
  await after(100);
  await after(101);
  const counts = [paid, ended, checked, late, over].map(({ order }) => remindersOf(order));
  expect((await Promise.all(counts)).map(({ length }) => length)).toEqual([0, 0, 0, 1, 0]);
});

test("the download holds a version that waits for its payment, and a deleted account leaves nothing of it", async () => {
  const { buyer, design, id, order } = await waiting("mengunduh");
  const download = async () => {
    const exported = await exportData(buyer);
    if (!exported.ok) throw new Error(exported.problem);
    let text = "";
    for await (const piece of exported.value) text += piece;
    return JSON.parse(text);
  };
  const [numbers] = await asSeed()<{ main: string; supplement: string }[]>`
    select o.number as main, n.number as supplement from orders n join orders o on o.id = n.supplement_of
    where n.id = ${order}`;
  const before = await download();
  expect(before.design_supplements).toMatchObject([
    {
      order: numbers?.main,
      supplement: numbers?.supplement,
      state: "waiting",
      words: ["Raniatina"],
    },
  ]);
  expect(JSON.stringify(before.design_supplements[0].document)).toContain("Raniatina");
  expect(before.orders.map((one: { supplement_of: string }) => one.supplement_of)).toEqual([
    null,
    numbers?.main,
  ]);
  const other = await waiting("tetangga");
  expect(JSON.stringify(await download())).not.toContain(other.id);

  // However the account goes, e.g. at the hands of an administrator of the database.
  const leaves = async () => {
    const sql = asSeed();
    const [found] = await sql<Record<string, number>[]>`
      select (select count(*)::int from private.design_supplements s where s::text like '%Raniatina%' and s.id = ${id}) as versions,
        (select count(*)::int from proofs p where p.customisation_id = ${design.id} and p::text ~ 'Rani') as proofs,
        (select count(*)::int from customisations c where c.id = ${design.id} and c::text ~ 'Rani') as customisations,
        (select count(*)::int from private.outbox m where m::text like '%mengunduh%' or m.dedupe_key ~ ${`${design.id}|${order}|${design.order_id}`}) as mails,
        (select count(*)::int from orders o where o.id in (${order}, ${design.order_id}) and o::text like '%mengunduh%') as orders`;
    return found;
  };
  expect(Object.values((await leaves()) ?? {}).every((count) => count > 0)).toBe(true);
  await asSeed()`select private.erase_person(${buyer.id})`;
  expect(await leaves()).toEqual({
    versions: 0,
    proofs: 0,
    customisations: 0,
    mails: 0,
    orders: 0,
  });
  const [supplement] = await asSeed()`
    select state, proof from private.design_supplements where id = ${id}`;
  expect(supplement).toEqual({ state: "withdrawn", proof: null });
  // Nobody pays it any more: the job ends what is left of it.
  await settleSupplement(id);
  const [after] =
    await asSeed()`select status, paid_total::int as paid from orders where id = ${order}`;
  expect(after).toEqual({ status: "canceled", paid: 0 });
});
