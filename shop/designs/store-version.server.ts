import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { DesignDocument } from "./document/document.ts";
import { hashOfDocument } from "./document/hash-document.server.ts";
import { type DisplayList, displayHash } from "./draw/display-list.ts";
import { summarise, wordsOf } from "./draw/summarise.ts";
import { type PictureRights, rightsColumns } from "./rights.ts";
import { hashOfPieces } from "./roster/hash-pieces.server.ts";
import type { Roster } from "./roster/roster.ts";
import { exceedsStoredSize } from "./stored-size.server.ts";

interface VersionContent {
  readonly product_id: string;
  readonly spec_id: string;
  /** Null: drawn in the designer. */
  readonly template_id: string | null;
  readonly document: DesignDocument;
  /** What the server drew of the document. */
  readonly list: DisplayList;
  /** Of a list that was stored before: the database does not keep the order of its members. */
  readonly display_hash?: string;
  /** What the buyer ticked about its pictures. */
  readonly rights?: PictureRights | undefined;
  /** Of pieces that bear their own words; `list` is the first one's. */
  readonly roster?: Roster;
}

/**
 * Stores a version of a design. A repeated id stores nothing; with another design it is refused.
 * @param id chosen by the page
 */
export async function storeVersion(
  actor: Actor,
  id: string,
  { list, document, display_hash: known, roster, rights, ...origin }: VersionContent,
): Promise<Result<{ id: string }, "id_reused" | "design_too_large">> {
  const display_hash = roster ? hashOfPieces(roster.pieces) : (known ?? (await displayHash(list)));
  const customer_id = actor.kind === "person" ? actor.id : null;
  const document_hash = hashOfDocument(document);
  const storing = inTransaction<Result<{ id: string }, "id_reused">>(async (sql) => {
    const guest = customer_id === null ? (actor.guest ?? null) : null;
    // Not of a guest whose designs were claimed meanwhile.
    const [known] = await sql<{ hash: string }[]>`
      select hash from private.design_guests where hash = ${guest} for key share`;
    const stored = await sql`
      insert into design_versions ${sql({
        id,
        customer_id,
        guest_hash: known?.hash ?? null,
        ...origin,
        document: sql.json(document),
        document_hash,
        display: sql.json(list),
        display_hash,
        summary: sql.json(roster?.summary ?? summarise(list)),
        ...rightsColumns(rights),
        words: [...(roster?.shared ?? wordsOf(list))],
        pieces: roster ? sql.json(roster.pieces) : null,
        piece_displays: roster ? sql.json(roster.displays) : null,
      })}
      on conflict (id) do nothing returning id`;
    const same =
      stored.length > 0
        ? stored
        : await sql`
            select from design_versions
            where id = ${id} and document_hash = ${document_hash} and display_hash = ${display_hash}
              and (customer_id is null or customer_id = ${customer_id}::uuid)`;
    return same.length > 0 ? ok({ id }) : fail("id_reused");
  });
  return storing.catch((error: unknown) => {
    if (exceedsStoredSize(error)) return fail("design_too_large");
    throw error;
  });
}
