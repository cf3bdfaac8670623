import { Form } from "react-router";
import { languageOf } from "#app/language.ts";
import { enquiryWords, useEnquiryWords } from "#app/messages/enquiries.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type EnquiryStatus, enquiryStatuses } from "#shop/enquiries/enquiry.ts";
import { listEnquiries, readEnquiryFilter } from "#shop/enquiries/read-enquiries.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/enquiries";
import { EnquiryTable } from "./enquiry-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = enquiryWords[languageOf(source.location.pathname)];
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readEnquiryFilter(url.searchParams);
  return { filter, ...(await listEnquiries(staffOf(context), filter)) };
}

/** What visitors wrote, by what still needs an answer. */
export default function AdminEnquiries({ loaderData }: Route.ComponentProps) {
  const { filter, enquiries, counts, total, pages } = loaderData;
  const words = useEnquiryWords();
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const address = (status: EnquiryStatus | null, page = 1) => {
    const params = new URLSearchParams();
    if (filter.q) params.set("q", filter.q);
    if (status) params.set("status", status);
    if (page > 1) params.set("page", String(page));
    return `?${params}`;
  };

  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <Form role="search" className="flex w-full max-w-md gap-2">
          <TextInput
            name="q"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={60}
            defaultValue={filter.q}
          />
          {filter.status ? <input type="hidden" name="status" value={filter.status} /> : null}
          <Button type="submit" look="quiet">
            {words.searchSubmit}
          </Button>
        </Form>
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex border-b border-rule">
          {[null, ...enquiryStatuses].map((status) => (
            <li key={status ?? "all"}>
              <Link
                to={address(status)}
                aria-current={status === filter.status ? "page" : undefined}
                className="flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
              >
                {status ? words.statuses[status] : words.all}
                <span className="figures text-xs text-muted">
                  {status ? counts[status] : everything}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p role="status" className="text-muted">
        {words.count(total)}
      </p>
      {total > 0 ? (
        <EnquiryTable enquiries={enquiries} />
      ) : filter.q || filter.status ? (
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
      <Pagination
        page={filter.page}
        pages={pages}
        address={(page) => address(filter.status, page)}
      />
    </div>
  );
}
