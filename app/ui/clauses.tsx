import type { ReactNode } from "react";

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
      <p aria-hidden="true" className="figures pt-1 text-sm text-muted">
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
