import { Hono } from "hono";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { addPicture } from "#shop/catalogue/media/add-picture.server.ts";
import { socialPicturePath } from "#shop/catalogue/social-picture.server.ts";
import { productWithoutPictures, testStore, waitingUpload } from "#tests/support/builders/media.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { failureAnswer } from "../http/failure.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { socialPictureEndpoint } from "./social-pictures.ts";

testDatabase({ demo: true });
const store = testStore();
const admin = demoPerson("admin@etalase.test");

/** A public file of the store, as the storage sends it. */
async function fetchOwn(address: string): Promise<Response> {
  const name = address.split("/product-images/")[1] ?? "";
  const [file] = await asSeed()<{ version: string; size: number }[]>`
    select version, (metadata ->> 'size')::bigint as size from storage.objects
    where bucket_id = 'product-images' and name = ${name}`;
  if (!file) return new Response(null, { status: 404 });
  const bytes = await store().read(objectKey(file.version), { start: 0, end: file.size - 1 });
  return new Response(bytes as Uint8Array<ArrayBuffer>);
}

test("the picture of a shared page is cropped around the focal point, and a moved point is another address", async () => {
  const product = await productWithoutPictures();
  const half = { width: 600, height: 600, channels: 3 } as const;
  const [red, blue] = [
    { ...half, background: "#d02020" },
    { ...half, background: "#2020d0" },
  ];
  const bytes = await sharp({ create: { ...half, width: 1800, background: "#20d020" } })
    .composite([
      { input: { create: red }, left: 0, top: 0 },
      { input: { create: blue }, left: 1200, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  const id = await waitingUpload(admin, bytes);
  await addPicture(admin, product.id, { uploadId: id, name: "lebar.jpg", dropped: [id] });
  const endpoint = socialPictureEndpoint(fetchOwn);
  const addresses = new Set<string>();
  const shown: string[] = [];
  for (const x of [0, 50, 100]) {
    await asSeed()`update product_images set focal_x = ${x} where id = ${id}`;
    const found = await findProduct(product.slug, "id");
    const address = (found && socialPicturePath(found)) ?? "";
    addresses.add(address);
    const answer = await endpoint.request(address);
    expect(answer.status).toBe(200);
    const card = sharp(await answer.arrayBuffer());
    const { width, height } = await card.metadata();
    expect([width, height]).toEqual([1200, 630]);
    // The middle of the square on the left.
    const pixel = await card.extract({ left: 300, top: 300, width: 1, height: 1 }).raw().toBuffer();
    shown.push(["red", "green", "blue"][[...pixel].indexOf(Math.max(...pixel))] ?? "");
  }
  expect(shown).toEqual(["red", "green", "blue"]);
  expect(addresses.size).toBe(3);
});

test("pictures are queued with other image work, and refused while the queue is full", async () => {
  const [row] = await asSeed()<{ slug: string }[]>`
    select slug from products p where status = 'published' and exists (
      select from product_images i where i.product_id = p.id) order by slug limit 1`;
  const found = await findProduct(row?.slug ?? "", "id");
  const address = (found && socialPicturePath(found)) ?? "";
  const picture = await sharp({
    create: { width: 700, height: 700, channels: 3, background: "#2020d0" },
  })
    .webp()
    .toBuffer();
  const app = new Hono<Facts>();
  app.onError(failureAnswer);
  app.route(
    "/",
    socialPictureEndpoint(async () => new Response(new Uint8Array(picture))),
  );
  const gate = Promise.withResolvers<void>();
  const others = Array.from({ length: 42 }, () => inTurn(() => gate.promise));
  const refused = await app.request(address);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Cache-Control") ?? "").not.toContain("immutable");
  gate.resolve();
  await Promise.all(others);
  expect((await app.request(address)).status).toBe(200);
});
