import type { MetaDescriptor } from "react-router";
import { languageOf, useLanguage } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { type ReadingName, readingPage } from "#app/storefront/reading/messages/reading.ts";
import { Clauses } from "#app/ui/clauses.tsx";
import type { AboutText } from "#shop/settings/merchant/about-page.server.ts";
import { SheetPage } from "./sheet-page.tsx";

export function readingMeta(
  name: ReadingName,
  args: Parameters<typeof pageMeta>[0],
  own?: AboutText,
): MetaDescriptor[] {
  const page = readingPage(name, languageOf(args.location.pathname));
  return pageMeta(args, { title: page.title, description: own?.lead ?? page.lead });
}

/** A page that is only read. @param props.own the merchant's own text, which replaces the program's */
export function ReadingSheet({ name, own }: { name: ReadingName; own?: AboutText | undefined }) {
  const page = { ...readingPage(name, useLanguage()), ...own };
  return (
    <SheetPage title={page.title} lead={page.lead}>
      <Clauses sections={page.sections} />
    </SheetPage>
  );
}
