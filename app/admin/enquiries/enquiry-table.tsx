import { useEnquiryWords } from "#app/admin/enquiries/messages/enquiries.ts";
import { ListRow, ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useLocalPath } from "#app/language.ts";
import type { EnquirySummary } from "#shop/customers/enquiries/enquiry.ts";
import { EnquiryPill } from "./enquiry-pill.tsx";

export function EnquiryTable({ enquiries }: { enquiries: readonly EnquirySummary[] }) {
  const words = useEnquiryWords();
  const to = useLocalPath();
  return (
    <ListTable
      heads={[
        { label: words.number },
        { label: words.time },
        { label: words.from },
        { label: words.topic },
        { label: words.message },
        { label: words.status },
      ]}
    >
      {enquiries.map((enquiry) => (
        <ListRow
          key={enquiry.id}
          to={to(`/admin/Enquiries/${enquiry.id}`)}
          number={enquiry.number}
          time={enquiry.created_at}
        >
          <td className="px-3 py-2 wrap-anywhere @max-4xl:p-0 @4xl:min-w-36">{enquiry.name}</td>
          <td className="px-3 py-2 @max-4xl:p-0 @2xs:@max-4xl:text-right">
            {words.topics[enquiry.topic]}
          </td>
          <td className="truncate @4xl:w-full @4xl:max-w-0 px-3 py-2 text-muted @2xs:@max-4xl:col-span-2 @max-4xl:p-0">
            {enquiry.excerpt}
          </td>
          <td className="px-3 py-2 @max-4xl:p-0">
            <EnquiryPill status={enquiry.status} />
          </td>
        </ListRow>
      ))}
    </ListTable>
  );
}
