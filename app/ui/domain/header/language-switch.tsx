import { useLocation } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Link } from "#app/ui/link.tsx";
import { languages, localPath, plainPath } from "#base/language.ts";
import { ownPath } from "#base/own-path.ts";

const names = { id: "Bahasa Indonesia", en: "English" };

/** Keeps the page and its filters, changes the language. */
export function LanguageSwitch() {
  const words = useWords();
  const current = useLanguage();
  const { pathname, search } = useLocation();
  return (
    <ul aria-label={words.language} className="flex text-sm">
      {languages.map((language) => (
        <li key={language}>
          <Link
            // On the missing page `/en//host`, removing the language prefix would lead to another site.
            to={
              ownPath(localPath(language, plainPath(pathname)) + search) ?? localPath(language, "/")
            }
            // The scripts of this page have the messages of one language.
            reloadDocument
            hrefLang={language}
            lang={language}
            aria-current={language === current ? "true" : undefined}
            className="head-language"
          >
            {language}
            <span className="sr-only normal-case">{` – ${names[language]}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
