import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import { languageOf, useLanguage } from "#app/language.ts";
import { type ReadingName, readingPage } from "#app/messages/reading.ts";
import { pageMeta } from "#app/page-meta.ts";

export function readingMeta(
  name: ReadingName,
  args: Parameters<typeof pageMeta>[0],
): MetaDescriptor[] {
  const page = readingPage(name, languageOf(args.location.pathname));
  return pageMeta(args, { title: page.title, description: page.lead });
}

/** A page that is only read: numbered sections, as clauses of a contract are. */
export function ReadingSheet({ name, children }: { name: ReadingName; children?: ReactNode }) {
  const page = readingPage(name, useLanguage());
  return (
    <article className="page grid gap-x-12 gap-y-8 pt-8 md:pt-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <header className="lg:sticky lg:top-6 lg:self-start">
        <h1 className="text-2xl md:text-3xl">{page.title}</h1>
        <p className="mt-3 max-w-[46ch] text-muted">{page.lead}</p>
      </header>
      <div className="sheet sheet-top">
        <div className="divide-y divide-rule px-5 pt-4 pb-4 md:px-10">
          {page.sections.map((section, index) => (
            <section key={section.heading} className="grid gap-x-6 py-6 md:grid-cols-[3rem_1fr]">
              <p aria-hidden="true" className="figures pt-1 text-sm text-stamp">
                {String(index + 1).padStart(2, "0")}
              </p>
              <div>
                <h2 className="text-xl">{section.heading}</h2>
                <div className="mt-2 grid max-w-[66ch] gap-3">
                  {section.paragraphs.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </div>
              </div>
            </section>
          ))}
          {children}
        </div>
      </div>
    </article>
  );
}
