import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { asShop, type Sql } from "#db/client.server.ts";
import { StoreUnavailable } from "#integrations/storage/object-store.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import type { KitFaces, Mockup } from "./choose-mockup.ts";
import { decodeKit } from "./decode-kit.server.ts";
import type { Kit } from "./kit.ts";
import { type KitSize, kitFileName } from "./kit-files.ts";

/** What the shop's kits among those of these mock-ups face, by kit. */
export async function findKitFaces(
  sql: Sql,
  mockups: readonly Mockup[],
): Promise<Record<string, KitFaces>> {
  const ids = [...new Set(mockups.map(({ kit }) => kit))];
  if (ids.length === 0) return {};
  const rows = await sql<{ id: string; faces_x: number; faces_y: number }[]>`
    select id, faces_x, faces_y from mockup_kits where id = any (${ids}::text[])`;
  return Object.fromEntries(
    rows.map(({ id, faces_x, faces_y }) => [id, { x: faces_x, y: faces_y }]),
  );
}

/** Decoded kits; one of 960 pixels takes 11 MB. */
const decoded = new LRUCache<string, Promise<Kit | null>>({ max: 6 });

/** A kit in memory; null where it has no file. @throws StoreUnavailable */
export async function loadKit(kit: string, size: KitSize): Promise<Kit | null> {
  const name = kitFileName(kit, size);
  const known = decoded.get(name);
  if (known) return known;
  const loading = readKit(name);
  decoded.set(name, loading);
  // The next picture tries again.
  loading.then(
    (kit) => kit ?? decoded.delete(name),
    () => decoded.delete(name),
  );
  return loading;
}

async function readKit(name: string): Promise<Kit | null> {
  const [row] = await asShop()<{ version: string; size: number }[]>`
    select version, (metadata ->> 'size')::bigint as size from storage.objects
    where bucket_id = 'mockup-kits' and name = ${name}`;
  if (!row) return null;
  const source = await shopStore().read(objectKey(row.version), { start: 0, end: row.size - 1 });
  if (source === undefined) throw new StoreUnavailable(`the bytes of ${name} are missing`);
  const bytes = source instanceof Readable ? await buffer(source) : source;
  return decodeKit(new Uint8Array(bytes));
}
