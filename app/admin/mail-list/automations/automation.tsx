import { useCallback, useState } from "react";
import { data } from "react-router";
import {
  automationWords,
  useAutomationWords,
} from "#app/admin/mail-list/automations/messages/automations.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { readShopTimeZone } from "#shop/catalogue/sales/read-sales.server.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { isAutomation, ledgerAutomations } from "#shop/mailing/automations/automation.ts";
import {
  listAutomations,
  previewAutomation,
  readAutomationNumbers,
} from "#shop/mailing/automations/read-automations.server.ts";
import { findCampaign, nameProducts } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { listRuleCategories } from "#shop/mailing/campaigns/rule-categories.server.ts";
import { readServerFacts } from "#shop/mailing/campaigns/server-facts.server.ts";
import { listVoucherPromotions } from "#shop/mailing/campaigns/vouchers/voucher-promotions.server.ts";
import { anybody, checkCampaign } from "#shop/mailing/campaigns/write/check-campaign.server.ts";
import { listDraftSaves } from "#shop/mailing/campaigns/write/draft-history.server.ts";
import { sumRecovered } from "#shop/mailing/cart-reminders/recovered-orders.server.ts";
import { staffWith } from "../../staff.server.ts";
import { CampaignEditor } from "../campaigns/campaign-editor.tsx";
import { PreviewPanel } from "../campaigns/preview-panel.tsx";
import type { Route } from "./+types/automation";
import { answerAutomation } from "./automation-action.server.ts";
import { AutomationPill } from "./automation-pill.tsx";
import { DaysForm } from "./days-form.tsx";
import { NumbersPanel } from "./numbers-panel.tsx";
import { SwitchPanel } from "./switch-panel.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = automationWords(languageOf(source.location.pathname));
  const { slug } = source.params;
  return pageMeta(source, {
    title: isAutomation(slug) ? words.names[slug] : words.title,
    hidden: true,
  });
};

/** @throws Response 404 for an unknown one */
async function findAutomation(staff: Person, slug: string) {
  const found = (await listAutomations(staff)).find((one) => one.slug === slug);
  if (!found) throw data(null, { status: 404 });
  return found;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const automation = await findAutomation(staff, params.slug);
  const { slug, isOn, pausedWhy } = automation;
  const campaign = await findCampaign(staff, automation.template);
  if (!campaign) throw data(null, { status: 404 });
  const facts = { ...(await readServerFacts()), audience: anybody };
  const [checks, numbers, preview, recovered, timeZone, products, keys, categories, promotions] =
    await Promise.all([
      checkCampaign(campaign, facts),
      readAutomationNumbers(staff, slug),
      isOn && !pausedWhy ? null : previewAutomation(staff, slug),
      slug === "left_cart" ? sumRecovered(staff) : null,
      readShopTimeZone(),
      nameProducts(campaign.contents),
      readSignInKeys(staff),
      listRuleCategories(campaign.contents),
      listVoucherPromotions(staff, campaign.voucher_promotion_id),
    ]);
  return {
    history: await listDraftSaves(staff, campaign.number),
    automation,
    campaign,
    promotions,
    checks,
    numbers,
    preview,
    recovered,
    timeZone,
    products,
    keys,
    categories,
    mayEdit: may(staff, "mail.send"),
    ownAddress: staff.email ?? "",
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  return answerAutomation(staff, await findAutomation(staff, params.slug), await readForm(request));
}

/** An automation: what it does, whether it is on, its numbers and its text. */
export default function AutomationPage({ loaderData }: Route.ComponentProps) {
  const { automation, campaign, mayEdit, checks } = loaderData;
  const { slug, isOn, pausedWhy, pausedAt, pausedDetail } = automation;
  const words = useAutomationWords();
  const { paused, since } = useCampaignWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(() => setReloads((before) => before + 1), []);
  const isBlocked = checks.some(({ level }) => level === "stop");
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/MailList/Automations")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-2xl">
          {words.names[slug]}
        </h1>
        <AutomationPill isOn={isOn} pausedWhy={pausedWhy} />
      </header>
      <p className="max-w-[65ch] text-muted">{words.texts[slug]}</p>
      {pausedWhy ? (
        <Notice tone="warning">
          {paused[pausedWhy]} {pausedDetail ? `${pausedDetail}. ` : ""}
          {pausedAt ? since(formatMoment(pausedAt, language, zone)) : ""}
        </Notice>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-2">
        {mayEdit ? (
          <SwitchPanel
            automation={automation}
            preview={loaderData.preview}
            isBlocked={isBlocked}
            keys={loaderData.keys}
          />
        ) : null}
        <NumbersPanel numbers={loaderData.numbers} recovered={loaderData.recovered} />
        {mayEdit && automation.days ? <DaysForm days={automation.days} /> : null}
      </div>
      <h2 className="text-xl">{words.textTitle}</h2>
      {words.followUp[slug] ? <p className="text-muted">{words.followUp[slug]}</p> : null}
      {mayEdit ? (
        <CampaignEditor
          key={`${campaign.id}-${reloads}`}
          {...loaderData}
          onReload={reload}
          topics={[]}
          segments={[]}
          audience={null}
          counting={null}
          automation={{ hasHours: ledgerAutomations.some((one) => one === slug) }}
        />
      ) : (
        <PreviewPanel campaign={campaign} />
      )}
    </div>
  );
}
