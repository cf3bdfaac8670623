import { revisionWords } from "#app/designer/messages/revision.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { type MetaSource, pageMeta } from "#app/page-meta.ts";
import type { RevisionStart } from "#shop/production/customisations/find-revision.server.ts";
import { RevisionBoard } from "./revision-board.tsx";

/* The page of an ordered design's drawing board, the same for its buyer and for staff. */

interface RevisionSource extends MetaSource {
  readonly loaderData?: { readonly start: RevisionStart } | undefined;
}

export function revisionMeta(source: RevisionSource) {
  const words = revisionWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: words.title(source.loaderData?.start.goods ?? ""),
    hidden: true,
  });
}

/** A sent version cannot be changed again here; the page is left then. */
export const keepRevision = () => false;

/** @param code the refusal that the page has words for; others are `invalid_input` */
export function revisionProblem(
  issues: readonly { readonly message: string }[],
  code: "note_missing" | "words_unchecked",
): string {
  return issues.some(({ message }) => message === code) ? code : "invalid_input";
}

interface RevisionPageProps {
  start: RevisionStart;
  side: "buyer" | "staff";
  /** Address of the design's page, without the language. */
  back: string;
}

export function RevisionPage({ start, side, back }: RevisionPageProps) {
  const to = useLocalPath();
  return <RevisionBoard key={start.id} start={start} side={side} back={to(back)} />;
}
