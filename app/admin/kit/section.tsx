import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  hint?: string | undefined;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of an editor: a ruled box with a title. */
export function Section({ title, hint, action, children }: SectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 border border-rule p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        {action}
        {hint ? <p className="w-full text-muted">{hint}</p> : null}
      </header>
      {children}
    </section>
  );
}
