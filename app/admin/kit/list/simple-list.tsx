import type { ReactNode } from "react";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Neighbours } from "./keyset-list.tsx";
import { ListTable } from "./list-table.tsx";

interface SimpleListProps {
  words: {
    readonly title: string;
    readonly lead: string;
    readonly empty: string;
    readonly emptyText: string;
  };
  /** Beside the title, and in the empty state. */
  action?: ReactNode;
  isEmpty: boolean;
  heads: readonly { readonly label: string; readonly isNumber?: boolean }[];
  /** The neighbouring pages; absent for a list that is whole. */
  pages?: {
    readonly words: { readonly newer: string; readonly older: string; readonly pages: string };
    readonly after: string | null;
    readonly before: string | null;
    /** Parameters of the address that every page of the list has. */
    readonly kept?: Readonly<Record<string, string>>;
  };
  /** The rows. */
  children: ReactNode;
}

/** A list of the back office without search and filters. */
export function SimpleList({ words, action, isEmpty, heads, pages, children }: SimpleListProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid max-w-[65ch] gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        {isEmpty ? null : action}
      </header>
      {isEmpty ? (
        <EmptyState title={words.empty} action={action}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ListTable heads={heads}>{children}</ListTable>
      )}
      {pages ? (
        <Neighbours
          {...pages}
          address={(position) => `?${new URLSearchParams({ ...pages.kept, ...position })}`}
        />
      ) : null}
    </div>
  );
}

/** A row of such a list; its first cell leads to the thing. */
export const rowClasses =
  "relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3";

/** A cell of such a list. */
export const cellClasses = "px-3 py-2 @max-4xl:p-0";
