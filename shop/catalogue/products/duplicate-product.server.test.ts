import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { duplicateProduct } from "./duplicate-product.server.ts";
import { findStaffProduct } from "./find-product.server.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");

test("a copy is a draft with everything but stock, address, SKUs and barcodes, once", async () => {
  const [first] = await asSeed()<{ id: string }[]>`
    select p.id from products p where exists (select from product_images i where i.product_id = p.id)
    order by p.variant_count desc, p.id limit 1`;
  const id = first?.id ?? "";
  await asSeed()`
    update product_images set variant_ids = array(select id from product_variants where product_id = ${id} limit 1)
    where product_id = ${id} and position = 0`;
  await asSeed()`update products set tags = '{satu,dua}', brand = 'Merek' where id = ${id}`;
  const copyId = crypto.randomUUID();
  const both = await Promise.all([
    duplicateProduct(admin, id, copyId),
    duplicateProduct(admin, id, copyId),
  ]);
  expect(both).toEqual(both.map(() => ({ ok: true, value: { id: copyId } })));

  const [one, copy] = [await findStaffProduct(admin, id), await findStaffProduct(admin, copyId)];
  if (!one || !copy) throw new Error("no copy");
  const { slug, name, ...fields } = one.fields;
  expect(copy.fields).toMatchObject(fields);
  expect(copy.fields.slug).not.toBe(slug);
  expect(copy.fields.name.id).toBe(`${name.id} (salinan)`);
  expect(copy).toMatchObject({ status: "draft", published_at: null });
  const offered = one.variants.filter(({ archived }) => !archived);
  expect(copy.variants.map(({ options, price, on_hand }) => ({ options, price, on_hand }))).toEqual(
    offered.map(({ options, price }) => ({ options, price, on_hand: 0 })),
  );
  expect(copy.variants.every(({ barcode }) => barcode === null)).toBe(true);
  const pictures = (product: string) => asSeed()`
    select path, media_id, cardinality(variant_ids) as variants from product_images
    where product_id = ${product} order by position`;
  expect(await pictures(copyId)).toEqual(await pictures(id));
  const [foreign] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from product_images i, unnest(i.variant_ids) v
    where i.product_id = ${copyId} and not exists (select from product_variants o where o.id = v and o.product_id = ${copyId})`;
  expect(foreign?.n).toBe(0);
  expect(await duplicateProduct(admin, crypto.randomUUID(), crypto.randomUUID())).toEqual({
    ok: false,
    problem: "not_found",
  });
});
