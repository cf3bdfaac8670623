import { timeNow } from "#base/clock.ts";
import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import type { CampaignCheck } from "#shop/mailing/campaigns/check-content.ts";
import { hasTrial, trialHours } from "#shop/mailing/campaigns/trial/arm.ts";
import type { WarmUp } from "#shop/mailing/campaigns/warm-up.ts";
import { type SendingPace, sendingHours } from "./sending-hours.ts";

const hourMs = 3_600_000;
/** For which a code must live after the last mail was sent. */
const minHours = 48;

interface PromotionRow {
  readonly name: string;
  readonly is_on: boolean;
  /** From the Unix epoch in milliseconds. */
  readonly ends_at: number | null;
  readonly uses_left: number | null;
  readonly budget_left: Rupiah | null;
  /** The largest discount of one use; null where the cart decides. */
  readonly most: Rupiah | null;
  readonly is_narrow: boolean;
}

/** What speaks against the codes of a campaign. @param recipients who would get it now */
export async function checkVoucher(
  sql: Sql,
  campaign: Pick<Campaign, "contents" | "voucher_promotion_id" | "window_from" | "window_to">,
  recipients: number,
  warmUp?: WarmUp,
): Promise<CampaignCheck[]> {
  const { contents, voucher_promotion_id } = campaign;
  const languages = (["id", "en"] as const).filter((language) => contents[language] !== null);
  const without = languages.filter(
    (language) => !contents[language]?.blocks.some(({ kind }) => kind === "voucher"),
  );
  if (voucher_promotion_id === null) {
    return without.length < languages.length ? [{ code: "voucher_missing", level: "stop" }] : [];
  }
  const checks: CampaignCheck[] = without.map((language) => ({
    code: "voucher_unplaced",
    level: "stop",
    language,
  }));
  const [row] = await sql<(PromotionRow & SendingPace)[]>`
    select p.name ->> 'id' as name,
      p.enabled and not p.automatic and coalesce(p.starts_at <= now(), true) as is_on,
      (extract(epoch from p.ends_at) * 1000)::float8 as ends_at, p.usage_limit - p.used as uses_left,
      p.budget - p.spent as budget_left,
      case when p.type = 'fixed' and p.allocation = 'across' then least(p.value, p.max_discount) else p.max_discount end as most,
      p.first_order_only or cardinality(p.group_ids) > 0 or cardinality(p.emails) > 0 as is_narrow,
      least(l.per_second, l.per_hour / 3600.0)::float8 as per_second, l.per_day
    from promotions p cross join private.mail_limits l
    where p.id = ${voucher_promotion_id} and l.name = 'all'`;
  if (!row) return [...checks, { code: "voucher_missing", level: "stop" }];
  const note = (code: CampaignCheck["code"], level: CampaignCheck["level"], detail = row.name) =>
    checks.push({ code, level, detail });
  if (!row.is_on) note("voucher_off", "stop");
  const hours = sendingHours(
    recipients,
    { ...row, warm_up: warmUp },
    campaign,
    hasTrial(contents) ? trialHours : 0,
  );
  if (row.ends_at !== null && row.ends_at < timeNow() + (hours + minHours) * hourMs) {
    note("voucher_ends", "stop");
  }
  if (row.uses_left !== null && row.uses_left < recipients) note("voucher_uses", "stop");
  if (row.budget_left !== null) {
    if (row.most === null) note("voucher_budget_unknown", "ask");
    else if (row.most * recipients > row.budget_left) note("voucher_budget", "stop");
  }
  if (row.is_narrow) note("voucher_narrow", "ask");
  return checks;
}
