import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { hashesOf } from "#shop/consent/address-hash.server.ts";
import { readMailTags } from "#shop/consent/mail-tags.ts";
import { requestConfirmation } from "#shop/consent/subscribe/request-confirmation.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import type { Suppression } from "./find-subscriber.server.ts";

/*
 * What staff may do to somebody's consent: end it, erase it, and ask once. They subscribe nobody.
 */

export type StaffConsentProblem = "not_permitted" | "not_found";

/** Stops every mail of a recipient until the person confirms anew. A repeat changes nothing. */
export function stopSubscriber(
  actor: Person,
  recipientId: string,
): Promise<Result<null, StaffConsentProblem>> {
  return ofRecipient(actor, recipientId, async (sql) => {
    await stop(sql, actor, recipientId);
    return ok(null);
  });
}

/** Stops an address that may not be on the list. @returns the recipient's id */
export function stopAddress(
  actor: Person,
  email: string,
): Promise<Result<string, "not_permitted">> {
  return asStaff<string, "not_permitted">(actor, "mail.send", async (sql) => {
    const recipientId = await recipientOf(sql, email);
    await stop(sql, actor, recipientId);
    return ok(recipientId);
  });
}

async function stop(sql: Sql, actor: Person, recipientId: string): Promise<void> {
  const [row] = await sql<{ is_changed: boolean }[]>`
    select private.stop_mails(${recipientId}, null, 'staff', ${sql.json({ actor: actor.id })}) as is_changed`;
  if (row?.is_changed) {
    await recordAct(sql, actor, "subscriber.stopped", { subjectId: recipientId });
  }
}

/** Erases a recipient with the ledger. A hash stays, by which no list brings the address back. */
export function forgetSubscriber(
  actor: Person,
  recipientId: string,
): Promise<Result<null, StaffConsentProblem>> {
  return ofRecipient(actor, recipientId, async (sql) => {
    await sql`select private.forget_mail_recipient(${recipientId})`;
    await recordAct(sql, actor, "subscriber.forgotten", { subjectId: recipientId });
    return ok(null);
  });
}

/** Replaces the tags of a recipient, by which segments find them. Tags change no consent. */
export function tagSubscriber(
  actor: Person,
  recipientId: string,
  text: string,
): Promise<Result<null, StaffConsentProblem | "tags_invalid">> {
  return ofRecipient<"tags_invalid">(actor, recipientId, async (sql) => {
    const tags = readMailTags(text);
    if (!tags) return fail("tags_invalid");
    const changed = await sql`
      update private.mail_recipients set tags = ${[...tags]} where id = ${recipientId} and tags <> ${[...tags]}::text[] returning id`;
    if (changed.length > 0) {
      await recordAct(sql, actor, "subscriber.tagged", { subjectId: recipientId });
    }
    return ok(null);
  });
}

/** Mails the confirmation of news once ever to somebody who never said no. */
export function askSubscriber(
  actor: Person,
  recipientId: string,
): Promise<Result<null, StaffConsentProblem | "not_askable">> {
  return ofRecipient<"not_askable">(actor, recipientId, async (sql, language) => {
    const [row] = await sql<{ may: boolean }[]>`
      select private.may_ask_by_staff(${recipientId}) as may`;
    if (!row?.may) return fail("not_askable");
    const evidence = { language, actor: actor.id };
    if (!(await requestConfirmation(sql, recipientId, ["news"], "staff", evidence))) {
      return fail("not_askable");
    }
    await recordAct(sql, actor, "subscriber.asked", { subjectId: recipientId });
    return ok(null);
  });
}

/** The suppressions of a whole address; hashes cannot be listed. */
export async function findSuppressions(
  actor: Person,
  email: string,
): Promise<{ readonly recipientId: string | null; readonly suppressions: readonly Suppression[] }> {
  if (!may(actor, "mail.read")) return { recipientId: null, suppressions: [] };
  const { emailHash, mailboxHash } = hashesOf(email);
  const sql = asShop();
  const [known] = await sql<{ id: string }[]>`
    select id from private.mail_recipients where email = ${email.toLowerCase()}`;
  const suppressions = await sql<Suppression[]>`
    select x.reason, to_json(x.since) #>> '{}' as since, x.mailbox_hash is not null as is_mailbox,
      x.lifted_by is not null as is_lifted
    from private.mail_suppressions x where x.email_hash = ${emailHash} or x.mailbox_hash = ${mailboxHash}
    order by x.id desc limit 50`;
  return { recipientId: known?.id ?? null, suppressions: [...suppressions] };
}

function ofRecipient<P extends string = never>(
  actor: Person,
  recipientId: string,
  work: (sql: Sql, language: Language) => Promise<Result<null, StaffConsentProblem | P>>,
): Promise<Result<null, StaffConsentProblem | P>> {
  return asStaff<null, StaffConsentProblem | P>(
    actor,
    "mail.send",
    async (sql) => {
      if (!isUuid(recipientId)) return fail("not_found");
      const [row] = await sql<{ language: Language }[]>`
        select language from private.mail_recipients where id = ${recipientId} for update`;
      return row ? work(sql, row.language) : fail("not_found");
    },
    "not_permitted",
  );
}
