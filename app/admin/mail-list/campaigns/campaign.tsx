import { useCallback, useState } from "react";
import { data, Form, redirect } from "react-router";
import { ResultsPanel } from "#app/admin/mail-list/campaigns/results/results-panel.tsx";
import { ProgressPanel } from "#app/admin/mail-list/campaigns/sending/progress-panel.tsx";
import { TrialPanel } from "#app/admin/mail-list/campaigns/sending/trial-panel.tsx";
import { UncertainPanel } from "#app/admin/mail-list/campaigns/sending/uncertain-panel.tsx";
import { campaignWords, useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { readShopTimeZone } from "#shop/catalogue/sales/read-sales.server.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isAdministrator, may } from "#shop/kernel/access.ts";
import { listSegments } from "#shop/mailing/campaigns/audience/segments.server.ts";
import {
  findCampaign,
  listCampaignTopics,
  nameProducts,
} from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { readResults } from "#shop/mailing/campaigns/results/read-results.server.ts";
import { readUplift } from "#shop/mailing/campaigns/results/read-uplift.server.ts";
import { listRuleCategories } from "#shop/mailing/campaigns/rule-categories.server.ts";
import { readLiveProgress } from "#shop/mailing/campaigns/send/live-progress.server.ts";
import { listUncertain } from "#shop/mailing/campaigns/send/send-again.server.ts";
import { readServerFacts, senderDomain } from "#shop/mailing/campaigns/server-facts.server.ts";
import { readTrial } from "#shop/mailing/campaigns/trial/read-arms.server.ts";
import { listVoucherPromotions } from "#shop/mailing/campaigns/vouchers/voucher-promotions.server.ts";
import { checkCampaign } from "#shop/mailing/campaigns/write/check-campaign.server.ts";
import { countForEditor } from "#shop/mailing/campaigns/write/count-for-editor.server.ts";
import { listDraftSaves } from "#shop/mailing/campaigns/write/draft-history.server.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { WaitingApprovals } from "../../approvals/waiting-approvals.tsx";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/campaign";
import { answerCampaign } from "./campaign-action.server.ts";
import { CampaignEditor } from "./campaign-editor.tsx";
import { CampaignPill } from "./campaign-pill.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { TemplateForm } from "./template-form.tsx";

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { campaign?: { name: string } | null } | undefined;
  const words = campaignWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: found?.campaign?.name ?? words.add, hidden: true });
};

/** In the address of a draft that is not stored yet. Its id is in the address: reloads and copies of the tab are the same draft. */
const unsaved = "new";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const isNew = params.id === "New";
  const staff = staffWith(context, isNew ? "mail.send" : "mail.read");
  if (isNew) {
    const path = localPath(
      languageOf(url.pathname),
      `/admin/MailList/Campaigns/${crypto.randomUUID()}`,
    );
    throw redirect(`${path}?${unsaved}=1`);
  }
  const found = await findCampaign(staff, params.id);
  const mayBegin = url.searchParams.has(unsaved) && isUuid(params.id) && may(staff, "mail.send");
  if (!found && !mayBegin) throw data(null, { status: 404 });
  const campaign = found ?? null;
  if (campaign?.automation) {
    throw redirect(
      localPath(languageOf(url.pathname), `/admin/MailList/Automations/${campaign.automation}`),
    );
  }
  const isDraft = campaign === null || campaign.status === "draft";
  const topics = await listCampaignTopics();
  const [timeZone, count, products, keys, segments, promotions, categories] = await Promise.all([
    readShopTimeZone(),
    campaign && isDraft ? countForEditor(campaign) : null,
    campaign ? nameProducts(campaign.contents) : {},
    readSignInKeys(staff),
    listSegments(staff),
    isDraft ? listVoucherPromotions(staff, campaign?.voucher_promotion_id ?? null) : [],
    isDraft ? listRuleCategories(campaign?.contents) : [],
  ]);
  const audience = count?.counted?.ok ? count.counted.value : null;
  const facts = audience && { ...(await readServerFacts()), audience };
  return {
    campaign,
    topics,
    timeZone,
    audience,
    products,
    keys,
    promotions,
    categories,
    segments: segments.map(({ id, name }) => ({ id, name })),
    counting: count && !count.counted ? { about: count.about } : null,
    checks: campaign && facts ? await checkCampaign(campaign, facts) : [],
    history: campaign && isDraft ? await listDraftSaves(staff, campaign.number) : [],
    waiting: campaign && isDraft ? await waitingAbout(staff, campaign.id) : [],
    progress: campaign && !isDraft ? await readLiveProgress(campaign.number, senderDomain()) : null,
    uncertain: campaign && !isDraft ? await listUncertain(staff, campaign.number) : [],
    results: campaign?.started_at ? await readResults(campaign.number) : null,
    trial: campaign?.is_trial_frozen ? await readTrial(campaign.number) : undefined,
    uplift: campaign?.started_at ? await readUplift(campaign.number) : undefined,
    mayEdit: may(staff, "mail.send"),
    isAdministrator: isAdministrator(staff),
    ownAddress: staff.email ?? "",
    newId: crypto.randomUUID(),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  const answer = await answerCampaign(staff, params.id, await readForm(request));
  const place = (path: string) => localPath(languageOf(url.pathname), path);
  if (answer.intent === "delete" && answer.done) throw redirect(place("/admin/MailList/Campaigns"));
  if (answer.done && answer.id && answer.intent === "duplicate") {
    throw redirect(place(`/admin/MailList/Campaigns/${answer.id}`));
  }
  return answer;
}

/** A campaign: its draft in an editor with checks and preview, later its progress. */
export default function CampaignPage({ loaderData, params }: Route.ComponentProps) {
  const { campaign, mayEdit, progress, results } = loaderData;
  const words = useCampaignWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(() => setReloads((before) => before + 1), []);
  const isDraft = campaign === null || campaign.status === "draft";
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/MailList/Campaigns")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {campaign?.name ?? words.add}
        </h1>
        {campaign ? <CampaignPill status={campaign.status} /> : null}
        {campaign?.started_at ? (
          <p className="text-sm text-muted">
            {words.startedAt} {formatMoment(campaign.started_at, language, zone)}
            {campaign.ended_at
              ? ` · ${words.endedAt} ${formatMoment(campaign.ended_at, language, zone)}`
              : ""}
          </p>
        ) : null}
      </header>
      <WaitingApprovals approvals={loaderData.waiting} />
      {isDraft && mayEdit ? (
        <CampaignEditor key={`${params.id}-${reloads}`} {...loaderData} onReload={reload} />
      ) : campaign ? (
        <>
          {progress ? (
            <ProgressPanel
              key={campaign.id}
              campaign={campaign}
              loaded={progress}
              mayEdit={mayEdit}
            />
          ) : null}
          {loaderData.uncertain.length > 0 && loaderData.isAdministrator ? (
            <UncertainPanel
              campaign={campaign}
              recipients={loaderData.uncertain}
              keys={loaderData.keys}
            />
          ) : null}
          {loaderData.trial ? (
            <TrialPanel campaign={campaign} trial={loaderData.trial} mayEdit={mayEdit} />
          ) : null}
          {results && progress ? (
            <ResultsPanel
              results={results}
              tallies={progress.tallies}
              hasCodes={campaign.voucher_promotion_id !== null}
              uplift={loaderData.uplift}
            />
          ) : null}
          <PreviewPanel campaign={campaign} />
          {mayEdit ? (
            <>
              <Form method="post">
                <input type="hidden" name="newId" value={loaderData.newId} />
                <Button type="submit" name="intent" value="duplicate" look="quiet" icon="copy">
                  {words.duplicate}
                </Button>
              </Form>
              <div className="max-w-md">
                <TemplateForm name={campaign.name} isChanged={false} />
              </div>
            </>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
