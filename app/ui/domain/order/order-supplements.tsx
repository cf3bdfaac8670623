import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { Link } from "#app/ui/link.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

interface OrderSupplementsProps {
  order: Pick<OrderDetail, "supplement_of" | "supplements">;
  /** The address of an order's page. */
  pageOf: (id: string) => string;
}

/** Leads from an order to what its changed designs cost more, and from there to the order. */
export function OrderSupplements({ order, pageOf }: OrderSupplementsProps) {
  const words = useSupplementWords();
  const { supplement_of, supplements } = order;
  if (supplement_of === null && supplements.length === 0) return null;
  const shown = supplement_of ? [supplement_of] : supplements;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      <span>{supplement_of ? words.ofOrder : `${words.supplements}:`}</span>
      {shown.map(({ id, number, total }) => (
        <Link key={id} to={pageOf(id)} className="link figures">
          {supplement_of ? number : `${number} · ${formatRupiah(total)}`}
        </Link>
      ))}
    </p>
  );
}
