import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { summarise } from "#shop/designs/draw/summarise.ts";
import { withValues } from "#shop/designs/edit/open-template.ts";
import { findDesignStart } from "#shop/designs/find-design-start.server.ts";
import { keepDesign } from "#shop/designs/keep-design.server.ts";
import { findRoster, findRosterStart } from "#shop/designs/roster/find-roster-start.server.ts";
import { keepRoster } from "#shop/designs/roster/keep-roster.server.ts";
import { type Person, visitor } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPackingSlip } from "#shop/orders/print-documents/find-papers.server.ts";
import { findJobTicket } from "#shop/production/customisations/print-files/job-ticket.server.ts";
import { findPrintFile } from "#shop/production/customisations/print-files/print-file.server.ts";
import { findPrintImages } from "#shop/production/customisations/print-files/print-images.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { approveProof } from "#shop/production/customisations/proofs/answer-proof.server.ts";
import { sendProof } from "#shop/production/customisations/proofs/send-proof.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { reorderDesign } from "#shop/production/customisations/reorder-design.server.ts";
import { reorderOrder } from "#shop/production/customisations/reorder-order.server.ts";
import {
  rosterInput,
  type SampleRow,
  sampleRoster,
  teamShirt,
} from "#tests/support/builders/rosters.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  provenAdmin,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { pdfBoxes } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

const team: readonly SampleRow[] = [
  [0, "Budi", "10"],
  [1, "Sari", "7"],
  [0, "Agus", ""],
  [1, "Putri", "21"],
  [1, "", "1"],
];

async function ordered(person: Person, address_id: string, lines: readonly CartLine[]) {
  const input = await orderInput(person, { lines: [...lines], address_id });
  const placed = await placeOrder(person, input, { idempotencyKey: randomUUID(), language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  await payWith(placed.value.payment.id);
  await settlePayment(placed.value.payment.id);
  const order = await findOrder(person, placed.value.order.id);
  const made = await findCustomisations(person, placed.value.order.id);
  if (!order || !made) throw new Error("no order");
  return { order, customisations: made.customisations };
}

test("a roster is a line a size with its names, whose quantity only its rows change", async () => {
  const { person } = await makeCustomer("Kapten");
  const lines = await sampleRoster(person, team);
  const quote = (of: readonly CartLine[], actor: typeof visitor = person) =>
    quoteCart({ actor }, { lines: [...of] }, "id");
  const { lines: quoted, problems } = await quote(lines);
  expect(problems).toEqual([]);
  expect(quoted).toMatchObject([
    { quantity: 2, setup_fee: 0, design: { words: ["Garuda"], pieces: ["Budi 10", "Agus"] } },
    { quantity: 3, setup_fee: 45_000, design: { pieces: ["Sari 7", "Putri 21", "1"] } },
  ]);
  expect(quoted[0]?.unit_price).toBe(149_000 + 35_000);
  const more = await quote(lines.map((line) => ({ ...line, quantity: line.quantity + 1 })));
  expect(more.problems.map(({ code }) => code)).toEqual(["roster_changed", "roster_changed"]);
  expect(more.problems[0]?.designed).toMatchObject({ is_roster: true });
  expect(await findRoster(visitor, lines[0]?.design_id ?? "")).toBeUndefined();
  expect(await findRoster(person, lines[0]?.design_id ?? "")).toMatchObject({
    values: { team: "Garuda" },
    rows: { length: 5, 1: { values: { name: "Sari", number: "7" } } },
  });
});

test("a design of the drawing board is filled in row by row: its own words stay, the others are each piece's", async () => {
  const { person } = await makeCustomer("Perancang");
  const { sizes, template_id } = await teamShirt();
  const start = await findDesignStart(person, "kaos-nama-tim", "id", {
    template: template_id,
    variant: sizes[0] ?? "",
    values: {},
  });
  if (!start) throw new Error("the shirt has no designer");
  const network = randomUUID();
  const sent = { network, isConfirmed: true };
  const design = randomUUID();
  const document = withValues(start.document, { team: "Elang" });
  const drawn = { variant_id: sizes[0] ?? "", document };
  expect(await keepDesign(person, design, drawn, network)).toMatchObject({ ok: true });
  const input = { ...(await rosterInput(team)), template_id: design, values: {} };
  const missing = { ok: false, problem: { code: "template_not_found" } };
  expect(await keepRoster(visitor, randomUUID(), input, sent)).toEqual(missing);
  const id = randomUUID();
  expect(await keepRoster(person, id, input, sent)).toMatchObject({ ok: true });
  // The roster has its own design, so that its rows can be changed from the cart.
  expect(await findRoster(person, id)).toMatchObject({ template: id, rows: { length: 5 } });
  const again = await findRosterStart("kaos-nama-tim", "id", person, id);
  expect(again?.templates[0]).toMatchObject({ id, fields: [{ id: "name" }, { id: "number" }] });
  const changed = randomUUID();
  expect(await keepRoster(person, changed, { ...input, template_id: id }, sent)).toMatchObject({
    ok: true,
  });
  const versions = await asSeed()`
    select template_id, words, jsonb_path_query_array(pieces, '$[*].text') as texts, display_hash
    from design_versions where id = any(${[id, changed]})`;
  expect(versions).toHaveLength(2);
  for (const version of versions)
    expect(version).toMatchObject({
      template_id: null,
      words: ["Elang"],
      display_hash: versions[0]?.display_hash,
      texts: ["Budi 10", "Sari 7", "Agus", "Putri 21", "1"],
    });
});

test("a name that does not fit is refused with its row, as is a variant of other goods", async () => {
  const sent = { network: randomUUID(), isConfirmed: true };
  const refusal = async (rows: readonly SampleRow[], name = "Garuda") =>
    keepRoster(visitor, randomUUID(), await rosterInput(rows, name), sent);
  expect(
    await refusal([
      [0, "Budi", "10"],
      [1, "Bartholomeus Adikusumo", "7"],
      [0, "Sari", "1O"],
      [2, "ꦫꦤꦶ", ""],
    ]),
  ).toMatchObject({
    problem: {
      code: "roster_refused",
      problems: [
        { row: 1, field: "name", code: "field_too_long", max: 14 },
        { row: 2, field: "number", code: "field_invalid" },
        { row: 3, field: "name", code: "letter_missing" },
      ],
    },
  });
  expect(await refusal(team, "")).toMatchObject({
    problem: { problems: [{ row: null, field: "team", code: "field_missing" }] },
  });
  const [mug] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id where p.slug = 'mug-nama-anda' limit 1`;
  const strange = await rosterInput(team);
  const [first, ...rest] = strange.rows;
  if (!first) throw new Error("no rows");
  const rows = [first, { variant_id: mug?.id ?? "", values: {} }, ...rest];
  expect(await keepRoster(visitor, randomUUID(), { ...strange, rows }, sent)).toMatchObject({
    problem: { problems: [{ row: 1, field: null, code: "variant_not_found" }] },
  });
});

test("what cannot be printed is said before what should be looked at again, and nothing is kept until both are settled", async () => {
  const { person } = await makeCustomer("Bendahara");
  const network = randomUUID();
  const send = async (rows: readonly SampleRow[], isConfirmed: boolean) =>
    keepRoster(person, randomUUID(), await rosterInput(rows), { network, isConfirmed });
  const twice: readonly SampleRow[] = [
    [0, "Budi", "10"],
    [1, "Bartholomeus Adikusumo", "10"],
    [0, "", "7"],
  ];
  for (const isConfirmed of [false, true])
    expect(await send(twice, isConfirmed)).toMatchObject({
      problem: { code: "roster_refused", problems: [{ row: 1, code: "field_too_long" }] },
    });
  const right = twice.with(1, [1, "Barto", "10"]);
  expect(await send(right, false)).toEqual({
    ok: false,
    problem: {
      code: "roster_unconfirmed",
      warnings: [
        { code: "row_blank", row: 2, field: "name" },
        { code: "row_repeated", row: 1, field: "number", first: 0 },
      ],
    },
  });
  const kept = () => asSeed()`select from design_versions where customer_id = ${person.id}`;
  expect(await kept()).toHaveLength(0);
  expect(await send(right, true)).toMatchObject({ ok: true });
  expect(await kept()).toHaveLength(1);
});

test("each piece of an ordered roster has its page, its name on every paper, and its count", async () => {
  const { person, addressId } = await makeCustomer("Manajer");
  const { order, customisations } = await ordered(
    person,
    addressId,
    await sampleRoster(person, team),
  );
  expect(order.lines).toMatchObject([
    { pieces: ["Budi 10", "Agus"], words: ["Garuda", "Budi 10", "Agus"] },
    { pieces: ["Sari 7", "Putri 21", "1"] },
  ]);
  const [, second] = customisations;
  const id = second?.id ?? "";
  expect(second).toMatchObject({ status: "approved", proofs: [{ words: ["Garuda"] }] });
  const file = await findPrintFile(staff, id);
  expect(pdfBoxes(file?.bytes ?? Buffer.alloc(0))).toHaveLength(3);
  const names: string[] = [];
  for await (const image of (await findPrintImages(staff, id))?.files ?? []) names.push(image.name);
  expect(names.map((name) => /-(\d\d)-.+-3x-[0-9a-f]{8}\.png$/.exec(name)?.[1])).toEqual([
    ...["01", "02", "03"],
  ]);
  const ticket = await findJobTicket(staff, id, "id");
  expect(pdfBoxes(Buffer.from(ticket?.bytes ?? []))).toHaveLength(2);
  expect(await findPackingSlip(staff, order.id, null, "id")).toBeDefined();
  const count = (good: number) =>
    countPrinted(staff, { id: randomUUID(), customisation_id: id, good, spoiled: 0, reason: "" });
  expect(await count(2)).toMatchObject({ value: { status: "in_production" } });
  expect(await count(2)).toMatchObject({ problem: "job_too_many" });
  expect(await count(1)).toMatchObject({ value: { status: "done" } });
  // What lies in a cart may go; what was ordered stays.
  await asSeed()`delete from design_versions where customer_id = ${person.id}`;
  expect((await findPrintFile(staff, id))?.bytes.equals(file?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(await findBreaches()).toEqual([]);
});

test("an approved roster is ordered again whole, without another set-up or approval", async () => {
  const { person, addressId } = await makeCustomer("Panitia");
  const first = await ordered(person, addressId, await sampleRoster(person, team, "Elang"));
  const again = await reorderDesign(person, first.customisations[0]?.id ?? "", randomUUID());
  if (!again.ok) throw new Error(again.problem);
  expect(again.value.map(({ quantity }) => quantity)).toEqual([2, 3]);
  // A reorder returns the roster once, although each of its variants has a line.
  const whole = await reorderOrder(person, first.order.id, randomUUID());
  expect(whole).toMatchObject({ ok: true, value: { skipped: [] } });
  expect(whole.ok && whole.value.lines.map(({ quantity }) => quantity)).toEqual([2, 3]);
  const second = await ordered(person, addressId, again.value);
  expect(second.order.lines.map(({ setup_fee }) => setup_fee)).toEqual([0, 0]);
  expect(second.order.lines.map(({ pieces }) => pieces)).toEqual(
    first.order.lines.map(({ pieces }) => pieces),
  );
  const prints = (of: typeof first) =>
    of.customisations.map(({ proofs }) => proofs[0]?.fingerprint);
  expect(prints(second)).toEqual(prints(first));
  // The names of a deleted account go with it.
  const [forgotten] = await asSeed()`
    update proofs set customer_id = null where id = ${first.customisations[0]?.proofs[0]?.id ?? ""}
    returning words, pieces, piece_displays, display`;
  expect(forgotten).toEqual({ words: [], pieces: null, piece_displays: null, display: null });
});

test("an approved roster is not ordered again on goods that have the colour of its print", async () => {
  const { person, addressId } = await makeCustomer("Panitia lain");
  const { customisations } = await ordered(person, addressId, await sampleRoster(person, team));
  const again = () => reorderDesign(person, customisations[0]?.id ?? "", randomUUID());
  const sql = asSeed();
  const [shirt] = await sql<{ options: object; display: DisplayList }[]>`
    select p.options, f.display from products p, proofs f
    where p.slug = 'kaos-nama-tim' and f.id = ${customisations[0]?.proofs[0]?.id ?? ""}`;
  if (!shirt) throw new Error("no shirt");
  const [ink = ""] = summarise(shirt.display).inks;
  await sql`
    update products set options = regexp_replace(options::text, '"swatch": "#[0-9a-f]{6}"', ${`"swatch": "${ink}"`}, 'g')::jsonb
    where slug = 'kaos-nama-tim'`;
  expect(await again()).toEqual({ ok: false, problem: "print_unseen" });
  await sql`update products set options = ${sql.json(shirt.options)} where slug = 'kaos-nama-tim'`;
  expect(await again()).toMatchObject({ ok: true });
});

test("staff correct one name of a roster, and the buyer approves the roster as it is then", async () => {
  const { sizes } = await teamShirt();
  await asSeed()`
    with made as (
      insert into print_specs (product_id, revision, spec)
      select product_id, revision + 100, spec || '{"policy": "review"}' from print_specs s
      where id = (select spec_id from variant_specs where variant_id = ${sizes[0] ?? ""}) returning id
    ) update variant_specs set spec_id = made.id from made where variant_id = any (${sizes}::uuid[])`;
  const { person, addressId } = await makeCustomer("Sekretaris");
  const { order, customisations } = await ordered(
    person,
    addressId,
    await sampleRoster(person, [
      [0, "Budi", "10"],
      [0, "Sri", "7"],
    ]),
  );
  const customisation_id = customisations[0]?.id ?? "";
  const found = await findStaffCustomisation(staff, customisation_id, "id");
  const wrong = found?.texts.find(({ text }) => text === "Sri");
  expect(found?.texts.map(({ name }) => name)).toContain("2. Nama");
  const proof = randomUUID();
  expect(
    await sendProof(staff, {
      customisation_id,
      id: proof,
      status: "submitted",
      proof_id: found?.proof_id ?? null,
      note: "Ejaan",
      texts: { [wrong?.id ?? ""]: "Srie" },
    }),
  ).toMatchObject({ ok: true });
  expect(
    await approveProof(person, proof, { network: "203.0.113.9", wording: "test" }),
  ).toMatchObject({ ok: true });
  const after = await findCustomisations(person, order.id);
  expect(after?.customisations[0]).toMatchObject({
    status: "approved",
    proofs: [
      { pieces: ["Budi 10", "Srie 7"], changes: [{ kind: "text", from: "Sri 7", to: "Srie 7" }] },
      { pieces: ["Budi 10", "Sri 7"] },
    ],
  });
});
