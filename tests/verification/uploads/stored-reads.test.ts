import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { StoreUnavailable } from "#integrations/storage/object-store.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { assetKeyOf } from "#server/releases/retain-assets.server.ts";
import { retainedAssets } from "#server/releases/retained-assets.ts";
import { addPicture } from "#shop/catalogue/media/add-picture.server.ts";
import { readBytes, readKitBytes, writeKitBytes } from "#shop/designs/mockups/kit-store.server.ts";
import { readAssetFiles, writeAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { exportTask } from "#shop/imports/export.server.ts";
import { createImport, findImport } from "#shop/imports/imports.server.ts";
import { productsKind } from "#shop/imports/products/products-kind.server.ts";
import { startTask } from "#shop/staff/tasks/start-task.server.ts";
import { readTaskFile } from "#shop/staff/tasks/task-files.server.ts";
import { checkFile, finishTask, placeUpload } from "#tests/support/builders/imports.ts";
import {
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Every read of a stored file, with both stores. `backend/storage/storage-on-s3.server.test.ts` tests the Storage API. */

testDatabase({ demo: true, max: 6 });
const exportProducts = exportTask(productsKind);
const admin = demoPerson("admin@etalase.test");

describe.each(["disk", "s3"] as const)("%s", (kind) => {
  const store = testStore(kind);

  test("an uploaded photograph becomes a picture of a product", async () => {
    const product = await productWithoutPictures();
    const uploadId = await waitingUpload(admin, await photograph({ r: 200, g: 40, b: 60 }));
    const input = { uploadId, name: "foto.jpg", dropped: [uploadId] };
    expect(await addPicture(admin, product.id, input)).toEqual({ ok: true, value: undefined });
    const [file] = await asSeed()<{ bucket_id: string; name: string }[]>`
      select o.bucket_id, o.name from product_images i join storage.objects o on o.name = i.path || '.640.webp'
      where i.product_id = ${product.id}`;
    const bytes = await readBytes(asSeed(), file?.bucket_id ?? "", file?.name ?? "");
    expect((await sharp(bytes).metadata()).format).toBe("webp");
  });

  test("the files of a design's picture and of a mock-up kit are read whole", async () => {
    const master = Buffer.alloc(600_000, "abc");
    const sha256 = createHash("sha256").update(`${kind}${randomUUID()}`).digest("hex");
    const upload = { master, preview: Buffer.from("kecil"), kind: "png" } as never;
    await writeAssetFiles(sha256, upload);
    const files = await readAssetFiles([sha256], "master");
    expect(files.get(sha256)?.equals(master)).toBe(true);
    expect((await readAssetFiles([sha256], "preview")).get(sha256)?.toString()).toBe("kecil");
    const kit = `kit-${kind}`;
    await writeKitBytes(asSeed(), kit, 640, master);
    expect((await readKitBytes(asSeed(), kit, 640))?.equals(master)).toBe(true);
  });

  test("the file of an export task is imported", async () => {
    const person = await provenAdmin();
    const task = randomUUID();
    await startTask(person, exportProducts, { id: task, title: "", input: { delimiter: ";" } });
    await finishTask(task);
    const text = await new Response(await readTaskFile(person, task)).text();
    const id = await checkFile(person, text);
    expect((await findImport(person, id))?.counts).toMatchObject({
      create: 0,
      change: 0,
      failed: 0,
    });
  });

  test("a truncated file is not imported", async () => {
    const person = await provenAdmin();
    const text = "sku;nama\nA-1;Satu\nA-2;Dua\n";
    const id = await placeUpload(person, text);
    const [row] = await asSeed()<{ version: string }[]>`
      select version from storage.objects where name like ${`%${id}%`}`;
    await store().put(objectKey(row?.version ?? ""), Buffer.from(text.slice(0, 18)));
    await expect(createImport(person, id, "uji.csv")).rejects.toThrow(StoreUnavailable);
  });

  test("an asset of another release is served", async () => {
    await store().put(assetKeyOf("lain-D1b2c3.js"), Buffer.from("export {};"));
    const app = new Hono();
    app.get("/assets/:name", retainedAssets(store()) as never);
    expect(await (await app.request("/assets/lain-D1b2c3.js")).text()).toBe("export {};");
  });

  test("fewer stored bytes than the row's size are an error", async () => {
    const id = await waitingUpload(admin, Buffer.from("berisi"));
    const [row] = await asSeed()<{ bucket_id: string; name: string; version: string }[]>`
      select bucket_id, name, version from storage.objects where name like ${`%${id}%`}`;
    if (!row) throw new Error("the upload has no row");
    await store().put(objectKey(row.version), Buffer.from("isi"));
    await expect(readBytes(asSeed(), row.bucket_id, row.name)).rejects.toThrow(StoreUnavailable);
  });
});
