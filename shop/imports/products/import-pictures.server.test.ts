import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listImportPictures } from "#shop/imports/import-pictures.server.ts";
import { findImport } from "#shop/imports/imports.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { listWarnedRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { retryTask, undoTask } from "#shop/staff/tasks/start-task.server.ts";
import { checkFile, finishTask, startRun } from "#tests/support/builders/imports.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 6 });
testStore();
vi.mock("#integrations/web/public-address.ts", () => ({ isPublicAddress: () => true }));

let staff: Person;
let origin = "";
const files = new Map<string, Buffer>();
let requested: string[] = [];
const server = createServer(({ url = "" }, answer) => {
  requested.push(url);
  const file = files.get(url);
  if (file) answer.end(file);
  else answer.writeHead(404).end();
});
beforeAll(async () => {
  staff = await provenAdmin();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [n, name] of ["depan", "belakang", "biru", "merah", "nanti"].entries()) {
    files.set(`/${name}.jpg`, await photograph({ r: 40 * n, g: 90, b: 120 }, [60, 40]));
  }
  files.set("/naskah.jpg", Buffer.from("<html></html>"));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requested = [];
});

const heading =
  "ID,Type,SKU,Name,Published,Short description,Description,Regular price,Sale price,Stock,Weight (kg),Categories,Parent,Images,Attribute 1 name,Attribute 1 value(s)";
const at = (...names: string[]) => `"${names.map((name) => `${origin}/${name}`).join(", ")}"`;
const simple = (sku: string, name: string, images: string) =>
  `1,simple,${sku},${name},1,Pendek,Panjang,30000,,4,0.1,,,${images},,`;

/** Checks and runs a WooCommerce file, and downloads its pictures. */
async function importRows(...rows: string[]) {
  const id = await checkFile(staff, [heading, ...rows].join("\r\n"), "create");
  const checked = await findImport(staff, id);
  const writes = (checked?.counts?.create ?? 0) + (checked?.counts?.change ?? 0);
  const run = writes > 0 ? await startRun(staff, id) : "";
  if (run) await finishTask(run);
  const fetching = await fetchAll(id);
  return { id, run, fetching, counts: checked?.counts, check: checked?.check?.id ?? "" };
}

async function fetchAll(importId: string): Promise<string> {
  const [task] = await asSeed()<{ id: string }[]>`
    select id from staff_tasks where kind = 'fetch-pictures' and input ->> 'import_id' = ${importId}
    order by created_at desc limit 1`;
  if (task) await finishTask(task.id);
  return task?.id ?? "";
}

const picturesOf = (sku: string) => asSeed()<{ name: string; variants: string[] }[]>`
  select m.original_name as name,
    array(select v.sku from product_variants v where v.id = any (i.variant_ids) order by 1) as variants
  from product_images i join media m on m.id = i.media_id
  where i.product_id = (select product_id from product_variants where sku = ${sku}) order by i.position`;

test("pictures of a WooCommerce file keep their order, and pictures of a variation belong to its variant", async () => {
  const rows = [
    `11,variable,GBR,Kaos Gambar,1,Kaos,Katun,,,,0.2,,,${at("depan.jpg", "belakang.jpg")},Warna,"Biru, Merah"`,
    `12,variation,GBR-B,Kaos Gambar - Biru,1,,,120000,,5,,,GBR,${at("biru.jpg")},Warna,Biru`,
    `13,variation,GBR-M,Kaos Gambar - Merah,1,,,125000,,7,,,GBR,${at("merah.jpg")},Warna,Merah`,
  ];
  const first = await importRows(...rows);
  expect(await picturesOf("GBR-B")).toEqual([
    { name: "depan.jpg", variants: [] },
    { name: "belakang.jpg", variants: [] },
    { name: "biru.jpg", variants: ["GBR-B"] },
    { name: "merah.jpg", variants: ["GBR-M"] },
  ]);
  expect(await listImportPictures(staff, first.id)).toMatchObject({
    task: { state: "done", total: 3, done: 3, failed: 0 },
    failed: [],
  });
  const again = await importRows(...rows);
  expect(again.counts).toMatchObject({ create: 0, change: 0, unchanged: 1 });
  expect(requested).toEqual(["/depan.jpg", "/belakang.jpg", "/biru.jpg", "/merah.jpg"]);
});

test("a second import downloads new pictures, but none that staff have removed", async () => {
  await importRows(simple("GBT", "Tas Gambar", at("depan.jpg")));
  await asSeed()`delete from product_images where product_id = (
    select product_id from product_variants where sku = 'GBT')`;
  requested = [];
  const again = await importRows(simple("GBT", "Tas Gambar", at("depan.jpg", "biru.jpg")));
  expect(again.counts).toMatchObject({ change: 1 });
  expect(requested).toEqual(["/biru.jpg"]);
  expect(await picturesOf("GBT")).toEqual([{ name: "biru.jpg", variants: [] }]);
});

test("failed pictures are listed with row and reason, and a retry downloads them", async () => {
  const { id, fetching } = await importRows(
    simple("GBG", "Gelas Gambar", at("depan.jpg", "hilang.jpg", "naskah.jpg")),
  );
  expect(await listImportPictures(staff, id)).toMatchObject({
    task: { id: fetching, total: 1, done: 0, failed: 1, can_retry: true },
    failed: [
      {
        row_no: 2,
        address: `${origin}/hilang.jpg`,
        problem: "address_refused",
        name: "Gelas Gambar",
      },
      { row_no: 2, address: `${origin}/naskah.jpg`, problem: "picture_wrong_type" },
    ],
  });
  files.set("/hilang.jpg", files.get("/nanti.jpg") ?? Buffer.alloc(0));
  requested = [];
  const retry = crypto.randomUUID();
  expect((await retryTask(staff, fetching, retry)).ok).toBe(true);
  await finishTask(retry);
  expect(requested).toEqual(["/hilang.jpg", "/naskah.jpg"]);
  expect((await picturesOf("GBG")).map(({ name }) => name)).toEqual(["depan.jpg", "hilang.jpg"]);
  const { failed } = (await listImportPictures(staff, id)) ?? { failed: [] };
  expect(failed.map(({ address }) => address)).toEqual([`${origin}/naskah.jpg`]);
});

test("undoing an import removes its pictures from the products that it changed", async () => {
  await importRows(simple("GBU", "Topi Gambar", at("depan.jpg")));
  const { run } = await importRows(simple("GBU", "Topi Gambar", at("depan.jpg", "merah.jpg")));
  expect(await picturesOf("GBU")).toHaveLength(2);
  const undo = crypto.randomUUID();
  await undoTask(staff, run, undo);
  await finishTask(undo);
  expect((await picturesOf("GBU")).map(({ name }) => name)).toEqual(["depan.jpg"]);
});

test("the check warns of invalid picture addresses", async () => {
  const { check } = await importRows(simple("GBX", "Topi Tanpa Gambar", "topi.jpg"));
  const [row] = await listWarnedRows(check);
  const warnings = [{ code: "picture_address_invalid", row_no: 2, before: "topi.jpg" }];
  expect(row).toMatchObject({ after: { warnings } });
});

test.each([
  [
    "shopify",
    "Handle,Title,Variant Price,Variant SKU,Image Src,Variant Image",
    "pic-shopify,Pic Shopify,1000,PIC-1,@depan.jpg,@biru.jpg\r\npic-shopify,,,,@merah.jpg,",
  ],
  [
    "tokopedia",
    "Nama Produk*,Nomor Etalase,SKU Name,Harga (Rp)*,Gambar 1*,Gambar 2,Gambar 3",
    "Pic Tokopedia,,PIC-1,1000,@depan.jpg,@merah.jpg,@biru.jpg",
  ],
  [
    "shopee",
    "Nama Produk,SKU Induk,Kode Variasi,Harga,Stok,Foto Sampul,Foto Produk 1,Foto Produk per Varian",
    "Pic Shopee,P,PIC-1,1000,3,@depan.jpg,@merah.jpg,@biru.jpg",
  ],
])("picture columns of %s are recognised", async (_, header, row) => {
  const file = `${header}\r\n${row.replaceAll("@", `${origin}/`)}`;
  const id = await checkFile(staff, file);
  await finishTask(await startRun(staff, id));
  await fetchAll(id);
  const names = (await picturesOf("PIC-1")).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["biru.jpg", "depan.jpg", "merah.jpg"]);
  expect(names[0]).toBe("depan.jpg");
  await asSeed()`update product_variants set sku = ${crypto.randomUUID()} where sku = 'PIC-1'`;
});
