import { useLocalPath } from "#app/language.ts";
import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { DesignImage } from "#app/ui/domain/design/design-image.tsx";
import { DesignParts } from "#app/ui/domain/design/design-parts.tsx";
import { PrintedWords } from "#app/ui/domain/design/printed-words.tsx";
import { Amounts } from "#app/ui/domain/order/amounts.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Link } from "#app/ui/link.tsx";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** Lines and amounts as they were when the order was placed. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const to = useLocalPath();
  const words = useDesignPriceWords();
  return (
    <>
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-start gap-3 md:gap-4">
            {line.proof !== null ? (
              <span className="w-14 shrink-0 border border-rule md:w-16">
                <DesignImage
                  src={`${to(`/design/line/${line.id}/mockup`)}?proof=${line.proof}`}
                  sizes="64px"
                  printed={line.words}
                />
              </span>
            ) : line.picture ? (
              <span className="w-14 shrink-0 border border-rule md:w-16">
                <Picture picture={line.picture} sizes="64px" widest={320} alt="" />
              </span>
            ) : null}
            <div className="flex min-w-0 grow basis-40 flex-wrap items-baseline justify-between gap-x-3 sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
              <span className="w-full wrap-anywhere sm:w-auto">
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
                  <span>{line.sku}</span>
                </span>
              </span>
              <span className="money text-sm text-muted">
                {line.quantity} × {formatRupiah(line.unit_price)}
              </span>
              <span className="money sm:col-start-2 sm:row-start-1">
                {formatRupiah(line.total + line.discount)}
              </span>
              <div className="w-full sm:col-span-2">
                <PrintedWords words={sharedWords(line)} pieces={line.pieces} />
                <DesignParts isIncluded parts={line.charges} className="mt-1 max-w-md text-muted" />
              </div>
            </div>
          </li>
        ))}
      </ul>
      {order.lines.some(({ personalised }) => personalised) ? (
        <p className="mt-4 text-sm text-muted">{words.madeToOrder}</p>
      ) : null}
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
