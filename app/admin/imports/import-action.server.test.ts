import { expect, test } from "vitest";
import { createImport, findImport } from "#shop/imports/imports.server.ts";
import { placeUpload } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { changeImport } from "./import-action.server.ts";

testDatabase({ demo: true, max: 4 });
testStore();

test("a constant that is cut inside an emoji loses the whole emoji", async () => {
  const staff = await provenAdmin();
  const id = await placeUpload(staff, "nama_id;sku;harga\r\nTetap C;TTP-3;1000");
  await createImport(staff, id, "tetap.csv");
  const form = new FormData();
  const fields = {
    task: crypto.randomUUID(),
    "column-0": "nama_id",
    "column-1": "sku",
    "column-2": "harga",
    "constant-column-0": "deskripsi_id",
    "constant-value-0": `${"a".repeat(499)}😀z`,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect(await changeImport(staff, id, form)).toEqual({});
  expect((await findImport(staff, id))?.mapping.deskripsi_id).toEqual({
    constant: "a".repeat(499),
  });
});
