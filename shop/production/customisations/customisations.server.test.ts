import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { hashOfDocument } from "#shop/designs/document/hash-document.server.ts";
import { maxDesigns } from "#shop/designs/guests/design-owner.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { shirtDesign } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { Design } from "./design.ts";
import { deleteDesign, duplicateDesign, renameDesign } from "./drafts/manage-designs.server.ts";
import { findDraft, saveDraft } from "./drafts/save-draft.server.ts";
import { approveProof, askForChanges, writeMessage } from "./proofs/answer-proof.server.ts";
import { findCustomisations, listMyDesigns } from "./read-customisations.server.ts";

testDatabase({ demo: true, max: 20 });
const rani = demoPerson("customer@etalase.test");
const network = "203.0.113.7";
const wording = "test id";
const copyName = (name: string) => `${name} (salinan)`;
const message = (text: string) => ({ id: randomUUID(), text });

/** A customisation of this person with one proof that waits for an answer. */
async function proofFor(person: Person): Promise<{ id: string; proofId: string; orderId: string }> {
  const sql = asSeed();
  const design = await anyDesign();
  const [line] = await sql<{ id: string; order_id: string }[]>`
    select l.id, l.order_id from order_lines l
    where not exists (select from customisations c where c.order_line_id = l.id)
      and exists (select from orders o where o.id = l.order_id and o.status <> 'canceled')
    order by l.customer_id = ${person.id} desc nulls last, l.id limit 1`;
  if (!line) throw new Error("no line is left");
  await sql`update orders set customer_id = ${person.id} where id = ${line.order_id}`;
  const id = randomUUID();
  await sql`
    insert into customisations (id, order_id, order_line_id, customer_id, name, document, status)
    values (${id}, ${line.order_id}, ${line.id}, ${person.id}, 'Uji', ${sql.json(design)}, 'proof_sent')`;
  return { id, proofId: await addProof(id, person, 1), orderId: line.order_id };
}

async function addProof(id: string, person: Person, version: number): Promise<string> {
  const sql = asSeed();
  const design = await anyDesign();
  const proofId = randomUUID();
  await sql`
    insert into proofs (id, customisation_id, customer_id, version, document, document_hash)
    values (${proofId}, ${id}, ${person.id}, ${version}, ${sql.json(design)}, ${hashOfDocument(design)})`;
  return proofId;
}

async function anyDesign(): Promise<Design> {
  const [row] = await asSeed()<{ document: Design }[]>`select document from designs limit 1`;
  if (!row) throw new Error("the demo shop has no design");
  return row.document;
}

const statusOf = async (id: string) =>
  (await asSeed()`select status from customisations where id = ${id}`)[0]?.status;

test("the demo customer's designs are all readable, each with the fingerprint of its proof", async () => {
  const { cards, counts } = await listMyDesigns(rani, null, "id");
  expect(cards.filter(({ design }) => design === null)).toEqual([]);
  expect(counts.draft).toBe(3);
  expect(cards.length).toBeGreaterThan(3);
  expect((await listMyDesigns(rani, "draft", "en")).cards.map(({ kind }) => kind)).toEqual([
    "draft",
    "draft",
    "draft",
  ]);
  const proofs = await asSeed()<{ document: Design; document_hash: string }[]>`
    select document, document_hash from proofs`;
  expect(proofs.length).toBeGreaterThan(0);
  for (const proof of proofs) expect(proof.document_hash).toBe(hashOfDocument(proof.document));
});

test("a design says whose turn it is: the buyer's while a proof waits, the shop's after a request", async () => {
  const { id, proofId } = await proofFor(rani);
  const stage = async () => {
    const { cards } = await listMyDesigns(rani, null, "id");
    const found = cards.find((card) => card.id === id)?.stage ?? "draft";
    const filtered = await listMyDesigns(rani, found, "id");
    expect(filtered.cards.map((card) => card.id)).toContain(id);
    expect(filtered.counts[found]).toBe(filtered.cards.length);
    return found;
  };
  expect(await stage()).toBe("answer");
  await askForChanges(rani, proofId, message("Lebih besar"), network);
  expect(await stage()).toBe("revision");
  await addProof(id, rani, 2);
  await asSeed()`update customisations set status = 'proof_sent' where id = ${id}`;
  expect(await stage()).toBe("answer");
});

test("rule 11: an approval is of one version, by whom, when and from where, and happens once", async () => {
  const { person } = await makeCustomer("setuju");
  const { id, proofId } = await proofFor(person);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => approveProof(person, proofId, { network, wording })),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await statusOf(id)).toBe("approved");
  const [proof] = await asSeed()`
    select decision, decided_by, decided_ip, decided_wording, decided_at is not null as is_dated from proofs where id = ${proofId}`;
  expect(proof).toEqual({
    decision: "approved",
    decided_by: person.id,
    decided_ip: network,
    decided_wording: wording,
    is_dated: true,
  });
  expect(await askForChanges(person, proofId, message("Ubah"), network)).toEqual({
    ok: false,
    problem: "proof_decided",
  });
});

test("of a concurrent approval and rejection one counts", async () => {
  const { person } = await makeCustomer("ragu");
  for (let round = 0; round < 5; round++) {
    const { id, proofId } = await proofFor(person);
    const [yes, no] = await Promise.all([
      approveProof(person, proofId, { network, wording }),
      askForChanges(person, proofId, message("Ganti warnanya"), network),
    ]);
    expect([yes.ok, no.ok].filter(Boolean)).toHaveLength(1);
    expect(await statusOf(id)).toBe(yes.ok ? "approved" : "changes_requested");
    const written = await asSeed()`
      select from customisation_messages where customisation_id = ${id}`;
    expect(written).toHaveLength(yes.ok ? 0 : 1);
  }
});

test("a change request uses a round and brings a new version; the old one cannot be approved", async () => {
  const person = rani;
  const { id, proofId, orderId } = await proofFor(person);
  const asked = message("Tulisannya lebih besar");
  expect(await askForChanges(person, proofId, asked, network)).toEqual({ ok: true, value: null });
  expect(await askForChanges(person, proofId, asked, network)).toEqual({ ok: true, value: null });
  const second = await addProof(id, person, 2);
  await asSeed()`update customisations set status = 'proof_sent' where id = ${id}`;
  expect(await approveProof(person, proofId, { network, wording })).toEqual({
    ok: false,
    problem: "proof_outdated",
  });
  const found = await findCustomisations(person, orderId);
  const [shown] = found?.customisations.filter((one) => one.id === id) ?? [];
  expect(shown).toMatchObject({ status: "proof_sent", revisions_left: 1 });
  expect(shown?.messages).toMatchObject([{ text: asked.text, from_shop: false }]);
  expect(shown?.proofs.map(({ version }) => version)).toEqual([2, 1]);
  expect(await approveProof(person, second, { network, wording })).toEqual({
    ok: true,
    value: null,
  });
});

test("other people's proofs, designs and orders are not found", async () => {
  const { person } = await makeCustomer("pemilik");
  const { person: stranger } = await makeCustomer("orang-lain");
  const { id, proofId, orderId } = await proofFor(person);
  const staff = demoPerson("staff@etalase.test");
  for (const other of [stranger, staff]) {
    expect((await approveProof(other, proofId, { network, wording })).ok).toBe(false);
    expect((await askForChanges(other, proofId, message("x"), network)).ok).toBe(false);
    expect((await writeMessage(other, id, message("x"))).ok).toBe(false);
    expect((await duplicateDesign(other, id, randomUUID(), copyName)).ok).toBe(false);
    expect(await findCustomisations(other, orderId)).toBeUndefined();
  }
  expect(await statusOf(id)).toBe("proof_sent");
});

test("an approval needs a proof, and a decision never changes", async () => {
  const { person } = await makeCustomer("tanpa-bukti");
  const { id, proofId } = await proofFor(person);
  const sql = asSeed();
  await expect(
    sql`update customisations set status = 'approved' where id = ${id}`,
  ).rejects.toMatchObject({ constraint: "customisation_without_proof" });
  await expect(
    sql`update customisations set status = 'in_production' where id = ${id}`,
  ).rejects.toMatchObject({ constraint: "customisation_status_step" });
  await approveProof(person, proofId, { network, wording });
  await expect(
    sql`update proofs set decision = 'changes_requested' where id = ${proofId}`,
  ).rejects.toMatchObject({ code: "23001" });
  await expect(sql`update proofs set version = 7 where id = ${proofId}`).rejects.toMatchObject({
    code: "23001",
  });
});

test("a design is renamed, copied once for repeated requests, and deleted; an ordered one can be copied", async () => {
  const { person } = await makeCustomer("perancang");
  const { id } = await proofFor(person);
  const copy = randomUUID();
  const copies = await Promise.all(
    Array.from({ length: 5 }, () => duplicateDesign(person, id, copy, copyName)),
  );
  expect(copies).toEqual(copies.map(() => ({ ok: true, value: { id: copy } })));
  expect((await listMyDesigns(person, "draft", "id")).cards).toMatchObject([
    { id: copy, name: "Uji (salinan)", kind: "draft" },
  ]);
  expect((await renameDesign(person, copy, "Baru")).ok).toBe(true);
  expect((await deleteDesign(person, copy)).ok).toBe(true);
  expect(await deleteDesign(person, copy)).toEqual({ ok: false, problem: "design_not_found" });
  expect((await listMyDesigns(person, "draft", "id")).cards).toEqual([]);
});

test("a person has at most a hundred designs, also with concurrent requests", async () => {
  const { person } = await makeCustomer("penuh");
  const { id } = await proofFor(person);
  const sql = asSeed();
  await sql`
    insert into designs (customer_id, name, document)
    select ${person.id}, 'Uji', '{}' from generate_series(1, ${maxDesigns - 2})`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => duplicateDesign(person, id, randomUUID(), copyName)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  const [stored] =
    await sql`select count(*)::int as count from designs where customer_id = ${person.id}`;
  expect(stored?.count).toBe(maxDesigns);
});

test("deleting an account removes designs, messages and printed texts; the proof's fingerprint stays", async () => {
  const { person } = await makeCustomer("pamit");
  const { id, proofId } = await proofFor(person);
  await writeMessage(person, id, message("Halo"));
  await approveProof(person, proofId, { network, wording });
  const sql = asSeed();
  await sql`select private.erase_person(${person.id})`;
  expect(
    (await sql`select name, document, status from customisations where id = ${id}`)[0],
  ).toEqual({
    name: "",
    document: {},
    status: "approved",
  });
  const [proof] = await sql`
    select document, decided_by, decided_ip, length(document_hash) as hash from proofs where id = ${proofId}`;
  expect(proof).toEqual({ document: {}, decided_by: null, decided_ip: null, hash: 64 });
  expect(await sql`select from customisation_messages where customisation_id = ${id}`).toEqual([]);
});

const moved = (document: DesignDocument, millimetres: number) => ({
  ...document,
  sides: document.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => ({
      ...area,
      layers: area.layers.map((layer) => ({ ...layer, x: layer.x + millimetres })),
    })),
  })),
});

test("a design is saved one save after the other; of two at once one is told of the other's", async () => {
  const { person } = await makeCustomer("simpan");
  const { product_id, document } = await shirtDesign();
  const id = randomUUID();
  const save = (rev: number, right: number, by = person) =>
    saveDraft(by, id, { product_id, name: "Kaos", rev, document: moved(document, right) });
  expect(await save(0, 0)).toEqual({ ok: true, value: { rev: 1 } });
  // The answer was lost: the same save again is the same.
  expect(await save(0, 0)).toEqual({ ok: true, value: { rev: 1 } });
  const both = await Promise.all([save(1, 1), save(1, 2)]);
  expect(both.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { rev: 2 } }]);
  const refused = both.find(({ ok }) => !ok);
  const stored = await findDraft(person, id);
  expect(refused).toMatchObject({ problem: { code: "rev_conflict", saved: stored } });
  expect(stored?.rev).toBe(2);
  const { cards } = await listMyDesigns(person, null, "id");
  expect(cards.map(({ id, name }) => ({ id, name }))).toEqual([{ id, name: "Kaos" }]);
  expect(cards[0]?.sides).toHaveLength(1);

  const stranger = await makeCustomer("asing");
  expect(await findDraft(stranger.person, id)).toBeUndefined();
  expect(await save(2, 3, stranger.person)).toMatchObject({
    problem: { code: "design_not_found" },
  });
  expect(await save(0, 3, stranger.person)).toMatchObject({
    problem: { code: "design_not_found" },
  });
  expect(await findDraft(person, id)).toEqual(stored);
});

test("what is no design, belongs to another product or shows another's picture is not saved", async () => {
  const { person } = await makeCustomer("salah");
  const { product_id, document } = await shirtDesign();
  const save = (input: unknown, product = product_id) =>
    saveDraft(person, randomUUID(), { product_id: product, name: "Kaos", rev: 0, document: input });
  expect(await save({ v: 2 })).toMatchObject({ problem: { code: "document_refused" } });
  expect(await save(document, randomUUID())).toMatchObject({
    problem: { code: "design_not_found" },
  });
  const assets = { ["e".repeat(64)]: { w: 100, h: 100 } };
  expect(await save({ ...document, assets })).toMatchObject({
    problem: { code: "picture_not_found" },
  });
  expect((await listMyDesigns(person, null, "id")).cards).toEqual([]);
});
