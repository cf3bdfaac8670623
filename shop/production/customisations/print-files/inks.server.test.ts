import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { visitor } from "#shop/kernel/access.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findInks } from "./find-inks.server.ts";
import { findPrintFile } from "./print-file.server.ts";

testDatabase({ demo: true });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
const book = { goods: "buku-inisial", values: { initials: "AR" } };

beforeAll(openTestProviders);

const fileOf = async ({ id }: OrderedDesign) =>
  (await findPrintFile(staff, id))?.bytes.toString("latin1") ?? "";

test("a dark cover is printed over white, which its buyer and staff can look at", async () => {
  const design = await orderDesign(buyer, "self", book);
  const found = await findInks(buyer, design.line, 1);
  const [area, ...others] = found.ok ? found.value : [];
  expect(others).toEqual([]);
  expect(area).toMatchObject({ name: { id: "Sampul depan" }, cut: "", problem: null });
  expect(area?.white).toMatch(/^M[\d. -]+L/);
  expect(await findInks(staff, design.line, 1)).toEqual(found);
  const { person: stranger } = await makeCustomer("Orang Lain");
  const missing = { ok: false, problem: "not_found" };
  expect(await findInks(stranger, design.line, 1)).toEqual(missing);
  expect(await findInks(visitor, design.line, 1)).toEqual(missing);
  expect(await findInks(buyer, design.line, 2)).toEqual(missing);
  expect(await findInks(buyer, randomUUID(), 1)).toEqual(missing);
  const file = await fileOf(design);
  expect(file).toContain("/Separation /White");
  expect(file).not.toContain("/Font");
});

test("the same print on a light variant has no white", async () => {
  const design = await orderDesign(buyer, "self", book);
  await asSeed()`
    update products set options = replace(options::text, '#2b39a6', '#eadfc8')::jsonb where slug = ${book.goods}`;
  expect(await findInks(buyer, design.line, 1)).toEqual({ ok: true, value: [] });
  expect(await fileOf(design)).not.toContain("/Separation");
});

test("goods of a chart have a plate for each ink, and buyer and staff read its name", async () => {
  const colours = [
    {
      id: "brick",
      name: { id: "Bata", en: "Brick" },
      hex: "#b5553a",
      spot: "Plastisol Bata 12",
    },
  ];
  const sql = asSeed();
  await sql`
    with before as (
      select v.variant_id, s.product_id, s.spec from variant_specs v join print_specs s on s.id = v.spec_id
      where s.product_id = (select id from products where slug = 'tote-desain-anda')
    ), made as (
      insert into print_specs (product_id, revision, spec)
      select distinct product_id, 90, jsonb_set(spec, '{sides,0,areas,0,colours}', ${sql.json(colours)}) from before
      returning id
    ) update variant_specs v set spec_id = made.id from made, before where v.variant_id = before.variant_id`;
  const values = { name: "Kopi Rani" };
  const design = await orderDesign(buyer, "self", {
    goods: "tote-desain-anda",
    values,
    process: "screen",
  });
  expect(await fileOf(design)).toContain("/Separation /Plastisol#20Bata#2012 /DeviceRGB");
  const found = await findCustomisations(buyer, design.order_id);
  expect(found?.customisations[0]?.proofs[0]?.facts?.inks).toEqual([
    { hex: "#b5553a", name: { id: "Bata", en: "Brick" }, plate: "Plastisol Bata 12" },
  ]);
});

test("a proof that is a picture alone has no plates, and nothing failed", async () => {
  const [proof] = await asSeed()<{ line: string; version: number }[]>`
    select c.order_line_id as line, p.version from proofs p join customisations c on c.id = p.customisation_id
    where p.display is null limit 1`;
  expect(proof).toBeDefined();
  expect(await findInks(staff, proof?.line ?? "", proof?.version ?? 0)).toEqual({
    ok: true,
    value: [],
  });
});
