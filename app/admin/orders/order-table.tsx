import { ListRow, ListTable } from "#app/admin/kit/list/list-table.tsx";
import { wasShiftHeld } from "#app/admin/kit/list/shift-held.ts";
import type { Selection } from "#app/admin/kit/list/use-selection.ts";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";
import type { StaffOrder } from "#shop/orders/list-orders.server.ts";
import { FulfilmentPill, PaymentPill } from "./status-pills.tsx";

interface OrderTableProps {
  orders: readonly StaffOrder[];
  /** Missing: rows cannot be selected. */
  selection?: Selection;
}

export function OrderTable({ orders, selection }: OrderTableProps) {
  const { list: words, bulk } = useAdminWords();
  const { orders: buying } = useBuyingWords();
  const to = useLocalPath();
  const goods = (order: StaffOrder) => buying.goods(order.first_name, order.line_count - 1);
  return (
    <ListTable
      heads={[
        ...(selection
          ? [
              {
                label: bulk.page,
                content: (
                  <Box
                    label={bulk.page}
                    isChosen={orders.every(({ id }) => selection.has(id))}
                    onChange={(isChosen) => selection.setPage(isChosen)}
                  />
                ),
              },
            ]
          : []),
        { label: words.number },
        { label: words.time },
        { label: words.customer },
        { label: words.items },
        { label: words.total, isNumber: true },
        { label: words.payment },
        { label: words.fulfilment },
      ]}
    >
      {orders.map((order) => (
        <ListRow
          key={order.id}
          to={to(`/admin/Orders/${order.id}`)}
          number={order.number}
          time={order.created_at}
          select={
            selection ? (
              <Box
                label={bulk.selectOne(order.number)}
                isRow
                isChosen={selection.has(order.id)}
                onChange={(isChosen, isRange) => selection.set(order.id, isChosen, isRange)}
              />
            ) : null
          }
        >
          <td className="px-3 py-2 @max-4xl:p-0">
            <span className="block max-w-32 truncate @6xl:max-w-48" title={order.customer_name}>
              {order.customer_name}
            </span>
            {deliveryOf(order) ? (
              <span
                className="block max-w-32 truncate text-sm text-muted @max-4xl:max-w-none @6xl:max-w-48"
                title={deliveryOf(order)}
              >
                {deliveryOf(order)}
              </span>
            ) : null}
          </td>
          <td className="px-3 py-2 @max-4xl:order-last @max-4xl:col-span-full @max-4xl:p-0 @max-4xl:text-muted">
            <span
              className="flex max-w-40 min-w-0 gap-2 @max-4xl:max-w-full @6xl:max-w-72"
              title={goods(order)}
            >
              <span className="figures">{order.pieces}</span>
              <span className="truncate">{goods(order)}</span>
            </span>
          </td>
          <td className="money px-3 py-2 text-right whitespace-nowrap @max-4xl:p-0">
            {formatRupiah(order.total)}
          </td>
          <td className="px-3 py-2 @max-4xl:p-0">
            <PaymentPill order={order} />
          </td>
          <td className="px-3 py-2 @max-4xl:p-0 @2xs:@max-4xl:text-right">
            <FulfilmentPill order={order} />
          </td>
        </ListRow>
      ))}
    </ListTable>
  );
}

/** Courier and city, e.g. `JNE · Kota Bandung`. */
function deliveryOf({ courier, region_name, is_pickup, supplement_of }: StaffOrder): string {
  if (supplement_of) return "";
  const city = is_pickup ? "" : (shortPlace(region_name).split(", ")[2] ?? "");
  return [courier, city].filter(Boolean).join(" · ");
}

interface BoxProps {
  label: string;
  isChosen: boolean;
  onChange: (isChosen: boolean, isRange: boolean) => void;
  /** Of one row, which the key `x` chooses. */
  isRow?: boolean;
}

function Box({ label, isChosen, onChange, isRow = false }: BoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChosen}
      {...(isRow ? { "data-select": "" } : {})}
      onChange={(event) => onChange(event.currentTarget.checked, wasShiftHeld(event))}
      className="relative z-10 block size-5 accent-carbon"
    />
  );
}
