import { expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listProducts } from "./list-products.server.ts";
import { readShopFilter } from "./shop-filter.ts";

testDatabase({ demo: true });

const list = (query: string) => listProducts(readShopFilter(new URLSearchParams(query)), "id");

test("a filter by colour shows the pictures of variants in that colour", async () => {
  const shown = async (query: string) =>
    (await list(query)).products.find(({ slug }) => slug === "kaos-mega-mendung")?.pictures[0]?.url;
  const pictures = await asSeed()<{ path: string; colours: string[] }[]>`
    select i.path, array(
      select distinct v.options ->> 'colour' from product_variants v where v.id = any (i.variant_ids)
    ) as colours
    from product_images i join products p on p.id = i.product_id
    where p.slug = 'kaos-mega-mendung' order by i.position`;
  const white = pictures.find(({ colours }) => colours.join() === "putih")?.path ?? "none";
  expect(pictures[0]?.path).not.toBe(white);
  expect(await shown("category=kaos")).toContain(pictures[0]?.path);
  expect(await shown("category=kaos&colour=putih")).toContain(white);
  expect(await shown("category=kaos&colour=putih,soga")).toContain(white);
});

test("a search without results offers available products", async () => {
  const { total, nearest } = await list("q=sepeda+kompor");
  expect(total).toBe(0);
  expect(nearest).toHaveLength(4);
  expect(nearest.filter(({ stock_band }) => stock_band === "out")).toEqual([]);
});

test("stop words do not narrow a search", async () => {
  const plain = await list("q=hadiah");
  expect(plain.total).toBeGreaterThan(0);
  expect((await list("q=hadiah+untuk")).total).toBe(plain.total);
  expect((await list("q=untuk")).found_for).toBeNull();
});

test("a search that matches no product with all words returns the results of fewer words and names them", async () => {
  const mugs = await list("q=mug");
  const found = await list("q=mug+kepiting+zamrud");
  expect(found).toMatchObject({ total: mugs.total, found_for: "mug" });
  expect(found.products.map(({ id }) => id)).toEqual(mugs.products.map(({ id }) => id));
  expect((await list("q=mug")).found_for).toBeNull();
  expect(await list("q=sepeda+kompor")).toMatchObject({ total: 0, found_for: null });
});
