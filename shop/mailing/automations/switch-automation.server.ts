import { fail, ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { readTimeline } from "#shop/mailing/campaigns/send/open-campaigns.server.ts";
import { readServerFacts } from "#shop/mailing/campaigns/server-facts.server.ts";
import { anybody, checkCampaign } from "#shop/mailing/campaigns/write/check-campaign.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import type { AutomationDays, AutomationSlug } from "./automation.ts";
import { listAutomations } from "./read-automations.server.ts";

export type SwitchProblem =
  | "not_permitted"
  | "not_found"
  | "checks_failed"
  | "reauthentication_needed";

/**
 * Switches an automation on or off; on also resumes a paused one. Only occasions from then on cause mails, and what was
 * not sent yet is not sent any more. Switching on needs a text without a red check and a fresh proof of who it is.
 */
export async function switchAutomation(
  actor: Person,
  slug: AutomationSlug,
  isOn: boolean,
): Promise<Result<null, SwitchProblem>> {
  const automation = (await listAutomations(actor)).find((one) => one.slug === slug);
  const text = automation && (await findCampaign(actor, automation.template));
  if (!text) return fail("not_permitted");
  const timeline = await readTimeline();
  return asStaff<null, SwitchProblem>(actor, "mail.send", async (sql) => {
    const [known] = await sql<{ is_settled: boolean; version: number }[]>`
      select case when ${isOn} then private.runs_automation(a.slug) else not a.is_on end as is_settled, t.version
      from private.mail_automations a join private.mail_campaigns t on t.id = a.template
      where a.slug = ${slug} for update of a, t`;
    if (!known) return fail("not_found");
    // A repeated press begins nothing anew.
    if (known.is_settled) return ok(null);
    if (isOn) {
      const facts = { ...(await readServerFacts(sql)), audience: anybody };
      const checks = await checkCampaign(text, facts, sql);
      const isOld = known.version !== text.version;
      if (isOld || checks.some(({ level }) => level === "stop")) return fail("checks_failed");
      if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    }
    await sql`select private.switch_automation(${slug}, ${isOn}, ${timeline})`;
    return ok(null);
  });
}

/** Saves after how many days former buyers get a mail, and how far apart such mails are. */
export function saveAutomationDays(
  actor: Person,
  slug: AutomationSlug,
  { after_days, quiet_days }: AutomationDays,
): Promise<Result<null, "not_permitted" | "not_found">> {
  return asStaff<null, "not_found">(actor, "mail.send", async (sql) => {
    const saved = await sql`
      update private.mail_automations set after_days = ${after_days}, quiet_days = ${quiet_days}
      where slug = ${slug} and after_days is not null returning slug`;
    return saved.length > 0 ? ok(null) : fail("not_found");
  });
}
