import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import {
  findRevision,
  type RevisionStart,
} from "#shop/production/customisations/find-revision.server.ts";
import {
  approveProof,
  askForChanges,
} from "#shop/production/customisations/proofs/answer-proof.server.ts";
import {
  approveAsOrdered,
  rejectDesign,
  takeIntoReview,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import {
  sendDocumentSchema,
  sendProof,
} from "#shop/production/customisations/proofs/send-proof.server.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { reorderDesign } from "#shop/production/customisations/reorder-design.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { askDearer, orderLettered, revisionTo } from "#tests/support/builders/revisions.ts";
import { withPicture } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type ReviseInput, reviseDesign, reviseSchema } from "./revise-design.server.ts";

testDatabase({ demo: true, max: 20 });
testStore();
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

beforeAll(openTestProviders);

async function seen(customisation_id: string) {
  const [row] = await asSeed()<{ status: "submitted"; proof_id: string }[]>`
    select c.status, (select p.id from proofs p where p.customisation_id = c.id order by version desc limit 1) as proof_id
    from customisations c where c.id = ${customisation_id}`;
  if (!row) throw new Error("no customisation");
  return { customisation_id, ...row };
}

async function boardOf({ id }: OrderedDesign, side: "buyer" | "staff"): Promise<RevisionStart> {
  const start = await findRevision(side === "staff" ? staff : buyer, id, side);
  if (!start) throw new Error("not to be changed");
  return start;
}

function edited(document: DesignDocument, change: (layer: Layer) => Layer): DesignDocument {
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(change) })),
    })),
  };
}
const typed = (document: DesignDocument, text: string) =>
  edited(document, (layer) => (layer.kind === "text" ? { ...layer, text } : layer));
const moved = (document: DesignDocument) =>
  edited(document, (layer) => (layer.kind === "text" ? { ...layer, y: layer.y + 3 } : layer));

async function revision(design: OrderedDesign, text: string): Promise<ReviseInput> {
  const { document } = await boardOf(design, "buyer");
  return {
    ...(await seen(design.id)),
    id: randomUUID(),
    note: "Ejaan",
    checked: true,
    document: typed(document, text),
    difference: 0,
  };
}

async function reject(design: OrderedDesign): Promise<void> {
  const input = { ...(await seen(design.id)), reason: "quality", note: "" } as const;
  expect(await rejectDesign(staff, input)).toMatchObject({ ok: true });
}

const staffProof = async (
  design: OrderedDesign,
  change: (document: DesignDocument) => DesignDocument,
) => ({
  ...(await seen(design.id)),
  id: randomUUID(),
  note: "Digeser.",
  document: change((await boardOf(design, "staff")).document),
});

test("staff draw another version on the board, which the buyer compares and approves", async () => {
  const design = await orderDesign(buyer, "review");
  const input = await staffProof(design, moved);
  expect(await sendProof(buyer, input)).toEqual({ ok: false, problem: "not_permitted" });
  expect(await findRevision(buyer, design.id, "staff")).toBeUndefined();
  for (const _ of [1, 2]) expect(await sendProof(staff, input)).toMatchObject({ ok: true });
  const page = await findCustomisations(buyer, design.order_id);
  const [proof] = page?.customisations[0]?.proofs ?? [];
  expect(proof).toMatchObject({
    id: input.id,
    version: 2,
    source: "staff",
    note: "Digeser.",
    changes: [{ kind: "moved", what: "Rani", right: 0, down: 3 }],
  });
  const [mail] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where dedupe_key like ${`design:proof_sent:${design.id}:%`}`;
  expect(mail?.text).toContain(
    "Yang berubah dari versi sebelumnya:\n• “Rani” bergeser 3 mm ke bawah",
  );
  const acts = await asSeed()`
    select from audit_entries where subject_id = ${design.id} and action = 'customisation.proof_sent' and actor_id = ${staff.id}`;
  expect(acts).toHaveLength(1);
  expect(
    await approveProof(buyer, input.id, { network: "203.0.113.7", wording: "test" }),
  ).toMatchObject({ ok: true });
  expect(await findRevision(staff, design.id, "staff")).toBeUndefined();
  const late = { ...input, ...(await seen(design.id)), id: randomUUID() };
  expect(await sendProof(staff, late)).toEqual({ ok: false, problem: "step_not_possible" });
});

test("what staff draw needs a change, a printable document and the buyer's own pictures", async () => {
  const design = await orderDesign(buyer, "review");
  const input = await staffProof(design, (document) => document);
  const refusal = async (change: object) => {
    const sent = await sendProof(staff, { ...input, id: randomUUID(), ...change });
    return sent.ok ? "sent" : sent.problem;
  };
  expect(await refusal({})).toBe("proof_unchanged");
  expect(await refusal({ document: { v: 2 } })).toBe("document_refused");
  expect(await refusal({ document: { ...input.document, spec: randomUUID() } })).toBe(
    "document_refused",
  );
  expect(await refusal({ document: typed(input.document, "\u{1F9FF}") })).toMatch(/^finding:/);
  const asset = "a".repeat(64);
  const image = {
    id: "foto",
    kind: "image",
    asset,
    x: 50,
    y: 40,
    w: 20,
    h: 20,
    angle: 0,
    opacity: 1,
    crop: { x: 0, y: 0, w: 1, h: 1 },
    mask: "none",
  };
  const foreign = {
    ...input.document,
    assets: { [asset]: { w: 900, h: 900 } },
    sides: input.document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: [...area.layers, image] })),
    })),
  };
  expect(await refusal({ document: foreign })).toBe("picture_not_found");
  expect((await seen(design.id)).proof_id).toBe(design.proof);
});

test("goods that want a proof get one, although nothing had to be corrected", async () => {
  const design = await orderDesign(buyer, "proof");
  const input = await staffProof(design, (document) => document);
  expect(await sendProof(staff, input)).toMatchObject({ ok: true });
  const again = { ...input, ...(await seen(design.id)), id: randomUUID() };
  expect(await sendProof(staff, again)).toEqual({ ok: false, problem: "proof_unchanged" });
  expect(
    await approveProof(buyer, input.id, { network: "203.0.113.7", wording: "test" }),
  ).toMatchObject({ ok: true });
});

test("a buyer changes a rejected design themselves, and the shop looks at it again", async () => {
  const design = await orderDesign(buyer, "review");
  expect(await findRevision(buyer, design.id, "buyer")).toBeUndefined();
  await reject(design);
  const input = await revision(design, "Rini");
  for (const _ of [1, 2]) expect(await reviseDesign(buyer, input)).toMatchObject({ ok: true });
  const page = await findCustomisations(buyer, design.order_id);
  expect(page?.customisations[0]).toMatchObject({
    status: "submitted",
    rejection: null,
    proofs: [{ version: 2, source: "buyer", words: ["Rini"], note: "Ejaan" }, { version: 1 }],
  });
  expect(await takeIntoReview(staff, await seen(design.id))).toMatchObject({ ok: true });
  expect(await approveAsOrdered(staff, await seen(design.id))).toMatchObject({ ok: true });
});

test("a buyer changes the design themselves after asking for changes", async () => {
  const design = await orderDesign(buyer, "review");
  const sent = await staffProof(design, moved);
  expect(await sendProof(staff, sent)).toMatchObject({ ok: true });
  const message = { id: randomUUID(), text: "Saya ganti namanya." };
  expect(await askForChanges(buyer, sent.id, message, "203.0.113.7")).toMatchObject({ ok: true });
  expect(await reviseDesign(buyer, await revision(design, "Dina"))).toMatchObject({ ok: true });
  expect((await seen(design.id)).status).toBe("submitted");
});

test("a version with the buyer's pictures is sent after a tick, which is kept and comes along where it is ordered again", async () => {
  const design = await orderDesign(buyer, "review");
  await reject(design);
  const taken = await takeUpload(
    ...([buyer, await photograph({ r: 9, g: 90, b: 160 }, [900, 900]), "foto.jpg", "n"] as const),
  );
  if (!taken.ok) throw new Error(taken.problem);
  const { sha256 } = taken.value;
  const { document } = await boardOf(design, "buyer");
  const input = {
    ...(await revision(design, "Rani")),
    document: withPicture(document, sha256, [900, 900]),
  };
  expect(await reviseDesign(buyer, input)).toEqual({ ok: false, problem: "rights_missing" });
  // Larger on the goods it looks blurred there, which takes a tick of its own.
  const blurred = {
    ...input,
    rights: "2026-11 en",
    document: withPicture(document, sha256, [900, 900], 170),
  };
  expect(await reviseDesign(buyer, blurred)).toEqual({ ok: false, problem: "blur_unticked" });
  expect(await reviseDesign(buyer, { ...blurred, blurred: 200 })).toEqual({
    ok: false,
    problem: "blur_unticked",
  });
  const ticked = { ...input, rights: "2026-11 en" };
  for (const _ of [1, 2]) expect(await reviseDesign(buyer, ticked)).toMatchObject({ ok: true });
  const ticks = () => asSeed()<{ version: number; rights_wording: string; rights_at: Date }[]>`
    select version, rights_wording, rights_at from proofs where customisation_id = ${design.id} order by version`;
  const [first, second] = await ticks();
  expect(first).toMatchObject({ version: 1, rights_wording: null, rights_at: null });
  expect(second).toMatchObject({ version: 2, rights_wording: "2026-11 en" });
  expect(second?.rights_at).toBeInstanceOf(Date);
  // Every version is ticked anew, also where its pictures are those of the one before.
  await reject(design);
  const again = await revision(design, "Rini");
  expect(await reviseDesign(buyer, again)).toEqual({ ok: false, problem: "rights_missing" });
  expect(await reviseDesign(buyer, { ...again, rights: "2026-11 id" })).toMatchObject({ ok: true });
  const [, , third] = await ticks();
  expect(await takeIntoReview(staff, await seen(design.id))).toMatchObject({ ok: true });
  expect(await approveAsOrdered(staff, await seen(design.id))).toMatchObject({ ok: true });
  const version = randomUUID();
  expect(await reorderDesign(buyer, design.id, version)).toMatchObject({ ok: true });
  const [copy] = await asSeed()`
    select rights_wording, rights_at from design_versions where id = ${version}`;
  expect(copy).toEqual({ rights_wording: "2026-11 id", rights_at: third?.rights_at });
});

test("a version of another price than was seen, of others, or after another step is refused", async () => {
  const design = await orderDesign(buyer, "review");
  await reject(design);
  await asSeed()`
    update customisations set spec = jsonb_set(spec, '{price}', (spec -> 'price') ||
      '[{"kind": "letter", "label": {"id": "Huruf", "en": "Letters"}, "amount": 1000, "above": 0}]') where id = ${design.id}`;
  const input = await revision(design, "Rini");
  const { person: stranger } = await makeCustomer("Perevisi");
  expect(await findRevision(stranger, design.id, "buyer")).toBeUndefined();
  expect(await reviseDesign(stranger, input)).toEqual({
    ok: false,
    problem: "customisation_not_found",
  });
  const { document } = await boardOf(design, "buyer");
  for (const text of ["Rina Wati", "Ra"])
    expect(await reviseDesign(buyer, { ...input, document: typed(document, text) })).toEqual({
      ok: false,
      problem: "price_changed",
    });
  expect(await reviseDesign(buyer, { ...input, document: typed(document, "Rani") })).toEqual({
    ok: false,
    problem: "proof_unchanged",
  });
  expect(await takeIntoReview(staff, await seen(design.id))).toMatchObject({ ok: true });
  expect(await reviseDesign(buyer, input)).toEqual({ ok: false, problem: "changed_meanwhile" });
  const now = { ...input, ...(await seen(design.id)) };
  expect(await reviseDesign(buyer, now)).toEqual({ ok: false, problem: "step_not_possible" });
});

test("a version with the id of another design's version or supplement is refused", async () => {
  const [design, other] = [await orderLettered(buyer, staff), await orderLettered(buyer, staff)];
  const taken = { ok: false, problem: "changed_meanwhile" };
  const waiting = await askDearer(buyer, other, "Raniatina", 5_000);
  for (const id of [(await seen(other.id)).proof_id, waiting.id]) {
    const [same, dearer] = [
      await revisionTo(buyer, design, "Rata", 0),
      await revisionTo(buyer, design, "Raniatina", 5_000),
    ];
    expect(await reviseDesign(buyer, { ...same, id })).toEqual(taken);
    expect(await reviseDesign(buyer, { ...dearer, id })).toEqual(taken);
  }
  const shown = await orderDesign(buyer, "review");
  const { proof_id: id } = await seen(other.id);
  expect(await sendProof(staff, { ...(await staffProof(shown, moved)), id })).toEqual(taken);
});

test("an earlier order whose key contains the version id does not prevent the supplement", async () => {
  const design = await orderLettered(buyer, staff, { quantity: 1 });
  const input = await revisionTo(buyer, design, "Raniati", 3_000);
  // Buyers choose the idempotency keys of their orders and the ids of versions.
  await asSeed()`
    update orders set idempotency_key = ${`design:${input.id}`} where id = ${design.order_id}`;
  expect(await reviseDesign(buyer, input)).toMatchObject({
    ok: true,
    value: { to_pay: expect.any(String) },
  });
});

test("what is no form of the boards is refused before it reaches the database", () => {
  const seen = { customisation_id: randomUUID(), status: "rejected", proof_id: randomUUID() };
  const good = {
    ...seen,
    id: randomUUID(),
    note: "Uji",
    checked: true,
    document: {},
    difference: -9_000,
  };
  expect(v.is(reviseSchema, good)).toBe(true);
  const { checked: _, difference: __, ...own } = good;
  expect(v.is(sendDocumentSchema, own)).toBe(true);
  for (const change of [
    ...[{ id: "1" }, { note: "a\0" }, { note: "a".repeat(1001) }, { status: "unknown" }],
    ...[{ proof_id: 1 }, { more: 1 }, { customisation_id: "../" }],
  ]) {
    expect(v.is(reviseSchema, { ...good, ...change })).toBe(false);
    expect(v.is(sendDocumentSchema, { ...own, ...change })).toBe(false);
  }
  expect(v.is(reviseSchema, { ...good, checked: false })).toBe(false);
  for (const difference of [0.5, Number.NaN, 2 ** 60, "9000", undefined])
    expect(v.is(reviseSchema, { ...good, difference })).toBe(false);
  expect(v.is(sendDocumentSchema, { ...own, note: " " })).toBe(false);
});

test("a buyer's and the shop's new version at once: one of them wins", async () => {
  const design = await orderDesign(buyer, "review");
  const first = await staffProof(design, moved);
  expect(await sendProof(staff, first)).toMatchObject({ ok: true });
  const message = { id: randomUUID(), text: "Ganti nama." };
  expect(await askForChanges(buyer, first.id, message, "203.0.113.7")).toMatchObject({ ok: true });
  const own = await revision(design, "Dina");
  const theirs = await staffProof(design, moved);
  const answers = await Promise.all([reviseDesign(buyer, own), sendProof(staff, theirs)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ problem: "changed_meanwhile" });
  const proofs = await asSeed()`select from proofs where customisation_id = ${design.id}`;
  expect(proofs).toHaveLength(3);
});
