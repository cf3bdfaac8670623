import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { visitor } from "#shop/kernel/access.ts";
import { shirtDesign } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readDocument } from "./document/read-document.ts";
import { boundsOfItems } from "./draw/design-picture.ts";
import { type DisplayList, displayHash } from "./draw/display-list.ts";
import { findDesignPicture } from "./draw/find-picture.server.ts";
import { summarise } from "./draw/summarise.ts";
import { findDesignStart } from "./find-design-start.server.ts";
import { findVersion } from "./find-version.server.ts";
import { keepDesign } from "./keep-design.server.ts";
import { findVersionImage } from "./mockups/find-mockup.server.ts";
import { createVersion, personalise } from "./personalise.server.ts";
import { saveTemplate } from "./print-setup/save-template.server.ts";
import { purgeVersions } from "./purge-versions.server.ts";
import { keepRoster } from "./roster/keep-roster.server.ts";

testDatabase({ demo: true });
const network = "203.0.113.7";

interface Pair {
  readonly variant_id: string;
  readonly template_id: string;
}

const pairs = () => asSeed()<Pair[]>`
  select (select id from product_variants v where v.product_id = t.product_id order by position limit 1) as variant_id,
    t.id as template_id from design_templates t join products p on p.id = t.product_id
  where p.slug = 'mug-nama-anda' order by t.position`;

async function anyPair(): Promise<Pair> {
  const [pair] = await pairs();
  if (!pair) throw new Error("the demo shop has no template");
  return pair;
}

const named = (pair: Pair, name: string) => personalise({ ...pair, values: { name } }, 1, visitor);

test("every template of the demo shop draws a name, short or as long as it may be", async () => {
  const all = await asSeed()<(Pair & { slug: string; variant: string; fields: Field[] })[]>`
    select distinct on (t.id, vs.spec_id) p.slug, v.id as variant_id, v.options::text as variant, t.id as template_id,
      t.document -> 'fields' as fields
    from design_templates t join products p on p.id = t.product_id join product_variants v on v.product_id = p.id
    join variant_specs vs on vs.variant_id = v.id order by t.id, vs.spec_id, v.position`;
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(8);
  const photo = "7".repeat(64);
  await asSeed()`
    insert into design_assets (of_shop, sha256, kind, width, height, bytes, name)
    values (true, ${photo}, 'jpeg', 3000, 2000, 1, 'foto.jpg')`;
  for (const { slug, variant, fields, ...pair } of all) {
    const words = (length: (max: number) => number) =>
      Object.fromEntries(
        fields.map(({ id, rule, max }) => [
          ...[id, rule === "photo" ? photo : sampleOf(rule).slice(0, length(max))],
        ]),
      );
    for (const values of [words(() => 1), words((max) => max)]) {
      const drawn = await personalise({ ...pair, values }, 1, visitor);
      if (!drawn.ok) throw new Error(`${slug} ${variant}: ${JSON.stringify(drawn.problem)}`);
      for (const { id, rule } of fields)
        if (rule !== "photo") expect(drawn.value.words).toContain(values[id]);
    }
  }
});

interface Field {
  readonly id: string;
  readonly rule: "name" | "number" | "date" | "free" | "photo";
  readonly max: number;
}

const sampleOf = (rule: Field["rule"]) =>
  rule === "number" ? "90817263" : "MWilhelminaWarsitowatiKusumaningrum";

test("letters above a limit cost more", async () => {
  for (const name of ["Rani", "Bartholomeus"]) {
    const drawn = await named(await anyPair(), name);
    if (!drawn.ok) throw new Error(JSON.stringify(drawn.problem));
    expect(drawn.value.price.parts.map(({ kind }) => kind)).toEqual(
      name.length > 8 ? ["letter"] : [],
    );
  }
});

test("a design for another size of the goods fills it as it fills its own", async () => {
  const posters = await asSeed()<(Pair & { size: string })[]>`
    select v.options ->> 'size' as size, v.id as variant_id, (
      select t.id from design_templates t where t.product_id = p.id order by t.position limit 1
    ) as template_id
    from product_variants v join products p on p.id = v.product_id where p.slug = 'poster-tanggal-istimewa'`;
  const printed = await Promise.all(
    posters.map(async ({ size, ...pair }) => {
      const values = { name: "Dimas & Laras", date: "21 November 2026" };
      const drawn = await personalise({ ...pair, values }, 1, visitor);
      if (!drawn.ok) throw new Error(JSON.stringify(drawn.problem));
      const area = drawn.value.list.sides[0]?.areas[0];
      const title = area?.items.find((item) => item.kind === "path" && item.text === "Nota");
      const box = boundsOfItems(title ? [title] : []);
      if (!area || !box) throw new Error("nothing was drawn");
      return [size, { w: area.w, share: (box.right - box.left) / area.w, left: box.left / area.w }];
    }),
  );
  const { a4, a3, b2 } = Object.fromEntries(printed);
  expect([a4.w, a3.w, b2.w]).toEqual([210, 297, 500]);
  for (const own of [a4, a3]) {
    expect(own.share).toBeCloseTo(b2.share, 1);
    expect(own.left).toBeCloseTo(b2.left, 1);
  }
});

test("a sticker that a cutter cannot follow is not kept, and says so", async () => {
  const pair = await anyPair();
  const [before] = await asSeed()<{ spec_id: string }[]>`
    select spec_id from variant_specs where variant_id = ${pair.variant_id}`;
  await asSeed()`
    with made as (
      insert into print_specs (product_id, revision, spec)
      select product_id, 50, jsonb_set(spec, '{sides,0,areas,0,cut}', '"contour"') from print_specs
      where id = ${before?.spec_id ?? ""} returning id
    ) update variant_specs set spec_id = made.id from made where variant_id = ${pair.variant_id}`;
  const input = { ...pair, values: { name: "Rani" } };
  // The rules above and below the name are too thin.
  expect(await createVersion(visitor, randomUUID(), input, network)).toEqual({
    ok: false,
    problem: { code: "values_refused", problems: [{ field: null, code: "cut_too_thin" }] },
  });
  const document = (await personalise(input, 1, visitor)) as { value?: { document: object } };
  const drawn = { variant_id: pair.variant_id, document: document.value?.document };
  expect(await keepDesign(visitor, randomUUID(), drawn as never, network)).toEqual({
    ok: false,
    problem: { code: "cut_too_thin" },
  });
  await asSeed()`
    update variant_specs set spec_id = ${before?.spec_id ?? ""} where variant_id = ${pair.variant_id}`;
});

test.each([
  ["", { field: "name", code: "field_missing" }],
  ["   ", { field: "name", code: "field_missing" }],
  ["Bartholomeus A", { field: "name", code: "field_too_long", max: 12 }],
  ["Rani 🎉", { field: "name", code: "emoji_missing" }],
  ["\u202eInar", { field: "name", code: "direction_override" }],
  ["Rani!", { field: "name", code: "field_invalid", letter: "!" }],
  ["“Rani”", { field: "name", code: "field_invalid", letter: "“" }],
  ["Rani\u0007", { field: "name", code: "control_character" }],
  ["ꦫꦤꦶ", { field: "name", code: "letter_missing" }],
])("the name %j is refused by name", async (name, problem) => {
  const drawn = await named(await anyPair(), name);
  expect(drawn).toMatchObject({
    ok: false,
    problem: { code: "values_refused", problems: [problem] },
  });
});

test("a version is stored once, is what was drawn, and its picture is its owner's", async () => {
  const pair = await anyPair();
  const input = { ...pair, values: { name: "  Rani   Dewi " } };
  const buyer = demoPerson("customer@etalase.test");
  const id = randomUUID();
  await Promise.all([
    createVersion(buyer, id, input, network),
    createVersion(buyer, id, input, network),
  ]);
  const [stored] = await asSeed()<
    { display: never; display_hash: string; words: string[]; n: number }[]
  >`
    select display, display_hash, words from design_versions where id = ${id}`;
  expect(stored?.words).toContain("Rani Dewi");
  const drawn = await named(pair, "Rani Dewi");
  if (!drawn.ok) throw new Error("not drawn");
  expect(stored?.display).toEqual(JSON.parse(JSON.stringify(drawn.value.list)));
  expect(stored?.display_hash).toBe(await displayHash(drawn.value.list));
  const other = { ...pair, values: { name: "Budi" } };
  expect(await createVersion(buyer, id, other, network)).toEqual({
    ok: false,
    problem: { code: "id_reused" },
  });
  expect(await createVersion(visitor, id, input, network)).toMatchObject({ ok: false });
  expect(await findDesignPicture(buyer, id, null)).toContain("<svg");
  expect(await findDesignPicture(visitor, id, null)).toBeUndefined();
  const { person: stranger } = await makeCustomer("Orang Lain");
  expect(await findDesignPicture(stranger, id, null)).toBeUndefined();
  // This database has no files of kits, so the picture on the goods is the flat one.
  const onGoods = (actor: typeof buyer | typeof visitor) =>
    findVersionImage(actor, id, pair.variant_id, 320);
  expect(await onGoods(buyer)).toEqual({ svg: expect.stringContaining("<svg") });
  expect(await onGoods(visitor)).toBeUndefined();
  expect(await onGoods(stranger)).toBeUndefined();
});

test("versions are kept for ninety days", async () => {
  const input = { ...(await anyPair()), values: { name: "Rani" } };
  const [old, older, young] = [randomUUID(), randomUUID(), randomUUID()];
  await createVersion(visitor, young, input, network);
  const sql = asSeed();
  await sql`
    insert into design_versions
    select (jsonb_populate_record(v, jsonb_build_object('id', n, 'created_at', now() - interval '91 days'))).*
    from design_versions v, unnest(${[old, older]}::uuid[]) n where v.id = ${young}`;
  await purgeVersions(1);
  const left =
    await sql`select id from design_versions where id = any (${[old, older, young]}::uuid[])`;
  expect(left).toEqual([{ id: young }]);
});

test("a template that is not published, and one of other goods, are not found", async () => {
  const pair = await anyPair();
  const [other] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v where not exists (select from variant_specs s where s.variant_id = v.id) limit 1`;
  const missing = { ok: false, problem: { code: "template_not_found" } };
  expect(await named({ ...pair, variant_id: other?.id ?? "" }, "Rani")).toEqual(missing);
  expect(await named({ ...pair, template_id: randomUUID() }, "Rani")).toEqual(missing);
  await asSeed()`update design_templates set published = false`;
  expect(await named(pair, "Rani")).toEqual(missing);
  const [product] = await asSeed()<{ takes: boolean }[]>`
    select bool_or(takes_designs) as takes from products`;
  expect(product?.takes).toBe(false);
  await asSeed()`update design_templates set published = true`;
  expect((await named(pair, "Rani")).ok).toBe(true);
});

test("a network stores a limited number of versions", async () => {
  const input = { ...(await anyPair()), values: { name: "Rani" } };
  const answers: boolean[] = [];
  for (let n = 0; n < 121; n++) {
    answers.push((await createVersion(visitor, randomUUID(), input, "198.51.100.9")).ok);
  }
  expect(answers.filter(Boolean)).toHaveLength(120);
});

const versions = (id: string) => asSeed()`select words from design_versions where id = ${id}`;

test("the team's shirt draws its name and number on its back", async () => {
  const { variant_id, template_id } = await shirtDesign();
  const values = { team: "Persatuan Bengkel", number: "10" };
  const drawn = await personalise({ variant_id, template_id, values }, 1, visitor);
  expect(drawn.ok && drawn.value.words).toEqual(["Persatuan Bengkel", "10"]);
});

test("a drawn design is kept once, as the server draws it", async () => {
  const { variant_id, document } = await shirtDesign();
  const buyer = demoPerson("customer@etalase.test");
  const id = randomUUID();
  const kept = await Promise.all([
    keepDesign(buyer, id, { variant_id, document }, network),
    keepDesign(buyer, id, { variant_id, document }, network),
  ]);
  expect(kept).toEqual([
    { ok: true, value: { id } },
    { ok: true, value: { id } },
  ]);
  expect(await versions(id)).toEqual([{ words: ["Garuda", "Budi", "10"] }]);
  expect(await findVersion(buyer, id)).toMatchObject({ id, document: { spec: document.spec } });
  expect(await findVersion(visitor, id)).toBeUndefined();
  const other = { ...document, sides: document.sides.map((side) => ({ ...side, areas: [] })) };
  expect(await keepDesign(buyer, id, { variant_id, document: other }, network)).toMatchObject({
    problem: { code: "design_blocked", findings: [{ code: "design_empty" }] },
  });
});

test("a design that cannot be printed, was made for something else or shows another's picture is refused", async () => {
  const { variant_id, document } = await shirtDesign();
  const guest = visitor;
  const keep = async (input: unknown, variant = variant_id) => {
    const id = randomUUID();
    const kept = await keepDesign(guest, id, { variant_id: variant, document: input }, network);
    expect(await versions(id)).toEqual([]);
    return kept.ok ? null : kept.problem;
  };
  expect(await keep({ ...document, v: 3 })).toMatchObject({
    code: "document_refused",
    problem: { code: "newer_version" },
  });
  expect(await keep({ ...document, evil: "__proto__" })).toMatchObject({
    problem: { code: "not_a_document", path: "evil" },
  });
  expect(await keep({ ...document, spec: randomUUID() })).toEqual({ code: "design_outdated" });
  const { variant_id: mug } = await anyPair();
  expect(await keep(document, mug)).toEqual({ code: "design_outdated" });
  expect(await keep(document, randomUUID())).toEqual({ code: "variant_not_found" });
  const { person: owner } = await makeCustomer("gambar");
  const sha256 = "d".repeat(64);
  await asSeed()`
    insert into design_assets (customer_id, sha256, kind, width, height, bytes, name)
    values (${owner.id}, ${sha256}, 'png', 900, 600, 1000, 'foto.png')`;
  const [back] = document.sides;
  if (!back) throw new Error("the shirt has no back");
  const photo = { id: "photo", kind: "image", asset: sha256, x: 150, y: 200, w: 60, h: 40 };
  const pictured = {
    ...document,
    assets: { [sha256]: { w: 900, h: 600 } },
    sides: [
      { ...back, areas: back.areas.map((area) => ({ ...area, layers: [...area.layers, photo] })) },
    ],
  };
  expect(await keep(pictured)).toEqual({ code: "picture_not_found", asset: sha256 });
  const id = randomUUID();
  // Nobody orders a picture without saying that they may use it, and what they said is kept.
  expect(await keepDesign(owner, id, { variant_id, document: pictured }, network)).toEqual({
    ok: false,
    problem: { code: "rights_missing" },
  });
  const ticked = { variant_id, document: pictured, rights: "2026-11 id" };
  const own = await keepDesign(owner, id, ticked, network);
  expect(own).toEqual({ ok: true, value: { id } });
  expect(await asSeed()`select rights_wording from design_versions where id = ${id}`).toEqual([
    { rights_wording: "2026-11 id" },
  ]);
  const resized = { ...pictured, assets: { [sha256]: { w: 9_000, h: 6_000 } } };
  expect(
    await keepDesign(owner, randomUUID(), { variant_id, document: resized }, network),
  ).toMatchObject({ problem: { code: "picture_not_found" } });
});

test("red text on a red shirt is printed white from the quick form and the roster, and refused by the drawing board", async () => {
  const sql = asSeed();
  const shirts = await sql<{ id: string; colour: string; template: string }[]>`
    select v.id, v.options ->> 'colour' as colour, t.id as template
    from product_variants v join products p on p.id = v.product_id join design_templates t on t.product_id = p.id
    where p.slug = 'kaos-nama-tim' and t.name ->> 'id' = 'Lurus' order by v.position`;
  const shirt = (colour: string) => shirts.find((one) => one.colour === colour)?.id ?? "";
  const template_id = shirts[0]?.template ?? "";
  // A template without chosen inks.
  await sql`
    update design_templates set document = regexp_replace(document::text, ', "inks": \\{[^}]*\\}|"inks": \\{[^}]*\\}, ', '', 'g')::jsonb
    where id = ${template_id}`;
  const values = { team: "Garuda", name: "Budi", number: "7" };
  const inksOn = async (colour: string) => {
    const drawn = await personalise({ variant_id: shirt(colour), template_id, values }, 1, visitor);
    return drawn.ok ? summarise(drawn.value.list).inks : drawn.problem;
  };
  expect(await inksOn("putih")).toEqual(["#be1633"]);
  expect(await inksOn("merah")).toEqual(["#ffffff"]);

  const id = randomUUID();
  const rows = ["merah", "putih"].map((colour) => ({
    variant_id: shirt(colour),
    values: { name: "Budi", number: "7" },
  }));
  const kept = await keepRoster(
    visitor,
    id,
    { template_id, values: { team: "Garuda" }, rows },
    { network: randomUUID(), isConfirmed: true },
  );
  expect(kept).toMatchObject({ ok: true });
  const [row] = await sql<{ displays: DisplayList[] }[]>`
    select piece_displays as displays from design_versions where id = ${id}`;
  expect(row?.displays.map((display) => summarise(display).inks)).toEqual([
    ["#ffffff"],
    ["#be1633"],
  ]);

  const white = await personalise(
    { variant_id: shirt("putih"), template_id, values },
    ...([1, visitor] as const),
  );
  if (!white.ok) throw new Error("not drawn");
  const drawing = { variant_id: shirt("merah"), document: white.value.document };
  expect(await keepDesign(visitor, randomUUID(), drawing, randomUUID())).toMatchObject({
    problem: { code: "design_blocked", findings: [{ code: "low_contrast" }, {}, {}] },
  });
});

test("a template is printed in the ink that staff chose for the colour of the garment", async () => {
  const admin = demoPerson("admin@etalase.test");
  const [row] = await asSeed()<
    { id: string; product: string; version: number; document: unknown; red: string; body: string }[]
  >`
    select t.id, t.product_id as product, t.version, t.document, v.id as red, value ->> 'swatch' as body
    from design_templates t join products p on p.id = t.product_id join product_variants v on v.product_id = p.id,
      jsonb_path_query(p.options, '$[*].values[*]') value
    where p.slug = 'kaos-nama-tim' and t.name ->> 'id' = 'Melengkung' and v.options ->> 'colour' = 'merah'
      and value ->> 'code' = 'merah' limit 1`;
  const read = row && readDocument(row.document);
  if (!row || !read?.ok) throw new Error("no template");
  const { id, product, version, red, body } = row;
  const inInks = (ink: string) => ({
    ...read.value,
    sides: read.value.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({
        ...area,
        layers: area.layers.map((layer) => ({ ...layer, inks: { [body.toUpperCase()]: ink } })),
      })),
    })),
  });
  const save = (ink: string) =>
    saveTemplate(admin, product, id, {
      version,
      name: { id: "Melengkung", en: "" },
      published: true,
      document: inInks(ink),
    });
  // One that is not printed, and one that is not seen.
  for (const ink of ["#123456", "#be1633"])
    expect(await save(ink)).toMatchObject({ problem: { code: "template_blocked" } });
  expect(await save("#f2b632")).toMatchObject({ ok: true });
  const values = { team: "Garuda", name: "Budi", number: "7" };
  const drawn = await personalise({ variant_id: red, template_id: id, values }, 1, visitor);
  if (!drawn.ok) throw new Error("not drawn");
  expect(summarise(drawn.value.list).inks).toEqual(["#f2b632"]);
  expect(JSON.stringify(drawn.value.document)).not.toContain('"inks"');
  const begun = { template: id, variant: red, values };
  const start = await findDesignStart(visitor, "kaos-nama-tim", "id", begun);
  expect(start && summarise(start.list).inks).toEqual(["#f2b632"]);
});
