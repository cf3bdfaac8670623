import { usePrintProfileWords } from "#app/admin/settings/messages/print-profiles.ts";
import { settingsWords, useSettingsWords } from "#app/admin/settings/messages/settings.ts";
import { useSynonymWords } from "#app/admin/settings/messages/synonyms.ts";
import { useSetupWords } from "#app/admin/setup/messages/setup.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { settingsParts } from "#shop/settings/merchant/settings.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: settingsWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "settings.edit");
  return null;
}

export default function AdminSettings() {
  const words = useSettingsWords();
  const { title, lead } = useSetupWords();
  const setup = { title, text: lead };
  const to = useLocalPath();
  const parts = [
    ...settingsParts.map((part) => ({ part, ...words.parts[part] })),
    { part: "accounts", title: words.accounts.title, text: words.accounts.text },
  ].map((entry) => ({ ...entry, path: `/admin/Settings/${entry.part}` }));
  const synonyms = useSynonymWords();
  const profiles = usePrintProfileWords();
  const entries = [
    ...parts,
    {
      part: "synonyms",
      title: synonyms.title,
      text: synonyms.text,
      path: "/admin/Settings/synonyms",
    },
    {
      part: "print-profiles",
      title: profiles.title,
      text: profiles.text,
      path: "/admin/Settings/print-profiles",
    },
    { part: "setup", ...setup, path: "/admin/Setup" },
  ];
  return (
    <div className="grid max-w-3xl gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <ul className="border-t border-rule">
        {entries.map(({ part, title, text, path }) => (
          <li
            key={part}
            className="relative flex items-center gap-3 border-b border-rule py-3 hover:bg-paper"
          >
            <span className="min-w-0 grow">
              <Link
                to={to(path)}
                className="font-semibold text-carbon after:absolute after:inset-0"
              >
                {title}
              </Link>
              <span className="block text-muted">{text}</span>
            </span>
            <Icon name="chevron-right" className="size-4" />
          </li>
        ))}
      </ul>
    </div>
  );
}
