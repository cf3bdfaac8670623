import { asShop, inTransaction, sqlState } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { ordersOf } from "#shop/mailing/campaigns/results/read-results.server.ts";
import {
  type Automation,
  type AutomationNumbers,
  type AutomationSlug,
  automationSlugs,
  ledgerAutomations,
} from "./automation.ts";

type Row = Omit<Automation, "days" | "pausedAt"> & {
  readonly after_days: number | null;
  readonly quiet_days: number | null;
  readonly pausedAt: Date | null;
};

/** Staff: all automations, in the order of a customer's life. */
export async function listAutomations(actor: Person): Promise<readonly Automation[]> {
  if (!may(actor, "mail.read")) return [];
  const rows = await asShop()<Row[]>`
    select a.slug, a.is_on as "isOn", a.template, a.after_days, a.quiet_days,
      case when a.is_on then coalesce(a.paused_why, c.paused_why) end as "pausedWhy",
      coalesce(a.paused_at, c.paused_at) as "pausedAt", c.paused_detail as "pausedDetail"
    from private.mail_automations a
    -- What pauses the mails of a day pauses the automation.
    left join lateral (
      select paused_why, paused_at, paused_detail from private.mail_campaigns
      where automation = a.slug and status = 'paused' order by number desc limit 1) c on true`;
  return automationSlugs.flatMap((slug) => {
    const row = rows.find((one) => one.slug === slug);
    if (!row) return [];
    const { after_days, quiet_days, pausedAt, ...automation } = row;
    const days = after_days !== null && quiet_days !== null ? { after_days, quiet_days } : null;
    return [{ ...automation, days, pausedAt: pausedAt?.toISOString() ?? null }];
  });
}

/** Staff: what became of the occasions of the last 30 days. */
export async function readAutomationNumbers(
  actor: Person,
  slug: AutomationSlug,
): Promise<AutomationNumbers> {
  if (!may(actor, "mail.read")) {
    return { mailed: 0, waiting: 0, refused: 0, brought: null, skipped: [] };
  }
  const sql = asShop();
  const [sums] = await sql<
    { mailed: number; waiting: number; refused: number; skipped: number; queued: number }[]
  >`
    select coalesce(sum(k.accepted + k.kept + k.uncertain + k.bounced + k.complained), 0)::int as mailed,
      coalesce(sum(k.pending + k.begun + k.deferred), 0)::int as waiting,
      coalesce(sum(k.refused), 0)::int as refused, coalesce(sum(k.skipped), 0)::int as skipped,
      case when ${slug} in ('left_cart', 'back_in_stock') then (
        select count(*)::int from private.automation_runs r
        where r.automation = ${slug} and r.created_at > now() - interval '30 days' and r.skipped is null) else 0 end as queued
    from private.mail_campaigns c join private.mail_chunks k on k.campaign = c.number
    where c.automation = ${slug} and c.created_at > now() - interval '30 days'`;
  if (!sums) throw new Error("a sum has no row");
  const skipped = await sql<{ reason: string; count: number }[]>`
    select reason, count(*)::int as count from (
      select coalesce(d.reason, '') as reason from private.mail_campaigns c
      join private.mail_chunks k on k.campaign = c.number and k.skipped > 0
      join private.mail_deliveries d on d.campaign = c.number
        and d.n between k.chunk * 1000 + 1 and k.chunk * 1000 + 1000 and d.state = 'skipped'
      where c.automation = ${slug} and c.created_at > now() - interval '30 days'
      union all
      select r.skipped from private.automation_runs r
      where r.automation = ${slug} and r.created_at > now() - interval '30 days' and r.skipped is not null) s
    group by 1 order by 2 desc, 1`;
  const { mailed, waiting, refused, queued } = sums;
  const brought = ledgerAutomations.some((one) => one === slug) ? await sumBrought(slug) : null;
  return { mailed: mailed + queued, waiting, refused, brought, skipped };
}

/** What the mails of an automation of the last 30 days brought. */
async function sumBrought(slug: AutomationSlug): Promise<AutomationNumbers["brought"]> {
  const sql = asShop();
  const [sum] = await sql<{ orders: number; total: number }[]>`
    select coalesce(sum(o.orders), 0)::int as orders, coalesce(sum(o.revenue), 0)::bigint as total
    from private.mail_campaigns c cross join lateral (${ordersOf(sql, sql`c.number`)}) o
    where c.automation = ${slug} and c.created_at > now() - interval '30 days'`;
  return sum ?? null;
}

/** Milliseconds for which the mails that there would have been are counted. */
const countMs = 5_000;

/**
 * How many mails there would have been lately, had the automation been on.
 * @returns of how many days; `count` null when it takes too long
 */
export async function previewAutomation(
  actor: Person,
  slug: AutomationSlug,
): Promise<{ readonly count: number | null; readonly days: number }> {
  // Carts that were left are known for a week.
  const days = slug === "left_cart" ? 7 : 30;
  if (!may(actor, "mail.read")) return { count: 0, days };
  try {
    return await inTransaction(async (sql) => {
      await sql.unsafe(`set local transaction read only; set local statement_timeout = ${countMs}`);
      const [row] = await sql<{ count: number }[]>`
        select private.count_automation_preview(${slug}, ${days}) as count`;
      return { count: row?.count ?? 0, days };
    });
  } catch (error) {
    if (sqlState(error) === "57014") return { count: null, days };
    throw error;
  }
}
