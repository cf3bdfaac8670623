import type { ReactNode } from "react";

interface SubscribeSheetProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** The leaf on which people sign up and confirm. */
export function SubscribeSheet({ title, lead, children }: SubscribeSheetProps) {
  return (
    <article className="page pt-8 md:pt-14">
      <div className="sheet sheet-top mx-auto max-w-2xl">
        <div className="grid gap-6 px-5 pt-8 pb-10 md:px-12 md:pb-14">
          <header>
            <h1 className="text-2xl md:text-3xl">{title}</h1>
            {lead ? <p className="mt-3 max-w-[56ch] text-muted">{lead}</p> : null}
          </header>
          {children}
        </div>
      </div>
    </article>
  );
}
