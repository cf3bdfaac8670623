import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { answerLimits } from "#app/admin/mail-list/campaigns/sending/limits-action.server.ts";
import { LimitsForm } from "#app/admin/mail-list/campaigns/sending/limits-form.tsx";
import { campaignWords, useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useTemplateWords } from "#app/admin/mail-list/templates/messages/mail-templates.ts";
import { ViewLinks } from "#app/admin/mail-list/view-links.tsx";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CampaignRow } from "#shop/mailing/campaigns/campaign.ts";
import { listCampaigns } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { readSendingLimits } from "#shop/mailing/campaigns/sending-limits.server.ts";
import { readPosition } from "#shop/staff/filters/position.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/campaigns";
import { CampaignPill } from "./campaign-pill.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: campaignWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const page = await listCampaigns(staff, readPosition(url.searchParams));
  return { ...page, mayEdit: may(staff, "mail.send"), limits: await readSendingLimits() };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerLimits(staffWith(context, "mail.send"), await readForm(request));
}

/** What was never sent has no numbers, not even zero. */
const hasBegun = ({ status }: CampaignRow) => status !== "draft" && status !== "scheduled";

/** A card on a phone has no lines for figures that are not there yet. */
const figureClasses = (campaign: CampaignRow) =>
  `${cellClasses} figures @4xl:text-right @4xl:whitespace-nowrap ${hasBegun(campaign) ? "" : "@max-4xl:hidden"}`;

export default function Campaigns({ loaderData }: Route.ComponentProps) {
  const { campaigns, mayEdit } = loaderData;
  const words = useCampaignWords();
  const templates = useTemplateWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const add = (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={to("/admin/MailList/Templates")} look="quiet">
        {mayEdit ? templates.link : templates.title}
      </ButtonLink>
      {mayEdit ? (
        <ButtonLink to={to("/admin/MailList/Campaigns/New")} icon="plus">
          {words.add}
        </ButtonLink>
      ) : null}
    </div>
  );
  return (
    <MailListPage tab="campaigns" action={campaigns.length > 0 ? add : null}>
      {campaigns.length === 0 ? (
        <EmptyState title={words.empty} action={add}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <>
          <p className="max-w-[65ch] text-muted">{words.lead}</p>
          <ViewLinks view="list" />
          <ListTable
            heads={[
              { label: words.heads.name },
              { label: words.heads.status },
              { label: words.heads.at },
              { label: words.heads.total, isNumber: true },
              { label: words.heads.accepted, isNumber: true },
              { label: words.heads.orders, isNumber: true },
              { label: words.heads.revenue, isNumber: true },
            ]}
          >
            {campaigns.map((campaign) => (
              <tr key={campaign.id} className={rowClasses}>
                <td className={cellClasses}>
                  <Link
                    to={to(`/admin/MailList/Campaigns/${campaign.id}`)}
                    className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
                  >
                    {campaign.name}
                  </Link>
                </td>
                <td className={cellClasses}>
                  <CampaignPill status={campaign.status} />
                </td>
                <td className={`${cellClasses} text-muted @4xl:whitespace-nowrap`}>
                  {formatMoment(campaign.at, language, zone)}
                </td>
                <td className={figureClasses(campaign)}>
                  <span className="font-sans text-muted @4xl:hidden">{words.heads.total} </span>
                  {hasBegun(campaign) ? formatCount(campaign.total, language) : "–"}
                </td>
                <td className={figureClasses(campaign)}>
                  <span className="font-sans text-muted @4xl:hidden">{words.heads.accepted} </span>
                  {!hasBegun(campaign)
                    ? "–"
                    : campaign.kept > 0
                      ? words.keptCount(formatCount(campaign.kept, language))
                      : formatCount(campaign.accepted, language)}
                </td>
                <td className={figureClasses(campaign)}>
                  <span className="font-sans text-muted @4xl:hidden">{words.heads.orders} </span>
                  {hasBegun(campaign) ? formatCount(campaign.orders, language) : "–"}
                </td>
                <td className={figureClasses(campaign)}>
                  <span className="font-sans text-muted @4xl:hidden">{words.heads.revenue} </span>
                  {hasBegun(campaign) ? formatRupiah(campaign.revenue) : "–"}
                </td>
              </tr>
            ))}
          </ListTable>
        </>
      )}
      <Neighbours
        words={words}
        after={loaderData.after}
        before={loaderData.before}
        address={(position) => `?${new URLSearchParams({ ...position })}`}
      />
      {mayEdit ? <LimitsForm limits={loaderData.limits} /> : null}
    </MailListPage>
  );
}
