import { beforeAll, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addBuyerNote, pinBuyerNote, retractBuyerNote } from "./buyer-notes.server.ts";
import { findBuyer } from "./find-buyer.server.ts";
import { followBuyers } from "./follow-buyers.server.ts";
import { tagBuyer } from "./tag-buyer.server.ts";

testDatabase({ demo: true, max: 4 });
let manager: Person;
let service: Person;
let colleague: Person;
let finance: Person;
let buyer = "";
let other = "";

beforeAll(async () => {
  await followBuyers();
  manager = await makeStaff("manajer", "manager");
  service = await makeStaff("layanan", "service");
  colleague = await makeStaff("rekan", "service");
  finance = await makeStaff("keuangan", "finance");
  const rows = await asSeed()<{ id: string }[]>`
    select id from buyers where orders > 0 order by id limit 2`;
  [buyer = "", other = ""] = rows.map(({ id }) => id);
});

const notes = async () =>
  (await findBuyer(service, buyer))?.notes.map(({ text, pinned }) => [text, pinned]);
const note = (text: string) => ({ id: crypto.randomUUID(), text });

test("a note is stored once, pinned before others, and retracted by its author or with customers.edit", async () => {
  const first = note(" Minta bungkus kado ");
  expect(await addBuyerNote(service, buyer, first)).toEqual({ ok: true, value: null });
  expect(await addBuyerNote(service, buyer, first)).toEqual({ ok: true, value: null });
  const second = note("Bayar selalu lewat transfer");
  await addBuyerNote(service, buyer, second);
  await pinBuyerNote(colleague, buyer, first.id, true);
  expect(await notes()).toEqual([
    ["Minta bungkus kado", true],
    ["Bayar selalu lewat transfer", false],
  ]);
  expect(await retractBuyerNote(colleague, buyer, first.id)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  expect(await retractBuyerNote(service, other, first.id)).toEqual({
    ok: false,
    problem: "note_not_found",
  });
  expect((await retractBuyerNote(service, buyer, first.id)).ok).toBe(true);
  expect((await retractBuyerNote(manager, buyer, second.id)).ok).toBe(true);
  expect(await pinBuyerNote(service, buyer, first.id, false)).toEqual({
    ok: false,
    problem: "note_not_found",
  });
  expect(await notes()).toEqual([]);
  // The rows stay, and the audit log has the actions without the text of the notes.
  const [kept] =
    await asSeed()`select count(*)::int as notes from buyer_notes where buyer_id = ${buyer}`;
  expect(kept).toEqual({ notes: 2 });
  const entries = await asSeed()<{ action: string; changes: string }[]>`
    select action, changes::text from audit_entries where subject_kind = 'buyer' and subject_id = ${buyer} order by id`;
  expect(entries.map(({ action }) => action)).toEqual([
    "buyer_notes.created",
    "buyer_notes.created",
    "buyer_notes.changed",
    "buyer_notes.changed",
    "buyer_notes.changed",
  ]);
  expect(JSON.stringify(entries)).not.toContain("transfer");
});

test("notes that are empty, too long, about an unknown buyer or by staff without customers.contact are refused", async () => {
  const refusedBy = async (text: string, actor = service, id = buyer) => {
    const added = await addBuyerNote(actor, id, note(text));
    return added.ok ? "stored" : added.problem;
  };
  expect(await refusedBy("  ")).toBe("note_missing");
  expect(await refusedBy("a".repeat(2_001))).toBe("note_too_long");
  expect(await refusedBy("a".repeat(2_000), finance)).toBe("not_permitted");
  expect(await refusedBy("a", service, crypto.randomUUID())).toBe("buyer_not_found");
  expect(await notes()).toEqual([]);
  const asClient = asCaller(
    callerOf(service),
    (sql) =>
      sql`insert into buyer_notes (id, buyer_id, text) values (gen_random_uuid(), ${buyer}, 'x')`,
  );
  await expect(asClient).rejects.toThrow(/permission denied/);
});

test("tags are stored in lower case, without duplicates, at most 50 for each buyer", async () => {
  const tags = async () => (await findBuyer(service, buyer))?.tags;
  expect(await tagBuyer(manager, buyer, " Grosir ", true)).toEqual({ ok: true, value: null });
  expect(await tagBuyer(manager, buyer, "grosir", true)).toEqual({ ok: true, value: null });
  expect(await tags()).toEqual(["grosir"]);
  for (const tag of ["", "a,b", "a;b", "a".repeat(41)]) {
    expect([tag, await tagBuyer(manager, buyer, tag, true)]).toEqual([
      tag,
      { ok: false, problem: "tag_invalid" },
    ]);
  }
  expect(await tagBuyer(service, buyer, "vip", true)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  expect(await tagBuyer(manager, crypto.randomUUID(), "vip", true)).toEqual({
    ok: false,
    problem: "buyer_not_found",
  });
  for (let n = 1; n < 50; n++) await tagBuyer(manager, buyer, `tag ${n}`, true);
  expect(await tagBuyer(manager, buyer, "vip", true)).toEqual({
    ok: false,
    problem: "too_many_tags",
  });
  expect((await tagBuyer(manager, buyer, "grosir", false)).ok).toBe(true);
  expect(await tags()).not.toContain("grosir");
});
