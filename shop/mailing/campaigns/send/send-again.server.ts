import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import { isAdministrator, may, type Person } from "#shop/kernel/access.ts";
import { nudgeSenders } from "#shop/mailing/campaigns/start-campaign.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { readTimeline } from "./open-campaigns.server.ts";

/** Recipients that a person looks at by name at a time. */
export const maxUncertain = 100;

/** Somebody who may or may not have got a mail. */
export interface UncertainRecipient {
  /** Of the delivery in its campaign. */
  readonly n: number;
  readonly email: string;
  /** ISO 8601: when the attempt began. */
  readonly at: string;
}

/** The first recipients of a campaign who may or may not have got it and were not tried once more. */
export async function listUncertain(
  actor: Person,
  number: number,
): Promise<readonly UncertainRecipient[]> {
  if (!may(actor, "mail.send")) return [];
  const rows = await asShop()<{ n: number; email: string; at: Date }[]>`
    select d.n, r.email, d.begun_at as at
    from private.mail_chunks k
    join private.mail_deliveries d on d.campaign = k.campaign and d.n between k.chunk * 1000 + 1 and k.chunk * 1000 + 1000
    join private.mail_recipients r on r.id = d.recipient_id
    where k.campaign = ${number} and k.uncertain > 0 and d.state = 'uncertain' and d.again_at is null
    order by d.n limit ${maxUncertain}`;
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export type SendAgainProblem =
  | "not_permitted"
  | "not_found"
  | "campaign_state"
  | "invalid_input"
  | "reauthentication_needed"
  /** All of them are settled, or were tried once more. */
  | "nobody_uncertain";

/**
 * Sends a campaign once more to people who may not have got it: one further attempt each, ever. Only for administrators, with a
 * fresh proof, as they may get it twice.
 * @param numbers of the deliveries
 * @returns how many are tried
 */
export async function sendAgain(
  actor: Person,
  id: string,
  numbers: readonly number[],
): Promise<Result<number, SendAgainProblem>> {
  if (!isAdministrator(actor)) return fail("not_permitted");
  if (!isUuid(id)) return fail("not_found");
  const isReadable = numbers.every((n) => Number.isInteger(n) && n > 0 && n < 2 ** 31);
  if (!isReadable || numbers.length === 0 || numbers.length > maxUncertain) {
    return fail("invalid_input");
  }
  const timeline = await readTimeline();
  try {
    return await asStaff<number, SendAgainProblem>(actor, "mail.send", async (sql) => {
      if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
      const [row] = await sql<{ number: number }[]>`
        select number from private.mail_campaigns where id = ${id} and automation is null for update`;
      if (!row) return fail("not_found");
      const [done] = await sql<{ tried: number }[]>`
        select private.send_mails_again(${row.number}, ${[...numbers]}::integer[], ${actor.id}, ${timeline}) as tried`;
      const tried = done?.tried ?? 0;
      if (tried === 0) return fail("nobody_uncertain");
      await recordAct(sql, actor, "mail_campaign.sent_again", {
        subjectId: id,
        details: { recipients: tried },
      });
      await nudgeSenders(sql);
      return ok(tried);
    });
  } catch (error) {
    if (violatedConstraint(error) === "mail_campaign_state") return fail("campaign_state");
    throw error;
  }
}
