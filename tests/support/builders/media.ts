import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { putObject } from "#backend/storage/objects/put-object.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { provideStore, shopStore } from "#integrations/storage/shop-store.server.ts";
import { uploadBucket, uploadPath } from "#shop/catalogue/media/media.ts";
import type { Person } from "#shop/kernel/access.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** A file store in its own folder or bucket, for one test file or block. */
export function testStore(kind: "disk" | "s3" = "disk"): () => ObjectStore {
  let stop = async () => {};
  beforeAll(async () => {
    if (kind === "s3") {
      const server = await startS3Server("berkas");
      stop = server.stop;
      provideStore(openStore(server.storageUrl));
      return;
    }
    const folder = await mkdtemp(path.join(tmpdir(), "etalase-media-"));
    stop = () => rm(folder, { recursive: true, force: true });
    provideStore(openStore(`file:${folder}`));
  });
  afterAll(() => stop());
  return shopStore;
}

/** A file as the browser's upload leaves it. @returns the upload's id */
export async function waitingUpload(
  actor: Person,
  bytes: Uint8Array,
  id: string = randomUUID(),
): Promise<string> {
  await putObject(asSeed(), shopStore(), {
    bucket: uploadBucket,
    name: uploadPath(actor.id, id),
    bytes,
    mimeType: "image/jpeg",
    ownerId: actor.id,
  });
  return id;
}

/** A JPEG of one colour, unlike every other. */
export function photograph(
  { r, g, b }: { r: number; g: number; b: number },
  [width, height]: readonly [number, number] = [1200, 900],
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .withExifMerge({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
}

/** A published product of the demo shop without pictures. */
export async function productWithoutPictures(): Promise<{ id: string; slug: string }> {
  const sql = asSeed();
  const slug = `produk-${randomUUID()}`;
  const [product] = await sql<{ id: string }[]>`
    insert into products (slug, name, status, published_at)
    values (${slug}, ${sql.json({ id: "Piring", en: "Plate" })}, 'published', now()) returning id`;
  return { id: product?.id ?? "", slug };
}

/** The ids of a product's pictures, first to last; throws when places are not 0, 1, 2 and so on. */
export async function orderOf(productId: string): Promise<string[]> {
  const rows = await asSeed()<{ id: string; position: number }[]>`
    select id, position from product_images where product_id = ${productId} order by position`;
  rows.forEach(({ position }, index) => {
    if (position !== index) throw new Error(`place ${position} at ${index}`);
  });
  return rows.map(({ id }) => id);
}
