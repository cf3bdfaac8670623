import { data, redirect } from "react-router";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import {
  templateWords,
  useTemplateWords,
} from "#app/admin/mail-list/templates/messages/mail-templates.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { inLanguage, localPath } from "#base/language.ts";
import { may } from "#shop/kernel/access.ts";
import { ownTemplates, templateTexts } from "#shop/mailing/campaigns/write/own-templates.ts";
import { listTemplates } from "#shop/mailing/campaigns/write/templates.server.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/templates";
import { answerTemplates } from "./template-action.server.ts";
import { TemplateItem } from "./template-item.tsx";
import { UseForm } from "./use-form.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: templateWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  return {
    templates: (await listTemplates(staff)).map((template) => ({
      ...template,
      newId: crypto.randomUUID(),
    })),
    own: ownTemplates.map((slug) => ({
      slug,
      name: templateTexts[slug].name,
      newId: crypto.randomUUID(),
    })),
    mayEdit: may(staff, "mail.send"),
  };
}

/** What was refused has a status of its own: 400 for what no form sends, 409 for what others have changed. */
const statuses: Readonly<Record<string, number>> = {
  not_found: 404,
  not_permitted: 403,
  changed_meanwhile: 409,
  template_name_taken: 409,
};

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  const language = languageOf(url.pathname);
  const answer = await answerTemplates(staff, await readForm(request), language);
  if (answer.campaign) {
    throw redirect(localPath(language, `/admin/MailList/Campaigns/${answer.campaign}`));
  }
  return answer.problem ? data(answer, { status: statuses[answer.problem] ?? 400 }) : answer;
}

/** What a campaign can begin with: the templates of staff, and those of the program. */
export default function Templates({ loaderData }: Route.ComponentProps) {
  const { templates, own, mayEdit } = loaderData;
  const words = useTemplateWords();
  const campaigns = useCampaignWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <MailListPage tab="campaigns">
      <Link to={to("/admin/MailList/Campaigns")} className="link justify-self-start">
        {campaigns.back}
      </Link>
      <div className="grid gap-1">
        <h2 className="text-xl">{words.title}</h2>
        <p className="max-w-[65ch] text-muted">{mayEdit ? words.lead : words.readOnly}</p>
      </div>
      <section aria-labelledby="saved-templates" className="grid gap-3">
        <h3 id="saved-templates" className="text-lg">
          {words.saved}
        </h3>
        {templates.length === 0 ? (
          <p className="text-muted">{words.empty}</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] border-t border-rule">
            {templates.map((template) => (
              <TemplateItem
                key={template.id}
                template={template}
                details={[
                  template.languages.length > 1
                    ? words.both
                    : template.languages.map((one) => campaigns.languages[one]).join(),
                  words.savedBy(
                    template.author ?? words.nobody,
                    formatMoment(template.savedAt, language, zone),
                  ),
                ].join(" · ")}
                mayEdit={mayEdit}
              />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="own-templates" className="grid gap-3">
        <h3 id="own-templates" className="text-lg">
          {words.own}
        </h3>
        <ul className="grid gap-3 @2xl:grid-cols-3">
          {own.map(({ slug, name, newId }) => (
            <li
              key={slug}
              className="grid grid-rows-[auto_1fr_auto] gap-2 border border-rule bg-card p-4"
            >
              <h4 className="font-semibold">{inLanguage(name, language)}</h4>
              <p className="text-sm text-muted">{words.ownTexts[slug]}</p>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="text-sm text-muted">{words.both}</span>
                {mayEdit ? (
                  <UseForm template={slug} name={inLanguage(name, language)} newId={newId} />
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </MailListPage>
  );
}
