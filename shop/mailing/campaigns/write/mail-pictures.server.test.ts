import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addPicture } from "#shop/catalogue/media/add-picture.server.ts";
import { purgeUnusedMedia } from "#shop/catalogue/media/purge-unused-media.server.ts";
import { removePicture } from "#shop/catalogue/media/remove-picture.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addMailPicture } from "./add-mail-picture.server.ts";
import { listMailPictures } from "./list-mail-pictures.server.ts";
import { saveCampaign } from "./save-campaign.server.ts";

testDatabase({ demo: true, max: 4 });
testStore();
const uploaded = async (actor: Person, blue: number) =>
  waitingUpload(actor, await photograph({ r: 9, g: 8, b: blue }, [40, 30]));

test("a picture is uploaded for mails once, listed, and refused to who may not", async () => {
  const admin = await provenAdmin();
  const uploadId = await uploaded(admin, 1);
  const input = { uploadId, name: "Panen raya.jpg" };
  const both = await Promise.all([addMailPicture(admin, input), addMailPicture(admin, input)]);
  expect(both.map(({ ok }) => ok)).toContain(true);
  expect(await addMailPicture(admin, input)).toEqual({ ok: true, value: null });
  const pictures = await listMailPictures(admin, null);
  expect(pictures).toEqual([
    {
      url: expect.stringMatching(
        /^\/storage\/.*\/product-images\/media\/[0-9a-f-]{36}\.960\.webp$/,
      ),
      thumb: expect.stringMatching(/\.320\.webp$/),
      alt: { id: "", en: "" },
      name: { id: "Panen raya.jpg", en: "Panen raya.jpg" },
    },
  ]);
  const [file] = await asSeed()`
    select from storage.objects where name = ${pictures[0]?.url.split("/product-images/")[1] ?? ""}`;
  expect(file).toBeDefined();
  const customer = demoPerson("customer@etalase.test");
  expect(await listMailPictures(customer, null)).toEqual([]);
  expect(await addMailPicture(customer, input)).toMatchObject({ problem: "not_permitted" });
  expect(await addMailPicture(admin, { uploadId: randomUUID(), name: "x" })).toMatchObject({
    problem: "upload_missing",
  });
  const broken = await waitingUpload(admin, Buffer.from("no picture"));
  expect(await addMailPicture(admin, { uploadId: broken, name: "x" })).toMatchObject({ ok: false });
  const [left] = await asSeed()`
    select from storage.objects where bucket_id = 'media-uploads'`;
  expect(left).toBeUndefined();
});

test("a product's picture that a mail shows stays when the product drops it", async () => {
  const admin = await provenAdmin();
  const product = await productWithoutPictures();
  const ids = [await uploaded(admin, 2), await uploaded(admin, 3)];
  for (const uploadId of ids) {
    await addPicture(admin, product.id, { uploadId, name: "foto.jpg", dropped: [uploadId] });
  }
  const pictures = await listMailPictures(admin, product.id);
  expect(pictures.map(({ name }) => name.id)).toEqual(["Piring", "Piring"]);
  expect(await listMailPictures(admin, "bukan")).toEqual([]);
  const [mailed] = pictures;
  const content = {
    subject: "Kabar",
    preheader: "",
    blocks: [{ kind: "picture" as const, url: mailed?.url ?? "", alt: "Piring" }],
  };
  await saveCampaign(admin, {
    id: randomUUID(),
    version: 0,
    name: "Kabar",
    topic: "news",
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    fallback_language: null,
    window_from: 0,
    window_to: 0,
    contents: { id: content, en: null },
  });
  for (const id of ids) await removePicture(admin, product.id, id);
  await asSeed()`delete from private.removed_pictures`;
  await asSeed()`update private.dropped_media set dropped_at = now() - interval '36 days'`;
  expect(await purgeUnusedMedia()).toBe(1);
  const files = await asSeed()<{ name: string }[]>`
    select name from storage.objects where name = any(${pictures.map(({ url }) => url.split("/product-images/")[1] ?? "")})`;
  expect(files.map(({ name }) => name)).toEqual([mailed?.url.split("/product-images/")[1]]);
});
