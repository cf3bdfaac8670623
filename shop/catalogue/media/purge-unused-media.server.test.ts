import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addPicture } from "./add-picture.server.ts";
import { purgeMedia } from "./purge-media.server.ts";
import { purgeUnusedMedia } from "./purge-unused-media.server.ts";
import { removePicture } from "./remove-picture.server.ts";

testDatabase({ demo: true, max: 4 });
testStore();
const admin = demoPerson("admin@etalase.test");

/** Makes a picture of a new file. @returns the file's id and path */
async function shown(productId: string, blue: number): Promise<{ id: string; path: string }> {
  const uploadId = await waitingUpload(admin, await photograph({ r: 1, g: 2, b: blue }, [30, 30]));
  await addPicture(admin, productId, { uploadId, name: `biru-${blue}.jpg`, dropped: [uploadId] });
  const [row] = await asSeed()<{ id: string; path: string }[]>`
    select m.id, m.path from product_images i join media m on m.id = i.media_id where i.id = ${uploadId}`;
  if (!row) throw new Error("no picture");
  return row;
}
async function dropAll(productId: string): Promise<void> {
  const pictures = await asSeed()<{ id: string }[]>`
    select id from product_images where product_id = ${productId}`;
  for (const { id } of pictures) await removePicture(admin, productId, id);
}
const objectsOf = async (path: string) =>
  (await asSeed()`select from storage.objects where name like ${`${path}.%`}`).length;

test("a file that no product has shown for long is deleted with its bytes; one that is shown, ordered, young or waits to be put back stays", async () => {
  openTestProviders();
  const sql = asSeed();
  const product = await productWithoutPictures();
  const other = await productWithoutPictures();
  const order = await paidOrder("gambar-terjual", [1]);
  const unused = await shown(product.id, 10);
  const stillShown = await shown(product.id, 20);
  const young = await shown(product.id, 30);
  const restorable = await shown(product.id, 40);
  const ordered = await shown(product.id, 50);
  await sql`
    insert into product_images (id, product_id, media_id, path, alt, width, height, position)
    select ${randomUUID()}, ${other.id}, id, path, '{"id": "", "en": ""}', width, height, 0 from media where id = ${stillShown.id}`;
  // The file is that of the order's picture.
  await sql`
    update media set path = (
      select regexp_replace(picture ->> 'url', '^.*/product-images/([A-Za-z0-9/_-]+)\\..*$', '\\1')
      from order_lines where order_id = ${order.id} limit 1) where id = ${ordered.id}`;
  await dropAll(product.id);
  await sql`
    update private.dropped_media set product_id = (
      select v.product_id from order_lines l join product_variants v on v.id = l.variant_id where l.order_id = ${order.id} limit 1)
    where media_id = ${ordered.id}`;
  await sql`
    update private.dropped_media set dropped_at = now() - interval '36 days' where media_id <> ${young.id}`;
  await sql`
    update private.removed_pictures set removed_at = now() - interval '36 days'
    where picture ->> 'media_id' <> ${restorable.id}`;
  await purgeMedia();
  expect(await objectsOf(unused.path)).toBeGreaterThan(0);
  expect(await purgeUnusedMedia()).toBe(1);
  expect(await objectsOf(unused.path)).toBe(0);
  expect(await sql`select from media where id = ${unused.id}`).toHaveLength(0);
  expect(await sql`select from media where id = ${ordered.id}`).toHaveLength(1);
  for (const { id, path } of [stillShown, young, restorable]) {
    expect(await sql`select from media where id = ${id}`, path).toHaveLength(1);
    expect(await objectsOf(path), path).toBeGreaterThan(0);
  }
  const [entry] = await sql`
    select action, actor_kind, actor_id, actor_name from audit_entries where subject_kind = 'media' and subject_id = ${unused.id} order by id desc limit 1`;
  expect(entry).toMatchObject({ actor_kind: "job" });
  expect(await purgeUnusedMedia()).toBe(0);
});
