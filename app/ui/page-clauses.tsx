import type { PageSection } from "#shop/content/page-text.ts";
import { Clause } from "./clauses.tsx";
import { RichText } from "./rich-text.tsx";

/** The parts of a page that the shop wrote. Text above the first heading has no number. */
export function PageClauses({
  sections,
  from = 1,
}: {
  sections: readonly PageSection[];
  /** The number of the first part with a heading. */
  from?: number;
}) {
  const first = sections[0]?.heading === "" ? 1 : 0;
  return sections.map(({ heading, text }, place) => {
    // Headings may repeat: the place is the key.
    const key = `${place}`;
    return heading === "" ? (
      <div key={key} className="py-6 md:pl-[4.5rem]">
        <PageText text={text} />
      </div>
    ) : (
      <Clause key={key} number={from + place - first} heading={heading}>
        <PageText text={text} />
      </Clause>
    );
  });
}

function PageText({ text }: { text: string }) {
  return (
    <div className="mt-2 grid max-w-[66ch] gap-3 wrap-anywhere">
      <RichText text={text} />
    </div>
  );
}
