import { Link } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/buying.ts";
import { Picture } from "#app/ui/picture.tsx";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** What was bought and what it came to, as agreed when the order was placed. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { checkout: words } = useBuyingWords();
  const to = useLocalPath();
  return (
    <>
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.id} className="flex items-start gap-4">
            {line.picture ? (
              <span className="w-16 shrink-0 border border-rule">
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
                {[line.options, line.sku].filter(Boolean).join(" · ")}
              </span>
              <span className="figures text-sm text-muted">
                {line.quantity} × {formatRupiah(line.unit_price)}
              </span>
            </span>
            <span className="figures whitespace-nowrap">
              {formatRupiah(line.total + line.discount)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 border-t border-rule pt-3">
        <ReceiptLine label={words.subtotal}>{formatRupiah(order.subtotal)}</ReceiptLine>
        {order.promos
          .filter((promo) => promo.discount > 0)
          .map((promo) => (
            <ReceiptLine key={promo.code} label={words.discount(promo.code)}>
              <span className="text-paid">{formatRupiah(-promo.discount)}</span>
            </ReceiptLine>
          ))}
        <ReceiptLine label={words.shipping}>{formatRupiah(order.shipping)}</ReceiptLine>
        <ReceiptLine label={words.total} strong className="total-rule mt-3 pt-3">
          {formatRupiah(order.total)}
        </ReceiptLine>
      </dl>
      {order.tax_included > 0 ? (
        <p className="text-sm text-muted">{words.tax(formatRupiah(order.tax_included))}</p>
      ) : null}
    </>
  );
}
