import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatMoment } from "#app/messages/dates.ts";
import { useReturnWords } from "#app/messages/returns.ts";
import { Link } from "#app/ui/link.tsx";
import { ReturnPill } from "#app/ui/return-pill.tsx";
import type { ReturnSummary } from "#shop/returns/return.ts";

/** Dense rows on a desk, cards on a phone. The number is the link; the whole row leads there. */
export function ReturnTable({ returns }: { returns: readonly ReturnSummary[] }) {
  const { list: words, kinds, reasons } = useReturnWords();
  const language = useLanguage();
  const to = useLocalPath();
  const head = "printed px-3 py-2 text-left font-semibold whitespace-nowrap";
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="border-b border-ink max-md:hidden">
        <tr>
          <th className={head}>{words.number}</th>
          <th className={head}>{words.time}</th>
          <th className={head}>{words.order}</th>
          <th className={head}>{words.customer}</th>
          <th className={head}>{words.kind}</th>
          <th className={head}>{words.reason}</th>
          <th className={`${head} text-right`}>{words.pieces}</th>
          <th className={head}>{words.status}</th>
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">
        {returns.map((request) => (
          <tr
            key={request.id}
            className="relative border-b border-rule hover:bg-paper max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1 max-md:border max-md:p-3"
          >
            <td className="px-3 py-2 max-md:p-0">
              <Link
                to={to(`/admin/Returns/${request.id}`)}
                className="figures font-semibold text-carbon after:absolute after:inset-0"
              >
                {request.number}
              </Link>
            </td>
            <td className="px-3 py-2 whitespace-nowrap text-muted max-md:p-0 max-md:text-right max-md:whitespace-normal">
              {formatMoment(request.created_at, language)}
            </td>
            <td className="figures px-3 py-2 max-md:p-0">{request.order_number}</td>
            <td className="px-3 py-2 wrap-anywhere max-md:p-0 max-md:text-right">
              {request.customer_name}
            </td>
            <td className="px-3 py-2 max-md:p-0">{kinds[request.kind]}</td>
            <td className="px-3 py-2 text-muted max-md:p-0 max-md:text-right">
              {reasons[request.reason]}
            </td>
            <td className="figures px-3 py-2 text-right max-md:hidden">{request.pieces}</td>
            <td className="px-3 py-2 max-md:p-0">
              <ReturnPill status={request.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
