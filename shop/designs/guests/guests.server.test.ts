import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { keepDesign } from "#shop/designs/keep-design.server.ts";
import { purgeAssets } from "#shop/designs/uploads/purge-assets.server.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { callerOf, visitor } from "#shop/kernel/access.ts";
import { findDraft, saveDraft } from "#shop/production/customisations/drafts/save-draft.server.ts";
import { type Guest, makeGuest } from "#tests/support/builders/guests.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { shirtDesign } from "#tests/support/builders/shirt-designs.ts";
import { makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { claimGuest } from "./claim-guest.server.ts";
import { maxDesigns } from "./design-owner.server.ts";
import { guestCookieLine, isGuestKnown, openGuest, readGuestKey } from "./guest-key.server.ts";
import { purgeGuestDesigns } from "./purge-guest-designs.server.ts";

testDatabase({ demo: true, max: 20 });
testStore();

const namedBy = (document: DesignDocument, name: string): DesignDocument => ({
  ...document,
  sides: document.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => ({
      ...area,
      layers: area.layers.map((layer) => ({ ...layer, name })),
    })),
  })),
});

async function save(actor: Parameters<typeof saveDraft>[0], id: string, rev: number, add = {}) {
  const { product_id, document: begun } = await shirtDesign();
  const document = { ...namedBy(begun, `Lapisan ${rev}`), ...add };
  return saveDraft(actor, id, { product_id, name: "Kaos", rev, document });
}

async function upload(actor: Parameters<typeof takeUpload>[0], shade: number): Promise<string> {
  const bytes = await photograph({ r: shade * 20, g: 40, b: 200 }, [64, 48]);
  const taken = await takeUpload(actor, bytes, "foto.jpg", randomUUID());
  if (!taken.ok) throw new Error(taken.problem);
  return taken.value.sha256;
}

const ownersOf = async (id: string) =>
  (await asSeed()`select customer_id, guest_hash from designs where id = ${id}`)[0];
const designsOf = (id: string) => asSeed()`select id from designs where customer_id = ${id}`;

test("a guest's design is saved with their key, and nobody else finds it", async () => {
  const guest = await makeGuest();
  const id = randomUUID();
  expect(await save(guest, id, 0)).toEqual({ ok: true, value: { rev: 1 } });
  expect(await save(guest, id, 1)).toEqual({ ok: true, value: { rev: 2 } });
  expect(await save(guest, id, 1)).toEqual({ ok: true, value: { rev: 2 } });
  expect(await findDraft(guest, id)).toMatchObject({ id, rev: 2 });
  const { person } = await makeCustomer("tetangga");
  for (const actor of [visitor, await makeGuest(), person]) {
    expect(await findDraft(actor, id)).toBeUndefined();
    expect(await save(actor, id, 2)).toMatchObject({ problem: { code: "design_not_found" } });
    expect(await save(actor, id, 0)).toMatchObject({ problem: { code: "design_not_found" } });
  }
  for (const actor of [guest, person]) {
    const read = asCaller(callerOf(actor), (sql) => sql`select id from designs where id = ${id}`);
    if (actor === person) expect(await read).toEqual([]);
    else await expect(read).rejects.toThrow(/permission denied/);
  }
});

test("a guest keeps five designs, of saves at once too", async () => {
  const guest = await makeGuest();
  const saves = await Promise.all(Array.from({ length: 7 }, () => save(guest, randomUUID(), 0)));
  expect(saves.filter(({ ok }) => ok)).toHaveLength(5);
  expect(saves.find(({ ok }) => !ok)).toEqual({
    ok: false,
    problem: { code: "too_many_designs" },
  });
});

test("an account gets what its owner made as a guest, over its limit too, and once", async () => {
  const guest = await makeGuest();
  const { person } = await makeCustomer("penuh");
  const { variant_id, product_id, document } = await shirtDesign();
  await asSeed()`
    insert into designs (customer_id, product_id, name, document)
    select ${person.id}, ${product_id}, 'Uji', '{}' from generate_series(1, ${maxDesigns}::int)`;
  const [own, shared] = [await upload(guest, 1), await upload(guest, 2)];
  expect(await upload(person, 2)).toBe(shared);
  const [id, version] = [randomUUID(), randomUUID()];
  const assets = { [own]: { w: 64, h: 48 } };
  expect((await save(guest, id, 0, { assets })).ok).toBe(true);
  const kept = await keepDesign(guest, version, { variant_id, document }, randomUUID());
  expect(kept.ok).toBe(true);

  await Promise.all([1, 2, 3].map(() => claimGuest(person.id, guest.guest)));
  expect(await ownersOf(id)).toEqual({ customer_id: person.id, guest_hash: null });
  expect(await findDraft(person, id)).toMatchObject({ id, rev: 1 });
  expect(
    (await asSeed()`select customer_id, guest_hash from design_versions where id = ${version}`)[0],
  ).toEqual({ customer_id: person.id, guest_hash: null });
  const pictures = await asSeed()`
    select sha256 from design_assets where customer_id = ${person.id} order by sha256`;
  expect(pictures.map(({ sha256 }) => sha256)).toEqual([own, shared].toSorted());
  expect(await isGuestKnown(guest.guest)).toBe(false);
  expect(await designsOf(person.id)).toHaveLength(maxDesigns + 1);
  // It goes on with its own saves; a new design is one too many.
  expect(await save(person, id, 1)).toEqual({ ok: true, value: { rev: 2 } });
  expect(await save(person, randomUUID(), 0)).toMatchObject({
    problem: { code: "too_many_designs" },
  });
  // Who still has the key has nothing.
  expect(await findDraft(guest, id)).toBeUndefined();
  expect(await save(guest, id, 2)).toMatchObject({ problem: { code: "design_not_found" } });
});

test("a save and a sign-in at once: the account has the design as the browser was told", async () => {
  const { person } = await makeCustomer("bersamaan");
  for (let round = 0; round < 12; round++) {
    const guest: Guest = await makeGuest();
    const [begun, fresh] = [randomUUID(), randomUUID()];
    await save(guest, begun, 0);
    const [second, first] = await Promise.all([
      save(guest, begun, 1),
      save(guest, fresh, 0),
      claimGuest(person.id, guest.guest),
    ]);
    expect(await ownersOf(begun)).toEqual({ customer_id: person.id, guest_hash: null });
    expect((await findDraft(person, begun))?.rev).toBe(second.ok ? 2 : 1);
    // What was refused is stored nowhere, so the browser's next save stores it for the account.
    expect(await ownersOf(fresh)).toEqual(
      first.ok ? { customer_id: person.id, guest_hash: null } : undefined,
    );
    if (!first.ok) expect(first.problem).toEqual({ code: "design_not_found" });
    if (!second.ok) expect(second.problem).toEqual({ code: "design_not_found" });
  }
});

test("what guests leave is deleted 30 days after their last save", async () => {
  const [gone, stays] = [await makeGuest(), await makeGuest()];
  const [old, young] = [randomUUID(), randomUUID()];
  const picture = await upload(gone, 9);
  await save(gone, old, 0, { assets: { [picture]: { w: 64, h: 48 } } });
  await save(stays, young, 0);
  const sql = asSeed();
  // An update would count as a save.
  await sql`
    with saved as (delete from designs where id = ${old} returning *)
    insert into designs (id, guest_hash, product_id, name, document, updated_at)
    select id, guest_hash, product_id, name, document, now() - interval '31 days' from saved`;
  await sql`update private.design_guests set created_at = now() - interval '31 days'`;
  await sql`update design_assets set created_at = now() - interval '31 days' where sha256 = ${picture}`;
  await purgeGuestDesigns(1);
  await purgeAssets();
  await purgeGuestDesigns(1);
  expect(await sql`select id from designs where id in (${old}, ${young})`).toEqual([{ id: young }]);
  expect(await sql`select from design_assets where sha256 = ${picture}`).toEqual([]);
  expect([await isGuestKnown(gone.guest), await isGuestKnown(stays.guest)]).toEqual([false, true]);
});

test("a key is 256 bits in a cookie that scripts cannot read, and a network opens only so many", async () => {
  const network = randomUUID();
  const key = (await openGuest(network)) ?? "";
  expect(Buffer.from(key, "base64url")).toHaveLength(32);
  const line = guestCookieLine(key, true);
  expect(line).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  expect(readGuestKey(`a=1; ${line.split(";")[0]}; b=2`)).toBe(key);
  for (const bad of [null, "", "guest-key=", `guest-key=${key}x`, `guest-key=${"'".repeat(43)}`]) {
    expect(readGuestKey(bad)).toBeUndefined();
  }
  await asSeed()`update private.rate_limits set used = 60 where key = ${`guests:${network}`}`;
  expect(await openGuest(network)).toBeUndefined();
});
