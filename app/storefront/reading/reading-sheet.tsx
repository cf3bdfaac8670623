import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import { languageOf, useLanguage } from "#app/language.ts";
import { type ReadingName, readingPage } from "#app/messages/shared/reading.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Clauses } from "#app/ui/clauses.tsx";
import type { ShownPage } from "#shop/content/live-site.server.ts";
import { SheetPage } from "./sheet-page.tsx";

export function readingMeta(
  name: ReadingName,
  args: Parameters<typeof pageMeta>[0],
  own?: ShownPage,
): MetaDescriptor[] {
  const page = readingPage(name, languageOf(args.location.pathname));
  return pageMeta(args, {
    title: own?.title ?? page.title,
    description: own ? own.description : page.lead,
  });
}

interface ReadingSheetProps {
  name: ReadingName;
  /** The number of the first section. */
  from?: number;
  /** Above the sections. */
  children?: ReactNode;
}

/** A page with built-in text. */
export function ReadingSheet({ name, from = 1, children }: ReadingSheetProps) {
  const page = readingPage(name, useLanguage());
  return (
    <SheetPage title={page.title} lead={page.lead}>
      {children}
      <Clauses sections={page.sections} from={from} />
    </SheetPage>
  );
}
