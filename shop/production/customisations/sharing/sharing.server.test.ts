import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { asCaller } from "#db/client.server.ts";
import { withoutPictures } from "#shop/designs/edit/without-pictures.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { type Actor, callerOf, type Person, visitor } from "#shop/kernel/access.ts";
import { duplicateDesign } from "#shop/production/customisations/drafts/manage-designs.server.ts";
import { findDraft, saveDraft } from "#shop/production/customisations/drafts/save-draft.server.ts";
import { listMyDesigns } from "#shop/production/customisations/read-customisations.server.ts";
import { makeGuest } from "#tests/support/builders/guests.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { shirtDesign, withPicture } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, makeCustomer, provenStaff } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { copyShared } from "./copy-shared.server.ts";
import { findShared } from "./find-shared.server.ts";
import { reportDesign } from "./report-design.server.ts";
import {
  countReported,
  decideReports,
  findReportedImage,
  listReported,
} from "./review-reports.server.ts";
import { revokeShare, shareDesign } from "./share-design.server.ts";

testDatabase({ demo: true, max: 20 });
testStore();
beforeAll(() => provideSecret(randomBytes(32)));

const size = [64, 48] as const;

/** A saved design of a customer with a photograph of theirs. */
async function designOf(person: Person, shade: number) {
  const bytes = await photograph({ r: shade, g: 90, b: 20 }, [...size]);
  const taken = await takeUpload(person, bytes, "foto.jpg", randomUUID());
  if (!taken.ok) throw new Error(taken.problem);
  const { product_id, document: begun } = await shirtDesign();
  const document = withPicture(begun, taken.value.sha256, size);
  const id = randomUUID();
  const saved = await saveDraft(person, id, { product_id, name: "Kaos", rev: 0, document });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return { id, product_id, document, picture: taken.value.sha256 };
}

async function share(person: Person, designId: string, with_pictures = false): Promise<string> {
  const shared = await shareDesign(person, designId, { id: randomUUID(), with_pictures });
  if (!shared.ok) throw new Error(shared.problem);
  return tokenOf(person, designId);
}

async function tokenOf(person: Person, designId: string): Promise<string> {
  const { cards } = await listMyDesigns(person, null, "id");
  return cards.find(({ id }) => id === designId)?.share?.token ?? "";
}

const open = (token: string, network: string = randomUUID()) => findShared(token, "id", network);
const copy = (actor: Actor, token: string, id: string = randomUUID()) =>
  copyShared(actor, token, id, randomUUID());
const report = (token: string, id: string = randomUUID(), network: string = randomUUID()) =>
  reportDesign(token, { id, reason: "copyright", note: "Logo klub kami" }, network);

test("a link shows one version to whoever has it, until its owner ends it", async () => {
  const { person } = await makeCustomer("berbagi");
  const { id, product_id, document } = await designOf(person, 30);
  const token = await share(person, id);
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  const stored = await asSeed()`select token_hash from shared_designs where design_id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain(token);
  const first = await open(token);
  expect(first).toMatchObject({ name: "Kaos", has_pictures: true, with_pictures: false });
  // Nothing tells whose it is.
  expect(JSON.stringify(first)).not.toContain(person.id);
  // Asked again, also by two tabs at once, it is the same link, and it goes on showing what was shared.
  await Promise.all([1, 2, 3].map(() => share(person, id)));
  expect(await tokenOf(person, id)).toBe(token);
  const later = { ...document, sides: document.sides.map((side) => ({ ...side, areas: [] })) };
  await saveDraft(person, id, { product_id, name: "Kaos", rev: 1, document: later });
  expect(await open(token)).toEqual(first);

  const stranger = await makeCustomer("bukan-pemilik");
  expect(await shareDesign(stranger.person, id, { id: randomUUID(), with_pictures: true })).toEqual(
    {
      ok: false,
      problem: "design_not_found",
    },
  );
  expect(await revokeShare(stranger.person, id)).toEqual({
    ok: false,
    problem: "design_not_found",
  });
  expect(await open(token)).toEqual(first);
  await Promise.all([1, 2].map(() => revokeShare(person, id)));
  expect(await open(token)).toBeUndefined();
  expect(await copy(stranger.person, token)).toEqual({ ok: false, problem: "design_not_found" });
  expect(await report(token)).toEqual({ ok: false, problem: "design_not_found" });
  // Another link is another token, of what the design is now.
  const next = await share(person, id);
  expect(next).not.toBe(token);
  expect(await open(next)).toMatchObject({ has_pictures: false });
});

test("links that are none, and too many of one network, show nothing", async () => {
  for (const token of ["", "x", "A".repeat(22), "A".repeat(5_000), "../../etc", "\0".repeat(22)]) {
    expect(await open(token)).toBeUndefined();
    expect(await copy(await makeGuest(), token)).toMatchObject({ problem: "design_not_found" });
    expect(await report(token)).toMatchObject({ problem: "design_not_found" });
  }
  const { person } = await makeCustomer("banyak");
  const { id } = await designOf(person, 60);
  const token = await share(person, id);
  const network = randomUUID();
  await open(token, network);
  await asSeed()`update private.rate_limits set used = 600 where key = ${`shared-designs:${network}`}`;
  expect(await open(token, network)).toBe("too_many_requests");
  await report("A".repeat(22), randomUUID(), network);
  await asSeed()`update private.rate_limits set used = 10 where key = ${`design-reports:${network}`}`;
  expect(await report(token, randomUUID(), network)).toEqual({
    ok: false,
    problem: "too_many_requests",
  });
});

test("a copy is an own design; photographs come along only where the sharer said so", async () => {
  const { person } = await makeCustomer("pemilik");
  const { person: other } = await makeCustomer("penyalin");
  const guest = await makeGuest();
  const { id, document, picture } = await designOf(person, 120);
  const bare = await share(person, id);
  const without = randomUUID();
  const twice = await Promise.all([copy(other, bare, without), copy(other, bare, without)]);
  expect(twice).toEqual([
    { ok: true, value: { slug: "kaos-nama-tim" } },
    { ok: true, value: { slug: "kaos-nama-tim" } },
  ]);
  const copied = await findDraft(other, without);
  expect(copied?.document).toEqual(withoutPictures(document, new Set()));
  expect(copied?.document.assets).toEqual({});
  const owners = () => asSeed()`
    select customer_id, guest_hash from design_assets where sha256 = ${picture} and customer_id is distinct from ${person.id}`;
  expect(await owners()).toEqual([]);
  const cards = (await listMyDesigns(other, null, "id")).cards;
  expect(cards.map(({ has_pictures, share }) => [has_pictures, share])).toEqual([[false, null]]);

  await revokeShare(person, id);
  const whole = await share(person, id, true);
  const withPhotograph = randomUUID();
  expect((await copy(guest, whole, withPhotograph)).ok).toBe(true);
  expect((await findDraft(guest, withPhotograph))?.document).toEqual(document);
  expect(await owners()).toEqual([{ customer_id: null, guest_hash: guest.guest }]);
  expect(await copy(visitor, whole)).toEqual({ ok: false, problem: "design_not_found" });
  // What a guest may keep holds for copies too, and a refused one leaves nothing.
  const full = await makeGuest();
  await asSeed()`
    insert into design_assets (guest_hash, sha256, kind, width, height, bytes, name)
    select ${full.guest}, md5(n::text) || md5('penuh'), 'jpeg', 20, 20, 10, 'Uji' from generate_series(1, 10) n`;
  const refused = randomUUID();
  expect(await copy(full, whole, refused)).toEqual({ ok: false, problem: "too_many_pictures" });
  expect(await findDraft(full, refused)).toBeUndefined();
  for (let n = 0; n < 4; n++) expect((await copy(guest, whole)).ok).toBe(true);
  expect(await copy(guest, whole)).toEqual({ ok: false, problem: "too_many_designs" });
});

test("a report hides a design at once, and staff decide", async () => {
  const staff = await provenStaff();
  const { person } = await makeCustomer("dilaporkan");
  const { id } = await designOf(person, 200);
  const token = await share(person, id);
  const key = randomUUID();
  const reports = await Promise.all([report(token, key), report(token, key)]);
  expect(reports).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect(await open(token)).toBeUndefined();
  expect(await copy(await makeGuest(), token)).toMatchObject({ problem: "design_not_found" });
  // Neither another link nor ending this one brings it back.
  await revokeShare(person, id);
  expect(await shareDesign(person, id, { id: randomUUID(), with_pictures: false })).toEqual({
    ok: false,
    problem: "design_reported",
  });
  expect(await listReported(person, "id")).toEqual([]);
  expect(await countReported(person)).toBe(0);

  const kept = await designOf(person, 230);
  const shown = await share(person, kept.id);
  await report(shown);
  expect(await countReported(staff)).toBe(2);
  const [first, second] = await listReported(staff, "id");
  expect(first).toMatchObject({ name: "Kaos", is_shown: false, is_revoked: true });
  expect(first?.reports).toMatchObject([{ reason: "copyright", note: "Logo klub kami" }]);
  const [side] = first?.sides ?? [];
  expect(await findReportedImage(staff, first?.id ?? "", side?.id ?? "", 320)).toBeDefined();
  expect(await findReportedImage(person, first?.id ?? "", side?.id ?? "", 320)).toBeUndefined();
  const seen = (second?.reports ?? []).map(({ id }) => id);
  const target = second?.id ?? "";
  expect(await decideReports(person, target, "kept", seen)).toMatchObject({
    problem: "not_permitted",
  });
  const warehouse = await decideReports(demoPerson("customer@etalase.test"), target, "kept", seen);
  expect(warehouse).toMatchObject({ problem: "not_permitted" });
  expect(await decideReports(staff, randomUUID(), "kept", seen)).toMatchObject({
    problem: "report_not_found",
  });
  expect(await decideReports(staff, target, "kept", [])).toMatchObject({
    problem: "changed_meanwhile",
  });
  // Two colleagues at once: one of them decides.
  const both = await Promise.all([
    decideReports(staff, target, "kept", seen),
    decideReports(staff, target, "removed", seen),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, problem: "changed_meanwhile" });
  expect((await open(shown)) !== undefined).toBe(both[0]?.ok);
  const acts = await asSeed()`
    select action, actor_id from audit_entries where subject_kind = 'shared_design' and subject_id = ${target}`;
  expect(acts).toEqual([
    { action: `shared_design.${both[0]?.ok ? "kept" : "removed"}`, actor_id: staff.id },
  ]);
});

test("what staff let be shown stays, whatever else is reported, until they take it down", async () => {
  const staff = await provenStaff();
  const { person } = await makeCustomer("dibiarkan");
  const { id } = await designOf(person, 250);
  const token = await share(person, id);
  const decide = async (decision: "kept" | "removed") => {
    const found = (await listReported(staff, "id")).find(({ is_shown, reports }) =>
      reports.some(
        ({ note }) => note === "Logo klub kami" && is_shown === (decision === "removed"),
      ),
    );
    const seen = found?.reports.map(({ id }) => id) ?? [];
    return decideReports(staff, found?.id ?? "", decision, seen);
  };
  await asSeed()`update design_reports set decision = 'kept', decided_at = now() where decision is null`;
  await report(token);
  expect(await decide("kept")).toEqual({ ok: true, value: null });
  expect(await report(token)).toEqual({ ok: true, value: null });
  expect(await open(token)).toMatchObject({ name: "Kaos" });
  expect(await decide("removed")).toEqual({ ok: true, value: null });
  expect(await open(token)).toBeUndefined();
  const { cards } = await listMyDesigns(person, null, "id");
  expect(cards.find((card) => card.id === id)?.share?.hidden).toBe("removed");
});

test("with the account go its links, and what was reported about them", async () => {
  const { person } = await makeCustomer("pergi");
  const { id, picture } = await designOf(person, 90);
  const token = await share(person, id, true);
  await report(token);
  const left = () => asSeed()`
    select (select count(*)::int from shared_designs where customer_id = ${person.id}) as links,
      (select count(*)::int from design_reports r join shared_designs s on s.id = r.shared_design_id
        where s.customer_id = ${person.id}) as reports,
      (select count(*)::int from storage.objects where name in (${picture}, ${`${picture}.preview`})) as files`;
  expect(await left()).toEqual([{ links: 1, reports: 1, files: 2 }]);
  await asSeed()`select private.erase_person(${person.id})`;
  expect(await left()).toEqual([{ links: 0, reports: 0, files: 0 }]);
});

test("people read their own links by the REST API, and reports only staff", async () => {
  const { person } = await makeCustomer("pembaca");
  const { person: stranger } = await makeCustomer("pengintip");
  const { id } = await designOf(person, 150);
  await report(await share(person, id));
  const readBy = (actor: Person, columns = "id") =>
    asCaller(callerOf(actor), async (sql) => ({
      links: (await sql`select ${sql(columns)} from shared_designs where design_id = ${id}`).length,
      reports: (await sql`select id from design_reports`).length,
    }));
  expect(await readBy(person)).toEqual({ links: 1, reports: 0 });
  expect(await readBy(stranger)).toEqual({ links: 0, reports: 0 });
  await expect(readBy(person, "token_hash")).rejects.toThrow(/permission denied/);
});

test("saved designs, their copies and their shared links preserve the variant", async () => {
  const { person } = await makeCustomer("bahan");
  const { id, product_id, document } = await designOf(person, 60);
  const [shirt] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    where p.slug = 'kaos-nama-tim' and v.options ->> 'colour' = 'merah' order by v.position limit 1`;
  const variant_id = shirt?.id ?? "";
  const draft = { product_id, name: "Kaos", document };
  expect(await saveDraft(person, id, { ...draft, rev: 1, variant_id })).toMatchObject({ ok: true });
  // A page of an earlier build does not say which garment: the saved one stays.
  expect(await saveDraft(person, id, { ...draft, rev: 2 })).toMatchObject({ ok: true });
  expect(await findDraft(person, id)).toMatchObject({ variant_id });
  const { cards } = await listMyDesigns(person, null, "id");
  const shown = { variant: "Merah cap / S", sides: [{ id: "back", name: "Belakang" }] };
  expect(cards.find((card) => card.id === id)).toMatchObject(shown);
  const twin = randomUUID();
  await duplicateDesign(person, id, twin, (name) => name);
  expect(await findDraft(person, twin)).toMatchObject({ variant_id });
  const token = await share(person, id, true);
  expect(await open(token)).toMatchObject(shown);
  const friend = (await makeCustomer("teman")).person;
  const own = randomUUID();
  expect(await copy(friend, token, own)).toMatchObject({ ok: true });
  expect(await findDraft(friend, own)).toMatchObject({ variant_id });
});
