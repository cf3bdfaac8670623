import { Form } from "react-router";
import { gridWords, useGridWords } from "#app/admin/products/messages/grid.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { listVariants } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import { may } from "#shop/kernel/access.ts";
import { searchText } from "#shop/kernel/search-text.ts";
import type { Route } from "./+types/grid";
import { answerGrid } from "./grid-action.server.ts";
import { GridTable } from "./grid-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: gridWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const read = (name: string) => searchText(url.searchParams.get(name), 100);
  const filter = { q: read("q"), after: read("after") };
  return {
    filter,
    ...(await listVariants(staff, filter, languageOf(url.pathname))),
    mayPrice: may(staff, "prices.edit"),
    mayCount: may(staff, "stock.adjust"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerGrid(staffWith(context, "products.read"), request);
}

/** Prices and stock of many variants, one row each, saved together. */
export default function AdminGrid({ loaderData }: Route.ComponentProps) {
  const { filter, rows, after, isCut, mayPrice, mayCount } = loaderData;
  const words = useGridWords();
  const to = useLocalPath();
  const address = (position: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ ...(filter.q ? { q: filter.q } : {}), ...position })}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Products")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        <Form role="search" className="flex w-full max-w-md flex-wrap gap-2">
          <TextInput
            key={filter.q}
            name="q"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={100}
            defaultValue={filter.q}
            className="min-w-0 flex-1 basis-24"
          />
          <Button type="submit" look="quiet">
            {words.searchSubmit}
          </Button>
        </Form>
      </header>
      {isCut ? <Notice>{words.cut}</Notice> : null}
      {rows.length === 0 ? (
        <EmptyState
          title={words.empty}
          action={
            <ButtonLink to="?" look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <GridTable
          key={`${filter.q}|${filter.after}`}
          rows={rows}
          mayPrice={mayPrice}
          mayCount={mayCount}
        />
      )}
      <nav aria-label={words.title} className="flex flex-wrap justify-between gap-2">
        {filter.after ? (
          <ButtonLink to={address({})} look="quiet">
            {words.first}
          </ButtonLink>
        ) : (
          <span />
        )}
        {after === null ? null : (
          <ButtonLink to={address({ after })} look="quiet" icon="chevron-right">
            {words.next}
          </ButtonLink>
        )}
      </nav>
    </div>
  );
}
