import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { termsWords, useTermsWords } from "#app/messages/shared/terms.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { Clauses } from "#app/ui/clauses.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { readTerms, type Terms } from "#shop/settings/terms/terms.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import { SheetPage } from "../reading/sheet-page.tsx";
import type { Route } from "./+types/terms-and-conditions";

export const meta: Route.MetaFunction = (source) => {
  if (!source.loaderData) return fallbackMeta(source);
  const { terms: words } = termsWords(languageOf(source.location.pathname));
  const { terms } = source.loaderData;
  return pageMeta(source, {
    title: terms.is_current ? words.title : `${words.title} ${terms.version}`,
    description: words.lead,
    // The terms in force have one canonical address, also when requested by version.
    path: terms.is_current ? "/TermsAndConditions" : `/TermsAndConditions/${terms.version}`,
    hidden: !terms.is_current,
  });
};

export const handle = { lateScripts: true };

/** `/TermsAndConditions` shows the terms in force; `/TermsAndConditions/{version}` a former version. */
export async function loader({ url, params }: Route.LoaderArgs) {
  const version = (params as { version?: string }).version;
  const terms = await readTerms(languageOf(url.pathname), version);
  if (!terms) throw await pageNotFound(url);
  return { terms };
}

export default function TermsAndConditions({ loaderData: { terms } }: Route.ComponentProps) {
  const { terms: words } = useTermsWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <SheetPage title={words.title} lead={words.lead} aside={<Versions terms={terms} />}>
      {terms.is_current ? null : (
        <div className="pb-4">
          <Notice
            tone="warning"
            action={
              <Link to={to("/TermsAndConditions")} className="underline">
                {words.toCurrent}
              </Link>
            }
          >
            {terms.is_future ? words.future(formatDay(terms.in_force_from, language)) : words.old}
          </Notice>
        </div>
      )}
      <p className="py-4 text-sm text-muted">
        {words.version(terms.version, formatDay(terms.in_force_from, language))}
      </p>
      <Clauses sections={terms.sections} />
    </SheetPage>
  );
}

function Versions({ terms }: { terms: Terms }) {
  const { terms: words } = useTermsWords();
  const language = useLanguage();
  const to = useLocalPath();
  if (terms.versions.length < 2) return null;
  return (
    <nav aria-label={words.versions} className="mt-6 border-t border-rule pt-4">
      <h2 className="printed font-sans">{words.versions}</h2>
      <ul className="mt-1">
        {terms.versions.map((item) => (
          <li key={item.version}>
            <Link
              to={to(`/TermsAndConditions/${item.version}`)}
              aria-current={item.version === terms.version ? "page" : undefined}
              className="flex min-h-11 items-center gap-3 hover:text-carbon hover:underline md:min-h-9 aria-[current]:font-semibold"
            >
              {item.version}
              <span className="text-sm font-normal text-muted">
                {formatDay(item.in_force_from, language)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
