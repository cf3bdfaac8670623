import type { ReactNode } from "react";

interface SheetPageProps {
  title: string;
  lead: string;
  /** Below the lead. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What is read: what it is on the left, a sheet with its parts on the right. */
export function SheetPage({ title, lead, aside, children }: SheetPageProps) {
  return (
    <article className="page grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pt-8 md:pt-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <header className="lg:sticky lg:top-6 lg:self-start">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        <p className="mt-3 max-w-[46ch] text-muted">{lead}</p>
        {aside}
      </header>
      <div className="sheet sheet-top">
        <div className="divide-y divide-rule px-5 pt-4 pb-4 md:px-10">{children}</div>
      </div>
    </article>
  );
}

/** One part, numbered as the clauses of a contract are. */
export function Clause({
  number,
  heading,
  children,
}: {
  number: number;
  heading: string;
  children: ReactNode;
}) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-x-6 py-6 md:grid-cols-[3rem_minmax(0,1fr)]">
      <p aria-hidden="true" className="figures pt-1 text-sm text-stamp">
        {String(number).padStart(2, "0")}
      </p>
      <div>
        <h2 className="text-xl">{heading}</h2>
        {children}
      </div>
    </section>
  );
}

interface ClausesProps {
  sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  /** The number of the first. */
  from?: number;
}

export function Clauses({ sections, from = 1 }: ClausesProps) {
  return sections.map((section, index) => (
    <Clause key={section.heading} number={from + index} heading={section.heading}>
      <div className="mt-2 grid max-w-[66ch] gap-3">
        {section.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Clause>
  ));
}
