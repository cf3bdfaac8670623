import type { ReactNode } from "react";

/** An empty state with a text and one action. */
export function EmptyState({
  title,
  children,
  action,
  level: Heading = "h2",
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: "h1" | "h2";
}) {
  return (
    <div className="sheet sheet-top">
      <div className="grid justify-items-start gap-4 px-6 py-10 md:px-10">
        <Heading className="text-2xl">{title}</Heading>
        {children ? <div className="max-w-[52ch] text-muted">{children}</div> : null}
        {action}
      </div>
    </div>
  );
}
