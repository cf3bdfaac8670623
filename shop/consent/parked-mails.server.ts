import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { listParked, type ParkedMessage, releaseParked } from "#integrations/mail/parked.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";

/** Staff: parked messages without their texts, which may contain codes or links. */
export async function listParkedMails(
  actor: Person,
): Promise<readonly (Omit<ParkedMessage, "created_at"> & { created_at: string })[]> {
  if (!may(actor, "mail.read")) return [];
  const parked = await listParked(asShop());
  return parked.map(({ created_at, ...mail }) => ({
    ...mail,
    created_at: created_at.toISOString(),
  }));
}

/** Staff: queues a parked message again. A repeated call queues it once. */
export async function sendParkedMail(
  actor: Person,
  id: string,
): Promise<Result<null, "mail_not_parked">> {
  if (!may(actor, "mail.send")) return fail("mail_not_parked");
  const isReleased = await inTransaction((sql) => releaseParked(sql, id));
  return isReleased ? ok(null) : fail("mail_not_parked");
}
