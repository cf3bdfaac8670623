import { beforeAll, expect, test } from "vitest";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { slotsOf } from "#shop/designs/document/photo-slots.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { assetsOf } from "#shop/designs/draw/display-list.ts";
import { wordsOf } from "#shop/designs/draw/summarise.ts";
import { withOwnWords } from "#shop/designs/edit/open-template.ts";
import { findDesignStart } from "#shop/designs/find-design-start.server.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { keepDesign } from "#shop/designs/keep-design.server.ts";
import { createVersion, personalise } from "#shop/designs/personalise.server.ts";
import { purgeAssets } from "#shop/designs/uploads/purge-assets.server.ts";
import { takeShopUpload, takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { type Actor, type Person, visitor } from "#shop/kernel/access.ts";
import { makeStaff, setLimits } from "#tests/support/builders/limits.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import {
  demoPerson,
  giveStaffRole,
  makeCustomer,
  provenAdmin,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findPrinting } from "./find-printing.server.ts";
import { deleteTemplate, moveTemplate, offerPrinting } from "./manage-printing.server.ts";
import { presetSpec } from "./presets.ts";
import { findPrintPrice } from "./refresh-print-price.server.ts";
import { type SaveSpecInput, saveSpec } from "./save-spec.server.ts";
import { saveTemplate } from "./save-template.server.ts";
import { drawTemplatePicture, findTemplatePicture } from "./template-picture.server.ts";

testDatabase({ demo: true });
testStore();
let admin: Person;
let product: { id: string; slug: string; variants: string[] };
beforeAll(async () => {
  admin = await provenAdmin();
  const [found] = await asSeed()<{ id: string; slug: string; variants: string[] }[]>`
    select p.id, p.slug, array(select v.id from product_variants v where v.product_id = p.id order by v.position) as variants
    from products p where p.status = 'published' and not p.personalisable
      and (select count(*) from product_variants v where v.product_id = p.id and not v.archived) >= 2
    order by p.slug limit 1`;
  if (!found) throw new Error("the demo shop has a product with two variants");
  product = found;
});

const fontId = "bebas-neue-400";
const font = fontCatalogue.find(({ id }) => id === fontId);
const specInput = async (spec: unknown, change: Partial<SaveSpecInput> = {}) => {
  const now = await findPrinting(admin, product.id);
  return {
    id: crypto.randomUUID(),
    seen_revision: now?.revision ?? 0,
    spec,
    replaces: now?.specs[0]?.id ?? null,
    variant_ids: product.variants,
    ...change,
  };
};
const templateOf = (spec: string, size = 30) => ({
  v: 2,
  spec,
  fonts: { [fontId]: font?.sha256 },
  assets: {},
  fields: [
    { id: "name", label: { id: "Nama", en: "Name" }, max: 12, rule: "name", required: true },
  ],
  sides: [
    {
      id: "side-1",
      areas: [
        {
          id: "area-1",
          layers: [
            {
              id: "name",
              kind: "text",
              text: "Rani",
              field: "name",
              font: fontId,
              x: 50,
              y: 50,
              w: 80,
              h: 40,
              size,
              min: size,
              fit: "shrink",
              colour: "#14183a",
            },
          ],
        },
      ],
    },
  ],
});
const narrowed = (part: Partial<PrintSpec["sides"][number]["areas"][number]>): PrintSpec => {
  const spec = presetSpec("blank");
  return {
    ...spec,
    sides: spec.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, ...part })),
    })),
  };
};

test("a product is printed, offered with a template, and a buyer's name is drawn and kept", async () => {
  const before = await findPrinting(admin, product.id);
  expect(before).toMatchObject({ specs: [], templates: [], revision: 0 });
  const input = await specInput(presetSpec("blank"));
  expect(await saveSpec(admin, product.id, input)).toEqual({ ok: true, value: { withdrawn: [] } });
  // The same form sent twice.
  expect((await saveSpec(admin, product.id, input)).ok).toBe(true);
  expect(await offerPrinting(admin, product.id, { offered: true, required: false })).toEqual({
    ok: true,
    value: null,
  });
  expect((await findPrinting(admin, product.id))?.product.takes_designs).toBe(false);

  const id = crypto.randomUUID();
  const save = { version: 0, name: { id: "Nama besar", en: "" }, published: true };
  const template = { ...save, document: templateOf(input.id) };
  expect(await saveTemplate(admin, product.id, id, template)).toEqual({
    ok: true,
    value: { version: 1 },
  });
  expect((await saveTemplate(admin, product.id, id, template)).ok).toBe(true);
  const after = await findPrinting(admin, product.id);
  expect(after).toMatchObject({
    product: { takes_designs: true },
    specs: [{ id: input.id, revision: 1 }],
    templates: [{ id, version: 1, published: true, fields: 1, spec_id: input.id }],
    revision: 1,
  });
  expect(after?.variants.every(({ spec_id }) => spec_id === input.id)).toBe(true);

  const [variant = ""] = product.variants;
  expect((await findProduct(product.slug, "id"))?.templates.map(({ name }) => name)).toEqual([
    "Nama besar",
  ]);
  const drawn = await personalise(
    {
      variant_id: variant,
      template_id: id,
      values: { name: "Budi" },
    },
    1,
    visitor,
  );
  expect(drawn.ok && drawn.value.words).toEqual(["Budi"]);
  const document = { ...templateOf(input.id), fields: [] as never[] };
  for (const layer of document.sides[0]?.areas[0]?.layers ?? [])
    delete (layer as { field?: string }).field;
  const kept = await keepDesign(
    visitor,
    crypto.randomUUID(),
    { variant_id: variant, document },
    "n",
  );
  expect(kept.ok).toBe(true);
});

test("a new revision takes its templates along and withdraws what it cannot print; carts keep theirs", async () => {
  const [{ versions = 0 } = {}] = await asSeed()<{ versions: number }[]>`
    select count(*)::int as versions from design_versions where product_id = ${product.id}`;
  const wider = await specInput(narrowed({ w: 120 }));
  expect(await saveSpec(admin, product.id, wider)).toEqual({ ok: true, value: { withdrawn: [] } });
  const moved = await findPrinting(admin, product.id);
  expect(moved?.templates).toMatchObject([{ published: true, version: 2, spec_id: wider.id }]);

  const [first = ""] = product.variants;
  const strict = await specInput(narrowed({ minText: 40 }), { variant_ids: [first] });
  expect(await saveSpec(admin, product.id, strict)).toEqual({
    ok: true,
    value: { withdrawn: ["Nama besar"] },
  });
  const after = await findPrinting(admin, product.id);
  expect(after?.variants.filter(({ spec_id }) => spec_id !== null).map(({ id }) => id)).toEqual([
    first,
  ]);
  expect(after?.product.takes_designs).toBe(false);
  expect(after?.revision).toBe(3);
  const kept = await asSeed()`select spec_id from design_versions where product_id = ${product.id}`;
  expect(kept).toHaveLength(versions);
  expect(kept.every(({ spec_id }) => spec_id !== strict.id)).toBe(true);

  const [template] = after?.templates ?? [];
  if (!template) throw new Error("the template stays");
  const refused = await saveTemplate(admin, product.id, template.id, {
    version: template.version,
    name: template.name,
    published: true,
    document: templateOf(strict.id),
  });
  expect(refused).toMatchObject({ ok: false, problem: { code: "template_blocked" } });
  const mended = await saveTemplate(admin, product.id, template.id, {
    version: template.version,
    name: template.name,
    published: true,
    document: templateOf(strict.id, 40),
  });
  expect(mended.ok).toBe(true);
});

test("of two people who save at once one is told, and nothing half is stored", async () => {
  const spec = presetSpec("blank");
  const inputs = [await specInput(spec), await specInput(narrowed({ h: 90 }))];
  const results = await Promise.all(inputs.map((input) => saveSpec(admin, product.id, input)));
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(results.find(({ ok }) => !ok)).toMatchObject({ problem: { code: "changed_meanwhile" } });
  const [{ specs = 0 } = {}] = await asSeed()<{ specs: number }[]>`
    select count(*)::int as specs from print_specs where product_id = ${product.id}`;
  expect(specs).toBe((await findPrinting(admin, product.id))?.revision);
});

test("what cannot be printed, strangers' variants and pictures, and people without the right are refused", async () => {
  const save = async (spec: unknown, change: Partial<SaveSpecInput> = {}) => {
    const result = await saveSpec(admin, product.id, await specInput(spec, change));
    return result.ok ? "stored" : result.problem;
  };
  expect(await save(narrowed({ safe: 60 }))).toEqual({
    code: "spec_refused",
    problems: [{ code: "safe_too_wide", path: "sides.0.areas.0.safe" }],
  });
  expect(await save(narrowed({ bleed: 3 }))).toMatchObject({
    problems: [{ code: "bleed_on_cloth" }],
  });
  expect(await save(presetSpec("mug"), { variant_ids: [crypto.randomUUID()] })).toEqual({
    code: "variant_not_found",
  });
  const { specs = [], templates = [] } = (await findPrinting(admin, product.id)) ?? {};
  const picture = {
    ...templateOf(specs[0]?.id ?? ""),
    assets: { ["a".repeat(64)]: { w: 20, h: 20 } },
  };
  const named = { version: 0, name: { id: "Foto", en: "" }, published: false };
  expect(
    await saveTemplate(admin, product.id, crypto.randomUUID(), { ...named, document: picture }),
  ).toMatchObject({ problem: { code: "template_picture" } });
  expect(
    await saveTemplate(admin, product.id, crypto.randomUUID(), {
      ...named,
      document: templateOf(crypto.randomUUID()),
    }),
  ).toMatchObject({ problem: { code: "design_outdated" } });
  const { person } = await makeCustomer("pencetak");
  expect(await findPrinting(person, product.id)).toBeUndefined();
  expect(await saveSpec(person, product.id, await specInput(presetSpec("mug")))).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
  expect((await deleteTemplate(person, product.id, templates[0]?.id ?? "")).ok).toBe(false);
  expect((await findPrinting(admin, product.id))?.templates).toHaveLength(1);
});

test("without the right to change prices, a new revision must have the price rules of its variants", async () => {
  const staff = demoPerson("staff@etalase.test");
  await giveStaffRole(staff, "content");
  const editor: Person = { ...staff, permissions: ["products.read", "products.edit"] };
  const priced = (amount: number) => ({
    ...presetSpec("mug"),
    price: [{ kind: "piece", label: { id: "Cetak", en: "Print" }, amount }],
  });
  const refused = { ok: false, problem: { code: "prices_not_permitted" } };
  const save = async (spec: unknown) => saveSpec(editor, product.id, await specInput(spec));
  const price = async () => {
    const [row] = await asSeed()<{ price: unknown }[]>`
      select s.spec -> 'price' as price from variant_specs v join print_specs s on s.id = v.spec_id
      where v.variant_id = ${product.variants[0] ?? ""}`;
    return row?.price;
  };
  expect(await save(priced(0))).toEqual(refused);
  expect(await saveSpec(admin, product.id, await specInput(priced(5_000)))).toMatchObject({
    ok: true,
  });
  expect(await save(priced(4_999))).toEqual(refused);
  expect(await save(presetSpec("mug"))).toEqual(refused);
  expect(await price()).toMatchObject([{ amount: 5_000 }]);
  expect(await save({ ...priced(5_000), minutes: 7 })).toMatchObject({ ok: true });
  expect(await saveSpec(admin, product.id, await specInput(presetSpec("mug")))).toMatchObject({
    ok: true,
  });
});

test("a print price falls by no more than the limit of its editor within 24 hours, however many saves that takes", async () => {
  const manager = await makeStaff("pengatur-cetak", "manager");
  const letters = { id: "Huruf", en: "Letters" };
  const priced = (amount: number, above = 5) => ({
    ...presetSpec("mug"),
    price: [
      { kind: "piece", label: { id: "Cetak", en: "Print" }, amount },
      { kind: "letter", label: letters, amount: 500, above },
    ],
  });
  const save = async (person: Person, spec: unknown, change: Partial<SaveSpecInput> = {}) => {
    const result = await saveSpec(person, product.id, await specInput(spec, change));
    return result.ok ? "saved" : result.problem.code;
  };
  const [first = "", ...others] = product.variants;
  expect(await save(admin, priced(35_000))).toBe("saved");
  await setLimits({ price_cut: 10 });
  const refused = "price_cut_over_limit";
  expect(await save(manager, priced(1))).toBe(refused);
  expect(await save(manager, { ...priced(35_000), price: [] })).toBe(refused);
  expect(await save(manager, priced(35_000, 6))).toBe(refused);
  expect(await save(manager, priced(1), { replaces: null, variant_ids: [first] })).toBe(refused);
  expect(await save(manager, { ...priced(35_000, 4), minutes: 9 })).toBe("saved");
  expect(await save(manager, priced(32_000, 4))).toBe("saved");
  expect(await save(manager, priced(29_000, 4))).toBe(refused);
  expect(await save(manager, priced(31_500, 4), { variant_ids: [first, first] })).toBe("saved");
  // A variant that could not be printed joins by the prices that the others have.
  expect(await save(manager, priced(20_000, 4), { replaces: null, variant_ids: others })).toBe(
    refused,
  );
  await setLimits({});
  expect(await save(manager, priced(1))).toBe("saved");
  await setLimits({ price_cut: 10 });
  expect(await save(manager, { ...priced(1), minutes: 8 })).toBe("saved");
  await setLimits({});
  expect(await save(admin, presetSpec("mug"))).toBe("saved");
});

test("a template holds the shop's picture and a slot for the buyer's photograph", async () => {
  const takeOf = async (taken: ReturnType<typeof takeUpload | typeof takeShopUpload>) => {
    const result = await taken;
    if (!result.ok) throw new Error(result.problem);
    return result.value;
  };
  const { person: buyer } = await makeCustomer("pengunggah");
  const art = await photograph({ r: 20, g: 90, b: 60 }, [1200, 900]);
  expect(await takeShopUpload(buyer, art, "x.jpg", "n")).toMatchObject({
    problem: "not_permitted",
  });
  const shops = await takeOf(takeShopUpload(admin, art, "bingkai.jpg", "n"));
  const theirs = await takeOf(
    takeUpload(buyer, await photograph({ r: 200, g: 10, b: 9 }, [1400, 1000]), "foto.jpg", "n"),
  );
  const { specs = [] } = (await findPrinting(admin, product.id)) ?? {};
  const spec = specs[0]?.id ?? "";
  const template = templateOf(spec);
  const box = { x: 50, y: 50, angle: 0, opacity: 1 };
  const layers = [
    { ...box, id: "art", kind: "image", asset: shops.sha256, w: 80, h: 60 },
    { ...box, id: "frame", kind: "slot", field: "photo", w: 40, h: 40, mask: "ellipse" },
    ...(template.sides[0]?.areas[0]?.layers ?? []),
  ];
  const photo = {
    id: "photo",
    label: { id: "Foto", en: "Photo" },
    max: 1,
    rule: "photo",
    required: true,
  };
  const document = {
    ...template,
    assets: { [shops.sha256]: { w: 1200, h: 900 } },
    fields: [...template.fields, photo],
    sides: [{ id: "side-1", areas: [{ id: "area-1", layers }] }],
  };
  const id = crypto.randomUUID();
  const input = { version: 0, name: { id: "Foto & nama", en: "" }, published: true, document };
  expect(await saveTemplate(admin, product.id, id, input)).toEqual({
    ok: true,
    value: { version: 1 },
  });
  const foreign = { ...document, assets: { [theirs.sha256]: { w: 1400, h: 1000 } } };
  expect(
    await saveTemplate(admin, product.id, crypto.randomUUID(), {
      ...input,
      document: { ...foreign, sides: template.sides },
    }),
  ).toMatchObject({ problem: { code: "template_picture" } });
  expect(await drawTemplatePicture(admin, product.id, id)).toContain("data:image/webp");

  const [variant = ""] = product.variants;
  const order = { variant_id: variant, template_id: id };
  const fill = (value: string, actor: Actor = buyer) =>
    personalise({ ...order, values: { name: "Rani", photo: value } }, 1, actor);
  expect(await fill("")).toMatchObject({
    problem: { code: "design_incomplete", problems: [{ field: "photo", code: "slot_empty" }] },
  });
  // Somebody else's photograph is none.
  expect(await fill(theirs.sha256, visitor)).toMatchObject({
    problem: { problems: [{ field: "photo", code: "picture_not_found" }] },
  });
  const drawn = await fill(theirs.sha256);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.problem));
  expect(assetsOf(drawn.value.list)).toEqual([shops.sha256, theirs.sha256]);
  const keep = (rights?: string, photo = theirs.sha256, blurred?: number) => {
    const values = { name: "Rani", photo };
    const version = crypto.randomUUID();
    return createVersion(buyer, version, { ...order, values, rights, blurred }, "n");
  };
  // One that will look blurred is kept after a tick for it.
  const small = await takeOf(
    takeUpload(buyer, await photograph({ r: 9, g: 10, b: 200 }, [220, 160]), "kecil.jpg", "n"),
  );
  expect(await keep("2026-11 id", small.sha256)).toEqual({
    ok: false,
    problem: { code: "blur_unticked", dpi: 101 },
  });
  expect(await keep("2026-11 id", small.sha256, 101)).toMatchObject({ ok: true });
  expect(await keep()).toMatchObject({ problem: { code: "rights_missing" } });
  expect(await keep("2026-11 id", "")).toMatchObject({ problem: { code: "design_incomplete" } });
  const kept = await keep("2026-11 id");
  const [version] = await asSeed()<{ rights_wording: string; assets: string[] }[]>`
    select rights_wording, array(select jsonb_object_keys(document -> 'assets') order by 1) as assets
    from design_versions where id = ${kept.ok ? kept.value.id : ""}`;
  expect(version).toEqual({
    rights_wording: "2026-11 id",
    assets: [shops.sha256, theirs.sha256].toSorted(),
  });
  // In the designer the same slot blocks, and the shop's picture alone needs no tick.
  const opened = await findDesignStart(buyer, product.slug, "id", {
    template: id,
    variant,
    values: { name: "Sari" },
  });
  if (!opened) throw new Error("the product has no designer");
  const kinds = slotsOf(opened.document).map(({ field }) => field);
  expect(kinds).toEqual(["photo"]);
  expect(
    await keepDesign(
      buyer,
      crypto.randomUUID(),
      { variant_id: variant, document: opened.document },
      "n",
    ),
  ).toMatchObject({ problem: { code: "design_incomplete" } });
  const plain = { ...opened.document, fields: [], sides: withOwnWords(opened.document).sides };
  const plainKept = await keepDesign(
    ...([buyer, crypto.randomUUID(), { variant_id: variant, document: plain }, "n"] as const),
  );
  expect(plainKept).toMatchObject({ ok: true });
  const begun = await findDesignStart(buyer, product.slug, "id", {
    template: id,
    variant,
    values: { photo: theirs.sha256 },
  });
  expect(begun && assetsOf(begun.list)).toEqual([shops.sha256, theirs.sha256]);
  // The template keeps its picture for as long as it is there.
  await asSeed()`update design_assets set created_at = now() - interval '400 days' where of_shop`;
  await purgeAssets();
  expect(await asSeed()`select from design_assets where of_shop`).toHaveLength(1);
  await asSeed()`delete from design_versions where template_id = ${id} or document -> 'assets' ? ${shops.sha256}`;
  expect((await deleteTemplate(admin, product.id, id)).ok).toBe(true);
  await purgeAssets();
  expect(await asSeed()`select from design_assets where of_shop`).toHaveLength(0);
});

test("templates are ordered and deleted, and each act names the person in the log", async () => {
  const { specs = [] } = (await findPrinting(admin, product.id)) ?? {};
  const second = crypto.randomUUID();
  await saveTemplate(admin, product.id, second, {
    version: 0,
    name: { id: "Kedua", en: "Second" },
    published: false,
    document: templateOf(specs[0]?.id ?? "", 20),
  });
  const names = async () =>
    (await findPrinting(admin, product.id))?.templates.map(({ name }) => name.id);
  expect(await names()).toEqual(["Nama besar", "Kedua"]);
  await moveTemplate(admin, product.id, second, 0);
  expect(await names()).toEqual(["Kedua", "Nama besar"]);
  await deleteTemplate(admin, product.id, second);
  expect(await names()).toEqual(["Nama besar"]);
  const entries = await asSeed()<{ action: string; actor_id: string }[]>`
    select action, actor_id from audit_entries
    where subject_kind = 'product' and subject_id = ${product.id} and action like 'design_templates.%'
    order by id desc limit 2`;
  expect(entries).toEqual([
    { action: "design_templates.deleted", actor_id: admin.id },
    { action: "design_templates.changed", actor_id: admin.id },
  ]);
});

test("everybody sees the picture of a published template, at an address of its version", async () => {
  const shown = async () => (await findProduct("mug-nama-anda", "id"))?.templates[0];
  const template = await shown();
  if (!template) throw new Error("the demo mug has a template");
  const { id, picture } = template;
  expect(picture).toMatch(new RegExp(`^/design/template/${id}\\.svg\\?v=\\d+$`));
  const first = await findTemplatePicture(id);
  expect(first?.svg).toMatch(/^<svg .*<path/s);
  expect(picture).toContain(`?v=${first?.version}`);
  expect(await findTemplatePicture(id)).toEqual(first);
  await asSeed()`update design_templates set published = false where id = ${id}`;
  expect(await findTemplatePicture(id)).toBeUndefined();
  await asSeed()`update design_templates set published = true where id = ${id}`;
  const [now] = await asSeed()<{ version: number }[]>`
    select version from design_templates where id = ${id}`;
  expect(picture).not.toContain(`?v=${now?.version}`);
  // Another version is drawn anew.
  await asSeed()`
    update design_templates set document = jsonb_set(document, '{sides,0,areas,0,layers,0,x}', '20'::jsonb) where id = ${id}`;
  const moved = await findTemplatePicture(id);
  expect(moved?.version).toBeGreaterThan(now?.version ?? 0);
  expect(moved?.svg).not.toBe(first?.svg);
  expect(await findTemplatePicture("mug")).toBeUndefined();
});

test("the demo shop's prices with a print are those of its cheapest templates", async () => {
  const sql = asSeed();
  const stored = await sql<{ id: string; slug: string; amount: number; points: number }[]>`
    select id, slug, print_amount as amount, print_points as points from products where takes_designs order by slug`;
  const found = await Promise.all(stored.map(({ id }) => findPrintPrice(sql, id)));
  expect(found).toEqual(stored.map(({ amount, points }) => ({ amount, points })));
});

test("an optional field that was left empty stays empty on the board, and nothing typed shows the samples", async () => {
  const begin = async (values: Record<string, string>) => {
    const begun = { template: null, variant: null, values };
    const start = await findDesignStart(visitor, "kaos-nama-tim", "id", begun);
    return start && wordsOf(start.list);
  };
  expect(await begin({ team: "Garuda FC", number: "7" })).toEqual(["Garuda FC", "7"]);
  expect(await begin({})).toEqual(["Garuda", "Budi", "10"]);
});
