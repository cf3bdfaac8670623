import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { DesignDocument } from "./document/document.ts";
import { readDocument } from "./document/read-document.ts";

/** A version's document: of the actor, or of a guest, who alone knows its id. Others are not found. */
export async function findVersion(
  actor: Actor,
  id: string,
): Promise<{ id: string; document: DesignDocument } | undefined> {
  const owner = actor.kind === "person" ? actor.id : null;
  const [row] = await asShop()<{ document: unknown }[]>`
    select document from design_versions
    where id = ${id} and (customer_id is null or customer_id = ${owner}::uuid)`;
  const read = row && readDocument(row.document);
  return read?.ok ? { id, document: read.value } : undefined;
}
