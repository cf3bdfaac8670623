import { enquiryWords, useEnquiryWords } from "#app/admin/enquiries/messages/enquiries.ts";
import { ListPage } from "#app/admin/kit/list/list-page.tsx";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { enquiryStatuses } from "#shop/customers/enquiries/enquiry.ts";
import {
  listEnquiries,
  readEnquiryFilter,
} from "#shop/customers/enquiries/read-enquiries.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/enquiries";
import { EnquiryTable } from "./enquiry-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = enquiryWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readEnquiryFilter(url.searchParams);
  return { filter, ...(await listEnquiries(staffWith(context, "enquiries.read"), filter)) };
}

/** Visitors' messages, filtered by whether they need an answer. */
export default function AdminEnquiries({ loaderData }: Route.ComponentProps) {
  const { filter, enquiries, counts, total, pages } = loaderData;
  const words = useEnquiryWords();
  return (
    <ListPage
      words={words}
      q={filter.q}
      parameter="status"
      chosen={filter.status}
      views={enquiryStatuses.map((status) => ({
        value: status,
        label: words.statuses[status],
        count: counts[status],
      }))}
      total={total}
      page={filter.page}
      pages={pages}
    >
      <EnquiryTable enquiries={enquiries} />
    </ListPage>
  );
}
