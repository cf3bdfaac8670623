import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/** Letters of a note. */
export const maxBuyerNote = 2_000;

export type BuyerNoteProblem =
  | "not_permitted"
  | "buyer_not_found"
  | "note_not_found"
  | "note_missing"
  | "note_too_long";

/** Staff: adds a note. @param note the form chooses its id, so that a form that is sent twice stores one note */
export function addBuyerNote(
  actor: Person,
  buyerId: string,
  note: { readonly id: string; readonly text: string },
): Promise<Result<null, BuyerNoteProblem>> {
  const text = note.text.trim();
  if (!isUuid(buyerId) || !isUuid(note.id)) return Promise.resolve(fail("buyer_not_found"));
  if (text === "") return Promise.resolve(fail("note_missing"));
  if ([...text].length > maxBuyerNote) return Promise.resolve(fail("note_too_long"));
  return asStaff<null, BuyerNoteProblem>(actor, "customers.contact", async (sql) => {
    const [buyer] = await sql`select from buyers where id = ${buyerId} for key share`;
    if (!buyer) return fail("buyer_not_found");
    await sql`
      insert into buyer_notes (id, buyer_id, author_id, text) values (${note.id}, ${buyerId}, ${actor.id}, ${text})
      on conflict (id) do nothing`;
    return ok(null);
  });
}

/** Staff: pins or unpins a note. */
export function pinBuyerNote(
  actor: Person,
  buyerId: string,
  noteId: string,
  isPinned: boolean,
): Promise<Result<null, BuyerNoteProblem>> {
  if (!isUuid(buyerId) || !isUuid(noteId)) return Promise.resolve(fail("note_not_found"));
  return asStaff<null, BuyerNoteProblem>(actor, "customers.contact", async (sql) => {
    const [note] = await sql`
      update buyer_notes set pinned = ${isPinned}
      where id = ${noteId} and buyer_id = ${buyerId} and retracted_at is null returning id`;
    return note ? ok(null) : fail("note_not_found");
  });
}

/** Staff: retracts an own note, or any note with `customers.edit`. The row stays; no page shows it. */
export function retractBuyerNote(
  actor: Person,
  buyerId: string,
  noteId: string,
): Promise<Result<null, BuyerNoteProblem>> {
  if (!isUuid(buyerId) || !isUuid(noteId)) return Promise.resolve(fail("note_not_found"));
  return asStaff<null, BuyerNoteProblem>(actor, "customers.contact", async (sql) => {
    const [note] = await sql<{ is_allowed: boolean }[]>`
      select author_id is not distinct from ${actor.id}::uuid or private.may(${actor.id}, 'customers.edit') as is_allowed
      from buyer_notes where id = ${noteId} and buyer_id = ${buyerId} for update`;
    if (!note) return fail("note_not_found");
    if (!note.is_allowed) return fail("not_permitted");
    await sql`
      update buyer_notes set retracted_at = now() where id = ${noteId} and retracted_at is null`;
    return ok(null);
  });
}
