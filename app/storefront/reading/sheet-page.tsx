import type { ReactNode } from "react";

interface SheetPageProps {
  title: string;
  lead: string;
  /** Below the lead. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page to read: title on the left, a sheet with its parts on the right. */
export function SheetPage({ title, lead, aside, children }: SheetPageProps) {
  return (
    <article className="page grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pt-8 md:pt-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <header className="lg:sticky lg:top-6 lg:self-start">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        <p className="mt-3 max-w-[46ch] text-muted">{lead}</p>
        {aside}
      </header>
      <div className="sheet sheet-top print:break-inside-auto!">
        <div className="divide-y divide-rule px-5 pt-4 pb-4 md:px-10">{children}</div>
      </div>
    </article>
  );
}
