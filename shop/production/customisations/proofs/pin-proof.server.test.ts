import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { writeMessage } from "./answer-proof.server.ts";
import {
  type PinInput,
  pinProof,
  pinProofAsStaff,
  settlePin,
  settlePinAsStaff,
} from "./pin-proof.server.ts";
import { answerBuyer, approveAsOrdered } from "./review-design.server.ts";
import { sendProof } from "./send-proof.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

beforeAll(openTestProviders);

/** As the buyer's page has it. */
async function pageOf({ order_id, id }: OrderedDesign) {
  const page = await findCustomisations(buyer, order_id);
  const found = page?.customisations.find((one) => one.id === id);
  if (!found) throw new Error("no customisation");
  return found;
}

/** A pin on the first layer. */
async function pinOn(design: OrderedDesign, text: string): Promise<PinInput> {
  const { proofs } = await pageOf(design);
  const sheet = proofs[0]?.sheets[0];
  const layer = sheet?.layers[0];
  if (!sheet || !layer) throw new Error("no layer");
  return {
    proof_id: proofs[0]?.id ?? "",
    side: sheet.side,
    area: sheet.area,
    x: layer.x,
    y: layer.y,
    message: { id: randomUUID(), text },
  };
}

async function seen({ id }: OrderedDesign) {
  const found = await findStaffCustomisation(staff, id, "id");
  if (!found) throw new Error("no customisation");
  return { customisation_id: id, status: found.status, proof_id: found.proof_id };
}

test("a pin is a thread of both sides, open or settled, on the version it belongs to", async () => {
  const design = await orderDesign(buyer, "review");
  const first = await pinOn(design, "Hurufnya lebih tebal.");
  for (const _ of [1, 2])
    expect(await pinProof(buyer, design.id, first)).toMatchObject({ ok: true });
  const reply = { id: randomUUID(), text: "Kami tebalkan.", pin_id: first.message.id };
  expect(await answerBuyer(staff, design.id, reply)).toMatchObject({ ok: true });
  const own = { id: randomUUID(), text: "Terima kasih.", pin_id: first.message.id };
  expect(await writeMessage(buyer, design.id, own)).toMatchObject({ ok: true });
  const found = await findStaffCustomisation(staff, design.id, "id");
  const layer = found?.texts[0]?.id ?? "";
  const correction = { id: randomUUID(), note: "Tebal", texts: { [layer]: "Rini" } };
  expect(await sendProof(staff, { ...(await seen(design)), ...correction })).toMatchObject({
    ok: true,
  });
  const second = await pinOn(design, "Sudah kami perbaiki di sini.");
  expect(await pinProofAsStaff(staff, design.id, second)).toMatchObject({ ok: true });

  const { pins, messages } = await pageOf(design);
  expect(pins).toMatchObject([
    {
      number: 1,
      proof_id: design.proof,
      x: first.x,
      y: first.y,
      from_shop: false,
      settled_at: null,
    },
    { number: 2, proof_id: correction.id, from_shop: true },
  ]);
  expect(
    messages.filter(({ pin_id }) => pin_id === first.message.id).map(({ text }) => text),
  ).toEqual(["Hurufnya lebih tebal.", "Kami tebalkan.", "Terima kasih."]);
  expect(found?.pins.map(({ id }) => id)).toEqual([first.message.id]);
  const mails = await asSeed()`
    select from private.outbox where dedupe_key like ${`design:question:${design.id}:%`}`;
  expect(mails).toHaveLength(2);

  const settling = { pin_id: first.message.id, is_settled: true };
  expect(await settlePinAsStaff(staff, design.id, settling)).toMatchObject({ ok: true });
  const at = (await pageOf(design)).pins[0]?.settled_at;
  expect(at).toBeTruthy();
  expect(await settlePin(buyer, settling)).toMatchObject({ ok: true });
  expect((await pageOf(design)).pins[0]?.settled_at).toBe(at);
  expect(await settlePin(buyer, { ...settling, is_settled: false })).toMatchObject({ ok: true });
  expect((await pageOf(design)).pins[0]?.settled_at).toBeNull();
});

test("pins of others are not found, and places outside of the print are refused", async () => {
  const [design, other] = [await orderDesign(buyer, "review"), await orderDesign(buyer, "review")];
  const input = await pinOn(design, "Uji");
  const { person: stranger } = await makeCustomer("Orang Lain");
  const missing = { ok: false, problem: "customisation_not_found" };
  expect(await pinProof(stranger, design.id, input)).toEqual(missing);
  expect(await pinProof(buyer, other.id, input)).toEqual(missing);
  expect(await pinProofAsStaff(buyer, design.id, input)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  for (const place of [{ x: 1999 }, { y: 1999 }, { side: "nowhere" }, { area: "nowhere" }])
    expect(await pinProof(buyer, design.id, { ...input, ...place })).toEqual({
      ok: false,
      problem: "pin_outside",
    });
  expect(await pinProof(buyer, design.id, input)).toMatchObject({ ok: true });
  const elsewhere = { ...(await pinOn(other, "Uji")), message: input.message };
  expect(await pinProof(buyer, other.id, elsewhere)).toEqual(missing);
  const settling = { pin_id: input.message.id, is_settled: true };
  const gone = { ok: false, problem: "pin_not_found" };
  expect(await settlePin(stranger, settling)).toEqual(gone);
  expect(await settlePinAsStaff(staff, other.id, settling)).toEqual(gone);
  const reply = { id: randomUUID(), text: "Uji", pin_id: input.message.id };
  expect(await writeMessage(buyer, other.id, reply)).toEqual(gone);
  expect(await answerBuyer(staff, other.id, reply)).toEqual(gone);
  expect((await pageOf(design)).pins[0]?.settled_at).toBeNull();
  expect(await approveAsOrdered(staff, await seen(design))).toMatchObject({ ok: true });
  const late = { ...input, message: { id: randomUUID(), text: "Uji" } };
  expect(await pinProof(buyer, design.id, late)).toEqual({ ok: false, problem: "pins_closed" });
});

describe("the database", () => {
  test("keeps pins inside of a proof of their own customisation", async () => {
    const [design, other] = [
      await orderDesign(buyer, "review"),
      await orderDesign(buyer, "review"),
    ];
    const { side, area, x, y } = await pinOn(design, "Uji");
    const row = {
      id: randomUUID(),
      customisation_id: design.id,
      proof_id: design.proof,
      customer_id: buyer.id,
      number: 1,
      from_shop: false,
      side,
      area,
      x,
      y,
    };
    const refusal = (change: object) => {
      const sql = asSeed();
      return sql`insert into proof_pins ${sql({ ...row, ...change })}`.then(
        () => "stored",
        (error: { constraint_name?: string; constraint?: string }) =>
          error.constraint_name ?? error.constraint,
      );
    };
    expect(await refusal({ x: 9000 })).toBe("pin_outside");
    expect(await refusal({ y: -1 })).toBe("pin_outside");
    expect(await refusal({ side: "back" })).toBe("pin_outside");
    expect(await refusal({ proof_id: other.proof })).toBe("pin_of_another_proof");
    expect(await refusal({})).toBe("stored");
    expect(await refusal({ id: randomUUID() })).toBe("pin_number_taken");
    const message = asSeed()`
      insert into customisation_messages (id, customisation_id, customer_id, from_shop, text, pin_id)
      values (${randomUUID()}, ${other.id}, ${buyer.id}, false, 'Uji', ${row.id})`;
    await expect(message).rejects.toThrow("message_of_another_pin");
  });

  test("numbers pins that are dropped at once", async () => {
    const design = await orderDesign(buyer, "review");
    const inputs = await Promise.all(Array.from({ length: 8 }, () => pinOn(design, "Uji")));
    const dropped = await Promise.all(
      inputs.map((input, index) =>
        index % 2 ? pinProof(buyer, design.id, input) : pinProofAsStaff(staff, design.id, input),
      ),
    );
    expect(dropped.every(({ ok }) => ok)).toBe(true);
    const { pins } = await pageOf(design);
    expect(pins.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
