import type { MetaDescriptor } from "react-router";
import { languageOf, useLanguage } from "#app/language.ts";
import { type ReadingName, readingPage } from "#app/messages/storefront/reading.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Clauses } from "#app/ui/clauses.tsx";
import { SheetPage } from "./sheet-page.tsx";

export function readingMeta(
  name: ReadingName,
  args: Parameters<typeof pageMeta>[0],
): MetaDescriptor[] {
  const page = readingPage(name, languageOf(args.location.pathname));
  return pageMeta(args, { title: page.title, description: page.lead });
}

/** A page that is only read. */
export function ReadingSheet({ name }: { name: ReadingName }) {
  const page = readingPage(name, useLanguage());
  return (
    <SheetPage title={page.title} lead={page.lead}>
      <Clauses sections={page.sections} />
    </SheetPage>
  );
}
