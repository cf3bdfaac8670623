import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/access.ts";
import { deleteAccount } from "#shop/customers/delete-account.server.ts";
import { writeMessage } from "#shop/customisations/answer-proof.server.ts";
import { findRevision } from "#shop/customisations/find-revision.server.ts";
import { countPrinted } from "#shop/customisations/print-pieces.server.ts";
import { approveAsOrdered, rejectDesign } from "#shop/customisations/review-design.server.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { confirmReceived, shipOrder } from "#shop/fulfilment/fulfil-order.server.ts";
import { reviseDesign } from "#shop/revisions/revise-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { seenOf } from "#tests/support/builders/revisions.ts";
import { withPicture } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
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

async function leavingCustomer(): Promise<{ person: Person; addressId: string }> {
  const { person, addressId } = await makeCustomer("melukis");
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id, reauthenticated_at) values (${person.id}, now()) returning id`;
  return {
    person: { ...person, claims: { ...person.claims, session_id: session?.id } },
    addressId,
  };
}

/** Ordered with a word, changed by its buyer to one with a photograph, printed, shipped and received. */
async function receivedPhotograph(person: Person, address_id: string): Promise<string> {
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
      ...{ id: randomUUID(), note: word, checked: true, difference: 0, rights: "2026-11 id" },
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
      ...{ order_id: design.order_id, courier: "JNE", service: "REG", tracking_number: "JN-1" },
    }),
  );
  done(await confirmReceived(person, design.order_id));
  return sha256;
}

test("a deleted account leaves nothing of its printed designs: no words, no picture, no file", async () => {
  const { person, addressId } = await leavingCustomer();
  const sha256 = await receivedPhotograph(person, addressId);
  const files = () => asSeed()`select name from storage.objects where name like ${`${sha256}%`}`;
  const before = (await tablesWith([word, sha256])).map((place) => place.split(":")[0]);
  for (const table of ["public.proofs", "public.customisations", "public.design_assets"])
    expect(before).toContain(table);
  expect(await files()).toHaveLength(2);

  expect(await deleteAccount(person)).toEqual({ ok: true, value: null });
  expect(await tablesWith([word, sha256, person.id])).toEqual([]);
  expect(await files()).toEqual([]);
});
