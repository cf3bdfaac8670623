import { LRUCache } from "lru-cache";
import { asShop, type Sql } from "#db/client.server.ts";
import type { KitFaces, Mockup } from "./choose-mockup.ts";
import { decodeKit } from "./decode-kit.server.ts";
import type { Kit } from "./kit.ts";
import { type KitSize, kitFileName } from "./kit-files.ts";
import { readKitBytes } from "./kit-store.server.ts";

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
  const loading = readKit(kit, size);
  decoded.set(name, loading);
  // The next picture tries again.
  loading.then(
    (kit) => kit ?? decoded.delete(name),
    () => decoded.delete(name),
  );
  return loading;
}

async function readKit(kit: string, size: KitSize): Promise<Kit | null> {
  const bytes = await readKitBytes(asShop(), kit, size);
  return bytes ? decodeKit(new Uint8Array(bytes)) : null;
}
