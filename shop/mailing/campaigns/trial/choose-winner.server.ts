import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { nudgeSenders } from "#shop/mailing/campaigns/start-campaign.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type Arm, trialHours } from "./arm.ts";
import { pickWinner, type WinnerReason } from "./pick-winner.ts";
import { readArms } from "./read-arms.server.ts";

/**
 * Goes on with a trial whose mails were all tried once: notes until when it waits, or chooses the winner when that time has
 * come. Of several processes one does so; a killed one leaves nothing half done.
 * @returns whether something changed
 */
export function advanceTrial(campaign: number): Promise<boolean> {
  return inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:send-campaigns', true)`;
    const [row] = await sql<{ is_due: boolean | null }[]>`
      select winner_due_at <= clock_timestamp() as is_due from private.mail_campaigns
      where number = ${campaign} and status = 'sending' and trial_frozen_at is not null and winner is null for update`;
    if (row?.is_due === null) {
      // Mails that the server put off are tried for two days: the trial does not wait for them.
      const noted = await sql`
        update private.mail_campaigns set winner_due_at = clock_timestamp() + make_interval(hours => ${trialHours})
        where number = ${campaign} and not exists (
          select from private.mail_chunks where campaign = ${campaign} and pending + begun > 0)
        returning number`;
      return noted.length > 0;
    }
    if (!row?.is_due) return false;
    await choose(sql, campaign);
    return true;
  });
}

/** Ends the wait of a trial by hand. A repeated call with the same arm changes nothing. */
export function chooseWinner(
  actor: Person,
  id: string,
  arm: Arm,
): Promise<Result<null, "not_permitted" | "not_found" | "campaign_state">> {
  return asStaff<null, "not_found" | "campaign_state">(actor, "mail.send", async (sql) => {
    const [row] = await sql<{ number: number; is_open: boolean; winner: Arm | null }[]>`
      select number, winner, trial_frozen_at is not null and winner is null and status in ('sending', 'paused') as is_open
      from private.mail_campaigns where id = ${id} and automation is null for update`;
    if (!row) return fail("not_found");
    if (row.winner === arm) return ok(null);
    if (!row.is_open) return fail("campaign_state");
    await choose(sql, row.number, { winner: arm, why: "person" });
    await nudgeSenders(sql);
    return ok(null);
  });
}

/** Writes the choice with the figures of this moment. The caller holds the campaign, which has no winner yet. */
async function choose(
  sql: Sql,
  campaign: number,
  byHand?: { readonly winner: Arm; readonly why: WinnerReason },
): Promise<void> {
  const sums = await readArms(sql, campaign);
  if (!sums) throw new Error("a trial has no arms");
  const { winner, why } = byHand ?? pickWinner(sums);
  for (const [arm, { orders, buyers, clickers }] of Object.entries(sums)) {
    await sql`
      update private.mail_arms set orders = ${orders}, buyers = ${buyers}, clickers = ${clickers}
      where campaign = ${campaign} and arm = ${arm}`;
  }
  // The rest is looked for from the beginning: everybody who has no delivery yet. A paused campaign freezes once resumed.
  await sql`
    update private.mail_campaigns set winner = ${winner}, winner_why = ${why}, freeze_cursor = null,
      recent_done = false, recent_cursor_at = null, recent_cursor_id = null, waits_for = null, waits_since = null, status = case when status = 'sending' then 'freezing' else status end
    where number = ${campaign}`;
}
