import { beforeAll, expect, test } from "vitest";
import { visitor } from "#shop/kernel/access.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findLineImage } from "./find-line-image.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

test("the picture of an ordered design is its buyer's and staff's; this database has no files of kits", async () => {
  const buyer = demoPerson("customer@etalase.test");
  const { line } = await orderDesign(buyer, "self");
  const flat = { svg: expect.stringContaining("<path") };
  expect(await findLineImage(buyer, line, 1, 320)).toEqual(flat);
  expect(await findLineImage(demoPerson("staff@etalase.test"), line, 1, 320)).toEqual(flat);
  const { person } = await makeCustomer("pembeli-lain");
  for (const other of [person, visitor])
    expect(await findLineImage(other, line, 1, 320)).toBeUndefined();
  expect(await findLineImage(buyer, line, 2, 320)).toBeUndefined();
});
