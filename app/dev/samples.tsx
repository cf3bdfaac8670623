import type { ReactNode } from "react";

export function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-rule pt-5">
      <h3 className="printed font-sans">{title}</h3>
      {children}
    </section>
  );
}
