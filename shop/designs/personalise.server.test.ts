import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { visitor } from "#shop/access.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { displayHash } from "./display-list.ts";
import { findDesignPicture } from "./find-picture.server.ts";
import { createVersion, personalise } from "./personalise.server.ts";
import { purgeVersions } from "./purge-versions.server.ts";

testDatabase({ demo: true });
const network = "203.0.113.7";

interface Pair {
  readonly variant_id: string;
  readonly template_id: string;
}

const pairs = () => asSeed()<Pair[]>`
  select (select id from product_variants v where v.product_id = t.product_id order by position limit 1) as variant_id,
    t.id as template_id from design_templates t order by t.position`;

async function anyPair(): Promise<Pair> {
  const [pair] = await pairs();
  if (!pair) throw new Error("the demo shop has no template");
  return pair;
}

const named = (pair: Pair, name: string) => personalise({ ...pair, values: { name } });

test("every template of the demo shop draws a name, short or as long as it may be", async () => {
  const all = await pairs();
  expect(all.length).toBeGreaterThan(1);
  for (const pair of all) {
    for (const name of ["Al", "Rani", "Bartholomeus"]) {
      const drawn = await named(pair, name);
      if (!drawn.ok) throw new Error(JSON.stringify(drawn.problem));
      expect(drawn.value.words).toContain(name);
      expect(drawn.value.charges).toEqual(
        name.length > 8
          ? [{ kind: "letter", count: expect.any(Number), amount: expect.any(Number) }]
          : drawn.value.charges,
      );
    }
  }
});

test.each([
  ["", { field: "name", code: "field_missing" }],
  ["   ", { field: "name", code: "field_missing" }],
  ["Bartholomeus A", { field: "name", code: "field_too_long", max: 12 }],
  ["Rani 🎉", { field: "name", code: "emoji_missing" }],
  ["\u202eInar", { field: "name", code: "direction_override" }],
  ["Rani!", { field: "name", code: "field_invalid" }],
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
  expect(await findDesignPicture(buyer, id)).toContain("<svg");
  expect(await findDesignPicture(visitor, id)).toBeUndefined();
  const { person: stranger } = await makeCustomer("Orang Lain");
  expect(await findDesignPicture(stranger, id)).toBeUndefined();
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
