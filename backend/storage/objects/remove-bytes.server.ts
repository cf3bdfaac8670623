import * as v from "valibot";
import { asShop } from "#db/client.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { objectKey } from "#integrations/storage/object-version.ts";

const payloadShape = v.object({ versions: v.array(v.pipe(v.string(), v.uuid())) });

/**
 * The task `remove-object`: removes bytes whose row is deleted. A version that a row still names is retained.
 */
export async function removeBytes(store: ObjectStore, payload: unknown): Promise<void> {
  const { versions } = v.parse(payloadShape, payload);
  const named = await asShop()<{ version: string }[]>`
    select version from storage.objects where version = any(${versions})`;
  const retained = new Set(named.map((row) => row.version));
  for (const version of versions) {
    if (!retained.has(version)) await store.remove(objectKey(version));
  }
}
