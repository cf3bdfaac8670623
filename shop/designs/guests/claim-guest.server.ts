import { inTransaction } from "#db/client.server.ts";

/**
 * Gives an account the designs, versions and pictures that its owner made as a guest; the guest is gone then. Repeating it
 * changes nothing. A save of the guest that runs at the same time is stored before, or finds no guest (`lockOwner`). Limits of
 * the account do not count: nothing is lost at sign-in.
 * @param guest SHA-256 of the guest's key
 */
export function claimGuest(customerId: string, guest: string): Promise<void> {
  return inTransaction(async (sql) => {
    const [found] =
      await sql`select hash from private.design_guests where hash = ${guest} for update`;
    if (!found) return;
    await sql`update designs set customer_id = ${customerId}, guest_hash = null where guest_hash = ${guest}`;
    await sql`
      update design_versions set customer_id = ${customerId}, guest_hash = null where guest_hash = ${guest}`;
    // The account may have the same picture already.
    await sql`
      insert into design_assets (customer_id, sha256, kind, width, height, bytes, name, created_at)
      select ${customerId}, sha256, kind, width, height, bytes, name, created_at
      from design_assets where guest_hash = ${guest}
      on conflict on constraint design_asset_taken do nothing`;
    await sql`delete from design_assets where guest_hash = ${guest}`;
    await sql`delete from private.design_guests where hash = ${guest}`;
  });
}
