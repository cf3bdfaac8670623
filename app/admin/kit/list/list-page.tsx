import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface ListPageProps<View extends string> {
  words: {
    readonly title: string;
    readonly search: string;
    readonly searchSubmit: string;
    readonly all: string;
    readonly count: (count: number) => string;
    readonly empty: string;
    readonly emptyText: string;
    readonly emptyFiltered: string;
    readonly clear: string;
  };
  /** The search text; empty without a search. */
  q: string;
  /** The parameter of the address that names the chosen view. */
  parameter: string;
  chosen: View | null;
  views: readonly { readonly value: View; readonly label: string; readonly count: number }[];
  total: number;
  page: number;
  pages: number;
  /** Above the rows, e.g. that there are changes. */
  notice?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/**
 * A list of the back office: search, views with counts, rows or an empty state, pages. Its whole state is in the
 * address.
 */
export function ListPage<View extends string>(props: ListPageProps<View>) {
  const { words, q, parameter, chosen, views, total, page, pages, notice, children } = props;
  const everything = views.reduce((sum, view) => sum + view.count, 0);
  const address = (view: View | null, toPage = 1) => {
    const params = new URLSearchParams();
    if (q) params.set("q", q);
    if (view) params.set(parameter, view);
    if (toPage > 1) params.set("page", String(toPage));
    return `?${params}`;
  };
  const tabs = [{ value: null, label: words.all, count: everything }, ...views];

  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="min-w-0 text-2xl">
          {words.title}
        </h1>
        <Form role="search" className="flex w-full max-w-md gap-2">
          <TextInput
            name="q"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={60}
            defaultValue={q}
          />
          {chosen ? <input type="hidden" name={parameter} value={chosen} /> : null}
          <Button type="submit" look="quiet">
            {words.searchSubmit}
          </Button>
        </Form>
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex min-w-max border-b border-rule">
          {tabs.map(({ value, label, count }) => (
            <li key={value ?? "all"}>
              <Link
                to={address(value)}
                aria-current={value === chosen ? "page" : undefined}
                className="flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
              >
                {label}
                <span className="figures text-xs text-muted">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {notice}
      <p role="status" className="text-muted">
        {words.count(total)}
      </p>
      {total > 0 ? (
        children
      ) : q || chosen ? (
        <EmptyState
          title={words.emptyFiltered}
          action={
            <ButtonLink to="?" look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      )}
      <Pagination page={page} pages={pages} address={(next) => address(chosen, next)} />
    </div>
  );
}
