import { useLocalPath } from "#app/language.ts";
import { Amounts } from "#app/ui/amounts.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatRupiah } from "#shop/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** What was bought and what it came to, as agreed when the order was placed. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const to = useLocalPath();
  return (
    <>
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.id} className="flex items-start gap-3 md:gap-4">
            {line.picture ? (
              <span className="w-14 shrink-0 border border-rule md:w-16">
                <Picture picture={line.picture} sizes="64px" alt="" />
              </span>
            ) : null}
            <span className="min-w-0 grow wrap-anywhere">
              {line.product_slug ? (
                <Link
                  to={to(`/item/${line.product_slug}`)}
                  className="font-semibold hover:text-carbon"
                >
                  {line.name}
                </Link>
              ) : (
                <b>{line.name}</b>
              )}
              <span className="block text-sm text-muted">
                {line.options ? `${line.options} · ` : null}
                <span className="min-[24rem]:whitespace-nowrap">{line.sku}</span>
              </span>
              <span className="figures text-sm text-muted min-[24rem]:whitespace-nowrap">
                {line.quantity} × {formatRupiah(line.unit_price)}
              </span>
            </span>
            <span className="figures whitespace-nowrap">
              {formatRupiah(line.total + line.discount)}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4 border-t border-rule pt-3">
        <Amounts
          {...order}
          shipping={order.shipping + order.shipping_discount}
          taxIncluded={order.tax_included}
        />
      </div>
    </>
  );
}
