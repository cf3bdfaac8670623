import { beforeAll, expect, test } from "vitest";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { mailsAbout, newestMail, paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { correctTracking } from "./correct-tracking.server.ts";
import { shipOrder } from "./fulfil-order.server.ts";
import { cancelShipment, prepareShipment } from "./shipments.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
const courier = { courier: "JNE", service: "REG" };

async function sentOrder(name: string, tracking_number: string) {
  const order = await paidOrder(name, [2]);
  const sent = await shipOrder(staff, { ...courier, order_id: order.id, tracking_number });
  if (!sent.ok) throw new Error(sent.problem);
  return { order, id: sent.value.shipment_id };
}

test("correcting the number of a sent shipment updates the buyer's page and sends a mail", async () => {
  const { order, id } = await sentOrder("resi-salah", "JN-100");
  const right = { ...courier, courier: "SiCepat", tracking_number: "\u200b00123 " };
  expect(await correctTracking(staff, id, right)).toMatchObject({ ok: true });
  // A repeated form changes nothing.
  expect(await correctTracking(staff, id, right)).toMatchObject({ ok: true });

  const seen = await findOrder(order.person, order.id);
  expect(seen?.shipments).toMatchObject([
    { courier: "SiCepat", tracking_number: "00123", status: "shipped" },
  ]);
  expect(seen?.events.filter(({ kind }) => kind === "tracking_corrected")).toHaveLength(1);
  expect(await mailsAbout(order.id)).toEqual(["paid", "shipped", "tracking_corrected"]);
  const mail = await newestMail(order.id, "tracking_corrected");
  expect(mail?.text).toContain("SiCepat REG");
  expect(mail?.text).toContain("00123");
  expect(mail?.text).not.toContain("JN-100");
});

test("the history shows staff the number before and after", async () => {
  const { order, id } = await sentOrder("resi-riwayat", "JN-200");
  await correctTracking(staff, id, { ...courier, tracking_number: "JN-201" });
  // A correction back to the first number also sends a mail.
  await correctTracking(staff, id, { ...courier, tracking_number: "JN-200" });
  const seen = await findOrder(staff, order.id);
  expect(
    seen?.events.filter(({ kind }) => kind === "tracking_corrected").map(({ details }) => details),
  ).toEqual([
    { shipment: 1, before: "JNE REG JN-200", after: "JNE REG JN-201" },
    { shipment: 1, before: "JNE REG JN-201", after: "JNE REG JN-200" },
  ]);
  expect(await mailsAbout(order.id)).toEqual([
    "paid",
    "shipped",
    "tracking_corrected",
    "tracking_corrected",
  ]);
});

test("correcting a shipment that was not sent sends no mail", async () => {
  const order = await paidOrder("resi-belum-jalan", [1]);
  const made = await prepareShipment(staff, {
    ...courier,
    order_id: order.id,
    tracking_number: "JN-300",
  });
  if (!made.ok) throw new Error(made.problem);
  const { shipment_id } = made.value;
  await correctTracking(staff, shipment_id, { ...courier, tracking_number: "JN-301" });
  expect(await mailsAbout(order.id)).toEqual(["paid"]);
  const buyersView = await findOrder(order.person, order.id);
  expect(buyersView?.events.map(({ kind }) => kind)).not.toContain("tracking_corrected");

  await cancelShipment(staff, shipment_id);
  expect(
    await correctTracking(staff, shipment_id, { ...courier, tracking_number: "JN-302" }),
  ).toMatchObject({ problem: "shipment_not_found" });
});

test("an invalid correction is refused and stores nothing", async () => {
  const order = await paidOrder("resi-dua", [2]);
  const line = order.lines[0];
  if (!line) throw new Error("no line");
  const send = async (tracking_number: string) => {
    const lines = [{ order_line_id: line.id, quantity: 1 }];
    const sent = await shipOrder(staff, { ...courier, order_id: order.id, tracking_number, lines });
    if (!sent.ok) throw new Error(sent.problem);
    return sent.value.shipment_id;
  };
  const first = await send("JN-400");
  await send("JN-401");
  const refused = async (tracking_number: string, actor = staff, name = "JNE") => {
    const result = await correctTracking(actor, first, {
      courier: name,
      service: "REG",
      tracking_number,
    });
    return result.ok ? "ok" : result.problem;
  };
  expect(await refused("JN-401")).toBe("tracking_number_known");
  expect(await refused(" ")).toBe("tracking_number_needed");
  expect(await refused("9".repeat(61))).toBe("tracking_number_needed");
  expect(await refused("1,00123E+13")).toBe("tracking_number_rounded");
  expect(await refused("JN-402", staff, "  ")).toBe("courier_needed");
  expect(await refused("JN-402", order.person)).toBe("shipment_not_found");
  expect(
    await asSeed()`select tracking_number, courier from shipments where id = ${first}`,
  ).toEqual([{ tracking_number: "JN-400", courier: "JNE" }]);
  expect(await mailsAbout(order.id)).not.toContain("tracking_corrected");
});
