import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

export interface ListTab {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly count?: number;
  /** Behind the label, e.g. that the tab is shared. */
  readonly note?: string | undefined;
}

interface KeysetListProps<View extends string> {
  words: {
    readonly title: string;
    readonly search: string;
    readonly searchSubmit: string;
    readonly all: string;
    readonly empty: string;
    readonly emptyText: string;
    readonly emptyFiltered: string;
    readonly clear: string;
    readonly newer: string;
    readonly older: string;
    readonly pages: string;
  };
  /** The search text; empty without a search. */
  q: string;
  /** The parameter of the address that names the chosen view. */
  parameter?: string;
  chosen?: View | null;
  /** Without counts where they would be expensive. */
  views?: readonly { readonly value: View; readonly label: string; readonly count?: number }[];
  /** In place of the views: tabs with addresses of their own. */
  tabs?: readonly ListTab[];
  /** Below the tabs. */
  filters?: ReactNode;
  /** Larger counts are shown as this one and a plus. */
  maxCount: number;
  /** Further parameters of the filter, which every link keeps. */
  kept?: Readonly<Record<string, string>>;
  isEmpty: boolean;
  /** The rows after and before which the neighbouring pages begin; null at the ends. */
  after: string | null;
  before: string | null;
  /** At the end of the title's line, and in the empty state. */
  action?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/**
 * A list of the back office that reads only the page it shows: search, views with counts, rows, and the way to the
 * neighbouring pages. Its whole state is in the address.
 */
export function KeysetList<View extends string>(props: KeysetListProps<View>) {
  const { words, q, maxCount, kept = {}, action, children } = props;
  const { parameter = "view", chosen = null, views = [] } = props;
  const address = (view: View | null, position: Readonly<Record<string, string>> = {}) => {
    const params = new URLSearchParams({
      ...(q ? { q } : {}),
      ...(view ? { [parameter]: view } : {}),
      ...kept,
      ...position,
    });
    return `?${params}`;
  };
  const isFiltered = q !== "" || chosen !== null || Object.keys(kept).length > 0;
  const tabs: readonly ListTab[] =
    props.tabs ??
    [{ value: null, label: words.all, count: undefined }, ...views].map(
      ({ value, label, count }) => ({
        key: value ?? "all",
        label,
        to: address(value),
        isCurrent: value === chosen,
        ...(count === undefined ? {} : { count }),
      }),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="min-w-0 text-2xl">
          {words.title}
        </h1>
        <div className="flex w-full flex-wrap items-center gap-2 lg:w-auto">
          <Form
            role="search"
            className="flex min-w-0 grow basis-full flex-wrap gap-2 sm:basis-0 lg:w-96"
          >
            <TextInput
              key={q}
              className="min-w-0 flex-1 basis-24"
              name="q"
              type="search"
              aria-label={words.search}
              placeholder={words.search}
              maxLength={100}
              defaultValue={q}
            />
            {Object.entries({ ...kept, ...(chosen ? { [parameter]: chosen } : {}) }).map(
              ([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ),
            )}
            <Button type="submit" look="quiet">
              {words.searchSubmit}
            </Button>
          </Form>
          {action}
        </div>
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex min-w-max border-b border-rule">
          {tabs.map(({ key, label, to, isCurrent, count, note }) => (
            <li key={key}>
              <Link
                to={to}
                aria-current={isCurrent ? "page" : undefined}
                className="flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
              >
                {label}
                {note ? <span className="text-xs text-muted">{note}</span> : null}
                {count === undefined ? null : (
                  <span className="figures text-xs text-muted">
                    {count > maxCount ? `${maxCount}+` : count}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {props.filters}
      {!props.isEmpty ? (
        children
      ) : isFiltered ? (
        <EmptyState
          title={words.emptyFiltered}
          action={
            <ButtonLink to="?" look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState title={words.empty} action={action}>
          {words.emptyText}
        </EmptyState>
      )}
      <Neighbours {...props} address={(position) => address(chosen, position)} />
    </div>
  );
}

interface NeighboursProps {
  words: { readonly newer: string; readonly older: string; readonly pages: string };
  after: string | null;
  before: string | null;
  address: (position: Readonly<Record<string, string>>) => string;
}

/** The way to the neighbouring pages; nothing when there are none. */
export function Neighbours({ words, after, before, address }: NeighboursProps) {
  if (after === null && before === null) return null;
  const link =
    "inline-flex min-h-11 items-center gap-2 border border-control px-4 font-semibold hover:border-ink";
  return (
    <nav aria-label={words.pages} className="no-print flex flex-wrap justify-between gap-2">
      {before === null ? (
        <span />
      ) : (
        <Link to={address({ before })} className={link} rel="prev">
          <Icon name="chevron-left" className="size-4" />
          {words.newer}
        </Link>
      )}
      {after === null ? null : (
        <Link to={address({ after })} className={link} rel="next">
          {words.older}
          <Icon name="chevron-right" className="size-4" />
        </Link>
      )}
    </nav>
  );
}
