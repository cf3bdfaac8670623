import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { putObject } from "#backend/storage/objects/put-object.server.ts";
import type { Config } from "#base/config-type.ts";
import { asShop } from "#db/client.server.ts";
import { kitFolder } from "#db/seed/kits.server.ts";
import { pictureFolder, picturePrefix } from "#db/seed/products.server.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";

/** Files written concurrently: each waits for the disk. */
const atOnce = 16;
const mimeTypes: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".kit": "application/octet-stream",
};

/** Stores the demo shop's missing pictures and mock-up kits; about 1,100 small files on the first start. */
export async function storeDemoPictures(config: Config): Promise<void> {
  const [demo] =
    await asShop()`select from product_images where path like ${`${picturePrefix}/%`} limit 1`;
  if (!demo) return;
  await storeFolder(config, {
    folder: pictureFolder,
    bucket: "product-images",
    prefix: `${picturePrefix}/`,
  });
  await storeFolder(config, { folder: kitFolder, bucket: "mockup-kits", prefix: "" });
}

interface StoredFolder {
  readonly folder: string;
  readonly bucket: string;
  /** What the names of its files begin with in the bucket. */
  readonly prefix: string;
}

async function storeFolder(
  config: Config,
  { folder, bucket, prefix }: StoredFolder,
): Promise<void> {
  const sql = asShop();
  const known = new Set(
    (
      await sql<{ name: string }[]>`
        select name from storage.objects where bucket_id = ${bucket} and name like ${`${prefix}%`}`
    ).map((row) => row.name),
  );
  const files = (await readdir(folder).catch(() => [])).filter(
    (file) => path.extname(file) in mimeTypes,
  );
  const store = openStore(config.storageUrl);
  const missing = files.filter((file) => !known.has(`${prefix}${file}`));
  const cacheControl = "max-age=31536000";
  for (let start = 0; start < missing.length; start += atOnce) {
    await Promise.all(
      missing.slice(start, start + atOnce).map(async (file) => {
        const bytes = await readFile(path.join(folder, file));
        const mimeType = mimeTypes[path.extname(file)] ?? "application/octet-stream";
        await putObject(sql, store, {
          bucket,
          name: `${prefix}${file}`,
          bytes,
          mimeType,
          cacheControl,
        });
      }),
    );
  }
}
