import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { objectKey } from "#integrations/storage/object-version.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import {
  orderOf,
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addPicture, replacePicture } from "./add-picture.server.ts";
import { uploadBucket } from "./media.ts";

testDatabase({ demo: true });
const store = testStore();
const admin = demoPerson("admin@etalase.test");
const add = (productId: string, uploadId: string, dropped = [uploadId], name = "foto.jpg") =>
  addPicture(admin, productId, { uploadId, name, dropped });
const filesOf = async (path: string) =>
  asSeed()<{ name: string; version: string; size: number }[]>`
    select name, version, (metadata ->> 'size')::bigint as size from storage.objects where bucket_id = 'product-images' and name like ${`${path}.%`} order by name`;
const keysInStore = async () => {
  const keys: string[] = [];
  for await (const { key } of store().list()) keys.push(key);
  return keys.sort();
};

test("a photograph becomes the eight files that pages load, and the product page shows it", async () => {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, await photograph({ r: 200, g: 40, b: 60 }));
  expect(await add(product.id, id)).toEqual({ ok: true, value: undefined });

  const shown = await findProduct(product.slug, "id");
  expect(shown?.pictures).toHaveLength(1);
  const url = shown?.pictures[0]?.url ?? "";
  const path = url.slice(url.indexOf("media/"));
  const files = await filesOf(path);
  expect(files.map(({ name }) => name.slice(path.length + 1)).sort()).toEqual(
    [160, 320, 640, 960].flatMap((width) => [`${width}.avif`, `${width}.webp`]).sort(),
  );
  for (const { name, version, size } of files) {
    const bytes = await store().read(objectKey(version), { start: 0, end: size - 1 });
    const { format, width, height, exif, space } = await sharp(bytes as Uint8Array).metadata();
    const side = Number(name.split(".").at(-2));
    expect([format, height, exif, space]).toEqual([
      name.endsWith("avif") ? "heif" : "webp",
      Math.min(side, 900),
      undefined,
      "srgb",
    ]);
    expect(width).toBe(Math.round(((height ?? 0) * 4) / 3));
  }
  expect(shown?.pictures[0]?.colour).toMatch(/^#c[0-9a-f]2[0-9a-f]3[0-9a-f]$/);
  const [waiting] = await asSeed()`select from storage.objects where bucket_id = ${uploadBucket}`;
  expect(waiting).toBeUndefined();
});

test("the same upload again changes nothing, also at the same moment", async () => {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, await photograph({ r: 10, g: 20, b: 30 }));
  const answers = await Promise.all([
    add(product.id, id),
    add(product.id, id),
    add(product.id, id),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await add(product.id, id)).toEqual({ ok: true, value: undefined });
  expect(await orderOf(product.id)).toEqual([id]);
});

test("one file in two products is stored once", async () => {
  const [one, two] = [await productWithoutPictures(), await productWithoutPictures()];
  const bytes = await photograph({ r: 90, g: 120, b: 30 });
  const ids = [await waitingUpload(admin, bytes), await waitingUpload(admin, bytes)];
  const before = await keysInStore();
  const answers = await Promise.all([add(one.id, ids[0] ?? ""), add(two.id, ids[1] ?? "")]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  const rows = await asSeed()`
    select distinct media_id, path from product_images where product_id = any(${[one.id, two.id]})`;
  expect(rows).toHaveLength(1);
  expect((await keysInStore()).length - before.length).toBe(8);
});

test("pictures of one drop keep its order however they arrive", async () => {
  const product = await productWithoutPictures();
  const first = await waitingUpload(admin, await photograph({ r: 1, g: 1, b: 1 }, [40, 40]));
  await add(product.id, first);
  const dropped = await Promise.all(
    [2, 3, 4, 5, 6].map(async (r) =>
      waitingUpload(admin, await photograph({ r: r * 20, g: 0, b: 0 }, [40, 40])),
    ),
  );
  for (const place of [3, 0, 4, 2, 1]) await add(product.id, dropped[place] ?? "", dropped);
  expect(await orderOf(product.id)).toEqual([first, ...dropped]);
});

test("another file in a picture keeps its place, its texts and its variants", async () => {
  const product = await productWithoutPictures();
  const ids = await Promise.all(
    [1, 2, 3].map(async (b) =>
      waitingUpload(admin, await photograph({ r: 0, g: 9, b: b * 70 }, [60, 60])),
    ),
  );
  for (const id of ids) await add(product.id, id, ids);
  const picture = ids[1] ?? "";
  const sql = asSeed();
  const variant = randomUUID();
  await sql`
    update product_images set alt = ${sql.json({ id: "Depan", en: "Front" })}, focal_x = 20, variant_ids = ${[variant]}
    where id = ${picture}`;
  const [before] = await sql`select path from product_images where id = ${picture}`;
  const uploadId = await waitingUpload(admin, await photograph({ r: 99, g: 9, b: 9 }, [80, 60]));
  const input = { uploadId, name: "baru.jpg" };
  expect((await replacePicture(admin, product.id, picture, input)).ok).toBe(true);
  expect((await replacePicture(admin, product.id, picture, input)).ok).toBe(true);
  expect(await orderOf(product.id)).toEqual(ids);
  const [after] = await sql`
    select i.path, i.alt, i.focal_x, i.variant_ids, i.width, m.original_name
    from product_images i join media m on m.id = i.media_id where i.id = ${picture}`;
  expect(after).toMatchObject({
    alt: { id: "Depan", en: "Front" },
    focal_x: 20,
    variant_ids: [variant],
    width: 80,
    original_name: "baru.jpg",
  });
  expect(after?.path).not.toBe(before?.path);
});
