import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatMoment } from "#app/messages/dates.ts";
import { useEnquiryWords } from "#app/messages/enquiries.ts";
import { Link } from "#app/ui/link.tsx";
import type { EnquirySummary } from "#shop/enquiries/enquiry.ts";
import { EnquiryPill } from "./enquiry-pill.tsx";

/** Dense rows on a desk, cards on a phone. The number is the link; the whole row leads there. */
export function EnquiryTable({ enquiries }: { enquiries: readonly EnquirySummary[] }) {
  const words = useEnquiryWords();
  const language = useLanguage();
  const to = useLocalPath();
  const head = "printed px-3 py-2 text-left font-semibold whitespace-nowrap";
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="border-b border-ink max-md:hidden">
        <tr>
          <th className={head}>{words.number}</th>
          <th className={head}>{words.time}</th>
          <th className={head}>{words.from}</th>
          <th className={head}>{words.topic}</th>
          <th className={head}>{words.message}</th>
          <th className={head}>{words.status}</th>
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">
        {enquiries.map((enquiry) => (
          <tr
            key={enquiry.id}
            className="relative border-b border-rule hover:bg-paper max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1 max-md:border max-md:p-3"
          >
            <td className="px-3 py-2 max-md:p-0">
              <Link
                to={to(`/admin/Enquiries/${enquiry.id}`)}
                className="figures font-semibold text-carbon after:absolute after:inset-0"
              >
                {enquiry.number}
              </Link>
            </td>
            <td className="px-3 py-2 whitespace-nowrap text-muted max-md:p-0 max-md:text-right max-md:whitespace-normal">
              {formatMoment(enquiry.created_at, language)}
            </td>
            <td className="px-3 py-2 wrap-anywhere max-md:p-0">{enquiry.name}</td>
            <td className="px-3 py-2 max-md:p-0 max-md:text-right">
              {words.topics[enquiry.topic]}
            </td>
            <td className="max-w-md truncate px-3 py-2 text-muted max-md:col-span-2 max-md:p-0">
              {enquiry.excerpt}
            </td>
            <td className="px-3 py-2 max-md:p-0">
              <EnquiryPill status={enquiry.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
