import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import {
  automationWords,
  useAutomationWords,
} from "#app/admin/mail-list/automations/messages/automations.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import {
  listAutomations,
  readAutomationNumbers,
} from "#shop/mailing/automations/read-automations.server.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/automations";
import { AutomationPill } from "./automation-pill.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: automationWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const automations = await listAutomations(staff);
  const numbers = await Promise.all(
    automations.map(({ slug }) => readAutomationNumbers(staff, slug)),
  );
  return {
    automations: automations.map(({ slug, isOn, pausedWhy }, index) => ({
      slug,
      isOn,
      pausedWhy,
      mailed: numbers[index]?.mailed ?? 0,
      skipped: (numbers[index]?.skipped ?? []).reduce((sum, { count }) => sum + count, 0),
    })),
  };
}

/** Mails that an occasion causes: what each does, whether it is on, and what it did. */
export default function Automations({ loaderData }: Route.ComponentProps) {
  const words = useAutomationWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <MailListPage tab="automations">
      <p className="max-w-[65ch] text-muted">{words.lead}</p>
      <ListTable
        heads={[
          { label: words.heads.name },
          { label: words.heads.state },
          { label: words.heads.mailed, isNumber: true },
          { label: words.heads.skipped, isNumber: true },
        ]}
      >
        {loaderData.automations.map(({ slug, isOn, pausedWhy, mailed, skipped }) => (
          <tr key={slug} className={rowClasses}>
            <td className={cellClasses}>
              <Link
                to={to(`/admin/MailList/Automations/${slug}`)}
                className="font-semibold text-carbon after:absolute after:inset-0"
              >
                {words.names[slug]}
              </Link>
              <p className="max-w-[60ch] text-sm text-muted">{words.texts[slug]}</p>
            </td>
            <td className={cellClasses}>
              <AutomationPill isOn={isOn} pausedWhy={pausedWhy} />
            </td>
            {(
              [
                ["mailed", mailed],
                ["skipped", skipped],
              ] as const
            ).map(([head, count]) => (
              <td key={head} className={`${cellClasses} figures @4xl:text-right`}>
                <span className="font-sans text-muted @4xl:hidden">{words.heads[head]} </span>
                {formatCount(count, language)}
              </td>
            ))}
          </tr>
        ))}
      </ListTable>
      <p className="text-sm text-muted">{words.reviewNote}</p>
    </MailListPage>
  );
}
