import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { AppError } from "#base/errors.ts";
import { deleteAccount } from "#shop/customers/delete-account.server.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { confirmReceived, shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { findRevision } from "#shop/production/customisations/find-revision.server.ts";
import { findJobTicket } from "#shop/production/customisations/print-files/job-ticket.server.ts";
import { findPrintFile } from "#shop/production/customisations/print-files/print-file.server.ts";
import { findPrintImages } from "#shop/production/customisations/print-files/print-images.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { reprint } from "#shop/production/customisations/print-files/reprint.server.ts";
import { writeMessage } from "#shop/production/customisations/proofs/answer-proof.server.ts";
import {
  approveAsOrdered,
  rejectDesign,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import { reviseDesign } from "#shop/production/revisions/revise-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { leavingCustomer } from "#tests/support/builders/leaving-customer.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { seenOf } from "#tests/support/builders/revisions.ts";
import { withPicture } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { tablesWith } from "#tests/support/oracles/tables-with.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 10 });
testStore();
beforeAll(openTestProviders);
const staff = demoPerson("staff@etalase.test");

/** A word that nothing else in the shop has. */
const word = "Zefirin";
const done = <T extends { ok: boolean }>(result: T): T => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result;
};

/** Ordered with a word, changed by its buyer to one with a photograph, printed, shipped and received. */
async function receivedPhotograph(person: Person, address_id: string) {
  const design = await orderDesign(person, "review", { name: word, address_id });
  const rejection = { ...(await seenOf(design.id)), reason: "quality", note: word } as const;
  done(await rejectDesign(staff, rejection));
  const bytes = await photograph({ r: 12, g: 140, b: 60 }, [900, 900]);
  const taken = await takeUpload(person, bytes, `${word}.jpg`, "n");
  const start = await findRevision(person, design.id, "buyer");
  if (!taken.ok || !start) throw new Error("it cannot be changed");
  const { sha256 } = taken.value;
  done(
    await reviseDesign(person, {
      ...(await seenOf(design.id)),
      id: randomUUID(),
      note: word,
      checked: true,
      difference: 0,
      rights: "2026-11 id",
      document: withPicture(start.document, sha256, [900, 900]),
    }),
  );
  done(await writeMessage(person, design.id, { id: randomUUID(), text: `Salam, ${word}` }));
  done(await approveAsOrdered(staff, await seenOf(design.id)));
  const printed = {
    id: randomUUID(),
    customisation_id: design.id,
    good: 1,
    spoiled: 0,
    reason: "",
  };
  done(await countPrinted(staff, printed));
  done(
    await shipOrder(staff, {
      order_id: design.order_id,
      courier: "JNE",
      service: "REG",
      tracking_number: "JN-1",
    }),
  );
  done(await confirmReceived(person, design.order_id));
  return { sha256, id: design.id };
}

test("a deleted account leaves nothing of its printed designs: no words, no picture, no file", async () => {
  const { person, addressId } = await leavingCustomer("melukis");
  const { sha256 } = await receivedPhotograph(person, addressId);
  const files = () => asSeed()`select name from storage.objects where name like ${`${sha256}%`}`;
  const before = (await tablesWith([word, sha256])).map((place) => place.split(":")[0]);
  for (const table of ["public.proofs", "public.customisations", "public.design_assets"])
    expect(before).toContain(table);
  expect(await files()).toHaveLength(2);

  expect(await deleteAccount(person)).toEqual({ ok: true, value: null });
  expect(await tablesWith([word, sha256, person.id])).toEqual([]);
  expect(await files()).toEqual([]);
});

test("an account is deleted while its design is printed again: a file is whole or there is none, and nothing is left", async () => {
  const { person, addressId } = await leavingCustomer("melukis");
  const { sha256, id } = await receivedPhotograph(person, addressId);
  const gone = (error: unknown) => {
    if (error instanceof AppError && error.status === 409) return undefined;
    throw error;
  };
  const image = async () => {
    const found = await findPrintImages(staff, id);
    for await (const { bytes } of found?.files ?? []) return Buffer.from(bytes);
    return undefined;
  };
  const again = { id: randomUUID(), customisation_id: id, pieces: 1, reason: "Hilang" };
  const [deleted, file, png, ticket] = await Promise.all([
    deleteAccount(person),
    findPrintFile(staff, id).catch(gone),
    image().catch(gone),
    findJobTicket(staff, id, "id"),
    reprint(staff, again),
  ]);
  if (file) expect(file.bytes.toString("latin1")).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  if (png) expect(png.toString("latin1")).toMatch(/^.PNG[\s\S]*IEND/);
  if (ticket) expect(Buffer.from(ticket.bytes).toString("latin1")).toMatch(/^%PDF-/);
  // A deletion that met the print is tried again by its person.
  if (!deleted.ok) done(await deleteAccount(person));
  expect(await tablesWith([word, sha256, person.id])).toEqual([]);
  expect(await findPrintFile(staff, id)).toBeUndefined();
  expect(await findPrintImages(staff, id)).toBeUndefined();
  expect(await reprint(staff, { ...again, id: randomUUID() })).toEqual({
    ok: false,
    problem: "buyer_gone",
  });
});
