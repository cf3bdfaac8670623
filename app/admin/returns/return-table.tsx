import { ListRow, ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useLocalPath } from "#app/language.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { ReturnPill } from "#app/ui/domain/order/return-pill.tsx";
import type { ReturnSummary } from "#shop/orders/returns/return.ts";

export function ReturnTable({ returns }: { returns: readonly ReturnSummary[] }) {
  const { list: words, kinds, reasons } = useReturnWords();
  const to = useLocalPath();
  return (
    <ListTable
      heads={[
        { label: words.number },
        { label: words.time },
        { label: words.order },
        { label: words.customer },
        { label: words.kind },
        { label: words.reason },
        { label: words.pieces, isNumber: true },
        { label: words.status },
      ]}
    >
      {returns.map((request) => (
        <ListRow
          key={request.id}
          to={to(`/admin/Returns/${request.id}`)}
          number={request.number}
          time={request.created_at}
        >
          <td className="figures px-3 py-2 @max-4xl:p-0">{request.order_number}</td>
          <td className="px-3 py-2 wrap-anywhere @max-4xl:p-0 @2xs:@max-4xl:text-right">
            {request.customer_name}
          </td>
          <td className="px-3 py-2 @max-4xl:p-0">{kinds[request.kind]}</td>
          <td className="px-3 py-2 text-muted @max-4xl:p-0 @2xs:@max-4xl:text-right">
            {reasons[request.reason]}
          </td>
          <td className="figures px-3 py-2 text-right @max-4xl:hidden">{request.pieces}</td>
          <td className="px-3 py-2 @max-4xl:p-0">
            <ReturnPill status={request.status} />
          </td>
        </ListRow>
      ))}
    </ListTable>
  );
}
