import { keyAlreadyExists } from "#backend/storage/errors.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import type { Sql } from "#db/client.server.ts";
import { type ObjectDetails, writeObjectRow } from "#integrations/storage/object-rows.server.ts";
import type { StoredBytes } from "#integrations/storage/object-version.ts";

/**
 * Writes the row of stored bytes as `writeObjectRow` does.
 * @throws StorageError KeyAlreadyExists without `upsert`
 */
export async function recordObject(
  sql: Sql,
  address: ObjectAddress,
  stored: StoredBytes,
  details: ObjectDetails,
  options: { upsert: boolean },
): Promise<{ id: string }> {
  const row = await writeObjectRow(sql, address, stored, details, options);
  if (!row) throw keyAlreadyExists();
  return row;
}
