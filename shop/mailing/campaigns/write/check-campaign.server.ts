import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { CampaignContent, ProductRule } from "#shop/mailing/campaigns/block.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { type CampaignCheck, checkContent } from "#shop/mailing/campaigns/check-content.ts";
import {
  checkRecords,
  checkRepeat,
  type RecordStates,
} from "#shop/mailing/campaigns/check-sending.server.ts";
import { readRenderFacts } from "#shop/mailing/campaigns/render/mail-facts.server.ts";
import { slotsOf } from "#shop/mailing/campaigns/render/occasion.ts";
import { chosenProducts, rulesIn } from "#shop/mailing/campaigns/render/product-rule.ts";
import { renderMail } from "#shop/mailing/campaigns/render/render-mail.ts";
import { armPeople, hasTrial, minArmPeople } from "#shop/mailing/campaigns/trial/arm.ts";
import { checkVoucher } from "#shop/mailing/campaigns/vouchers/check-voucher.server.ts";
import { type WarmUp, warmUpDays } from "#shop/mailing/campaigns/warm-up.ts";
import { findBrokenLinks } from "./check-links.server.ts";

/** Bytes of HTML that load slowly, and from which Gmail clips the mail. */
const largeBytes = 60_000;
const clippedBytes = 95_000;

/** What the checks need besides the campaign. */
export interface CheckFacts {
  readonly publicUrl: string;
  readonly hasMailServer: boolean;
  readonly audience: { readonly id: number; readonly en: number; readonly total: number };
  /** Of the sender's domain; undefined while the shop has none of its own. */
  readonly records?: RecordStates | undefined;
  /** Of the sender's domain, while it is new. */
  readonly warmUp?: WarmUp | undefined;
}

/** Of an automation, which finds people of either language one by one. */
export const anybody: CheckFacts["audience"] = { id: 1, en: 1, total: 2 };

/** Everything that speaks against sending a campaign, the gravest first. */
export async function checkCampaign(
  campaign: Pick<
    Campaign,
    "topic" | "automation" | "contents" | "fallback_language" | "holdout" | "tested"
  > &
    Parameters<typeof checkVoucher>[1] &
    Parameters<typeof checkRepeat>[1],
  { publicUrl, hasMailServer, audience, records, warmUp }: CheckFacts,
  sql: Sql = asShop(),
): Promise<CampaignCheck[]> {
  const checks: CampaignCheck[] = [];
  const { contents, fallback_language } = campaign;
  const languages = (["id", "en"] as const).filter((language) => contents[language] !== null);
  if (languages.length === 0) checks.push({ code: "no_language", level: "stop" });
  for (const language of ["id", "en"] as const) {
    const hasFallback = fallback_language !== null && contents[fallback_language] !== null;
    if (contents[language] === null && audience[language] > 0 && !hasFallback) {
      const detail = String(audience[language]);
      checks.push({ code: "language_missing", level: "stop", language, detail });
    }
  }
  for (const language of languages) {
    const content = contents[language];
    if (!content) continue;
    checks.push(...checkContent(content, language, slotsOf(campaign.automation)));
    const facts = await readRenderFacts(campaign.topic, language, content, publicUrl, sql);
    checks.push(...(await checkProducts(sql, chosenProducts(content), language)));
    checks.push(...checkRules(rulesIn(content), facts.picked, language));
    checks.push(...(await checkLinks(sql, content, language, publicUrl)));
    const bytes = Buffer.byteLength(renderMail(content, facts).html);
    const detail = `${Math.round(bytes / 1000)} kB`;
    if (bytes > clippedBytes)
      checks.push({ code: "size_clipped", level: "stop", language, detail });
    else if (bytes > largeBytes)
      checks.push({ code: "size_large", level: "ask", language, detail });
    if (language === languages[0] && (facts.shop.street === "" || facts.shop.city === "")) {
      checks.push({ code: "address_missing", level: "ask" });
    }
  }
  checks.push(...checkTrial(contents, armPeople(audience.total, campaign.holdout)));
  checks.push(...(await checkVoucher(sql, campaign, audience.total, warmUp)));
  checks.push(...checkRecords(records, audience.total), ...(await checkRepeat(sql, campaign)));
  if (audience.total === 0) checks.push({ code: "audience_empty", level: "stop" });
  const days = warmUp ? warmUpDays(audience.total, warmUp) : 1;
  if (days > 1) checks.push({ code: "warm_up", level: "ask", detail: String(days) });
  if (!campaign.tested) checks.push({ code: "not_tested", level: "ask" });
  if (!hasMailServer) checks.push({ code: "no_mail_server", level: "ask" });
  return checks.sort((a, b) => Number(b.level === "stop") - Number(a.level === "stop"));
}

/** What speaks against a trial of two subjects. @param people recipients of each */
function checkTrial(contents: Campaign["contents"], people: number): CampaignCheck[] {
  if (!hasTrial(contents)) return [];
  const checks = (["id", "en"] as const)
    .filter((language) => contents[language] && !contents[language].second)
    .map((language): CampaignCheck => ({ code: "arm_missing", level: "stop", language }));
  if (people < minArmPeople) {
    checks.push({ code: "trial_small", level: "ask", detail: String(people) });
  }
  return checks;
}

/** A path is a page of the shop; a whole address below the shop's may be that of another program on the same host. */
async function checkLinks(
  sql: Sql,
  content: CampaignContent,
  language: Language,
  publicUrl: string,
): Promise<CampaignCheck[]> {
  const broken = await findBrokenLinks(sql, content, publicUrl);
  return broken.map(({ url, state }): CampaignCheck => {
    const level = state === "gone" && url.startsWith("/") ? "stop" : "ask";
    return { code: `link_${state}`, level, language, detail: url };
  });
}

/** Rules that find no product, or fewer than they ask for. */
function checkRules(
  rules: readonly ProductRule[],
  picked: readonly (readonly string[])[],
  language: Language,
): CampaignCheck[] {
  return rules.flatMap(({ count }, index): CampaignCheck[] => {
    const found = picked[index]?.length ?? 0;
    if (found === 0) return [{ code: "rule_empty", level: "stop", language }];
    const detail = `${found}/${count}`;
    return found < count ? [{ code: "rule_short", level: "ask", language, detail }] : [];
  });
}

async function checkProducts(
  sql: Sql,
  ids: readonly string[],
  language: Language,
): Promise<CampaignCheck[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ id: string; name: string; is_gone: boolean; is_sold_out: boolean }[]>`
    select p.id, p.name ->> 'id' as name, p.status <> 'published' as is_gone, p.stock_band = 'out' as is_sold_out
    from products p where p.id = any(${[...ids]})`;
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...ids
      .filter((id) => !known.has(id))
      .map(() => ({ code: "product_gone", level: "stop", language }) as const),
    ...rows.flatMap(({ name, is_gone, is_sold_out }): CampaignCheck[] => {
      if (is_gone) return [{ code: "product_gone", level: "stop", language, detail: name }];
      if (is_sold_out) return [{ code: "product_sold_out", level: "ask", language, detail: name }];
      return [];
    }),
  ];
}
