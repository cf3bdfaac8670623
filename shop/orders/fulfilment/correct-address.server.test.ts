import { beforeAll, expect, test } from "vitest";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { mailsAbout, newestMail, paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { correctAddress } from "./correct-address.server.ts";
import { cancelShipment, prepareShipment } from "./shipments.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
const reader = { ...staff, permissions: ["orders.read"] as const };

async function placeIn(code: string) {
  const [region] = await asSeed()<{ code: string; postal_code: string; name: string }[]>`
    select code, postal_code, full_name as name from regions
    where code like ${`${code}%`} and length(code) = 10 and postal_code is not null order by code limit 1`;
  if (!region) throw new Error(`no region begins with ${code}`);
  return region;
}

async function right(code = "3273") {
  const region = await placeIn(code);
  return {
    recipient: "Sari Dewi",
    phone: "+6281299998888",
    region_code: region.code,
    postal_code: region.postal_code,
    street: "Jl. Merdeka No. 9",
    landmark: "",
  };
}

test("correcting an address updates the order, the history and mails the buyer once; sums do not change", async () => {
  const order = await paidOrder("alamat", [1]);
  const before = await findOrder(staff, order.id);
  const input = await right();
  const all = await Promise.all([1, 2, 3].map(() => correctAddress(staff, order.id, input)));
  expect(all.map(({ ok }) => ok)).toEqual([true, true, true]);
  const after = await findOrder(staff, order.id);
  expect(after).toMatchObject({
    recipient: "Sari Dewi",
    phone: "0812-9999-8888",
    address: { street: "Jl. Merdeka No. 9", landmark: "", region_code: input.region_code },
    total: before?.total,
    shipping: before?.shipping,
  });
  const changes = after?.events.filter(({ kind }) => kind === "address_changed") ?? [];
  expect(changes).toHaveLength(1);
  expect(changes[0]?.details.before).toContain(before?.recipient);
  expect(changes[0]?.details.after).toContain("Jl. Merdeka No. 9");
  expect((await mailsAbout(order.id)).filter((kind) => kind === "address_changed")).toHaveLength(1);
  const mail = await newestMail(order.id, "address_changed");
  expect(mail?.text).toContain("Sari Dewi\n0812-9999-8888\nJl. Merdeka No. 9");
  const own = await findOrder(order.person, order.id);
  expect(own?.events.map(({ kind }) => kind)).not.toContain("address_changed");
  expect(own?.can_correct_address).toBe(false);
});

test("a corrected address in another zone moves the promised days, and one in the same zone does not", async () => {
  const order = await paidOrder("alamat-jauh", [1]);
  const daysOf = async () => {
    const [days] = await asSeed()<{ earliest: string; latest: string }[]>`
      select earliest::text, latest::text from orders where id = ${order.id}`;
    return days;
  };
  const near = await right();
  expect((await correctAddress(staff, order.id, near)).ok).toBe(true);
  const before = await daysOf();
  expect(
    (await correctAddress(staff, order.id, { ...near, street: "Jl. Merdeka No. 10" })).ok,
  ).toBe(true);
  expect(await daysOf()).toEqual(before);
  // Papua is further than Bandung.
  expect((await correctAddress(staff, order.id, await right("91"))).ok).toBe(true);
  const after = await daysOf();
  expect(Date.parse(after?.earliest ?? "")).toBeGreaterThan(Date.parse(before?.earliest ?? ""));
  expect(Date.parse(after?.latest ?? "")).toBeGreaterThan(Date.parse(before?.latest ?? ""));
  const mail = await newestMail(order.id, "address_changed");
  expect(mail?.text).toContain("Perkiraan tiba");
  // With the first address again, the days are the first ones again.
  expect((await correctAddress(staff, order.id, near)).ok).toBe(true);
  expect(await daysOf()).toEqual(before);
});

test("correcting is refused to others, with a printed label, outside the area of the method, and for a closed order", async () => {
  const order = await paidOrder("alamat-lain", [1]);
  const input = await right();
  const problem = async (actor = staff, place = input, id = order.id) => {
    const answer = await correctAddress(actor, id, place);
    return answer.ok ? "changed" : answer.problem;
  };
  const stranger = await makeCustomer("tetangga");
  for (const actor of [reader, order.person, stranger.person]) {
    expect(await problem(actor)).toBe("order_not_found");
  }
  expect(await problem(staff, input, "0")).toBe("order_not_found");
  expect(await problem(staff, { ...input, region_code: "9999999999" })).toBe("region_required");

  const made = await prepareShipment(staff, {
    order_id: order.id,
    courier: "JNE",
    service: "REG",
    tracking_number: "",
    lines: [{ order_line_id: order.lines[0]?.id ?? "", quantity: 1 }],
  });
  expect(await problem()).toBe("label_printed");
  await cancelShipment(staff, made.ok ? made.value.shipment_id : "");

  const sql = asSeed();
  const [{ shipping_method_id: method = "" } = {}] = await sql<{ shipping_method_id: string }[]>`
    select shipping_method_id from orders where id = ${order.id}`;
  await sql`update shipping_methods set enabled = false where id = ${method}`;
  expect(await problem()).toBe("method_not_available");
  await sql`update shipping_methods set enabled = true where id = ${method}`;
  expect(await problem()).toBe("changed");

  await sql`update orders set status = 'canceled' where id = ${order.id}`;
  expect(await problem(staff, { ...input, street: "Jl. Lain 1" })).toBe("order_left");
});

test("deleting an account removes addresses from the history", async () => {
  const order = await paidOrder("alamat-pamit", [1]);
  await correctAddress(staff, order.id, await right());
  await asSeed()`select private.erase_person(${order.person.id}::uuid)`;
  const rows = await asSeed()<{ details: object }[]>`
    select details from order_events where order_id = ${order.id} and kind = 'address_changed'`;
  expect(rows).toEqual([{ details: {} }]);
});
