import { countPieces, useCart } from "#app/browser/cart/cart-store.ts";
import { useCartQuote } from "#app/browser/cart/quote.ts";
import { useLocalPath } from "#app/language.ts";
import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { useItemWords } from "#app/storefront/item/messages/item.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { DeliveryCap } from "#app/ui/domain/order/delivery-cap.tsx";
import { DeliveryPrice } from "#app/ui/domain/order/delivery-price.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Link } from "#app/ui/link.tsx";
import { Receipt, ReceiptLine } from "#app/ui/receipt.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Picture as ProductPicture } from "#shop/catalogue/catalogue.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { FreeShippingProgress } from "../cart/free-shipping-progress.tsx";

export interface AddedLine {
  readonly name: string;
  readonly options: string;
  readonly quantity: number;
  readonly total: number;
  readonly picture: ProductPicture | undefined;
  /** The design version that is printed on the item. */
  readonly designId: string | undefined;
}

/** Shows the new line on the receipt, the cart's total and the checkout: half a screen on a phone. */
export default function AddedDrawer({ line, onClose }: { line: AddedLine; onClose: () => void }) {
  const { added } = useItemWords();
  const to = useLocalPath();
  const pieces = useCart((cart) => countPieces(cart.lines));
  const { quote, isCurrent } = useCartQuote();
  const printed = quote?.lines.find(({ design }) => design && design.id === line.designId)?.design;
  const delivery = useDeliveryWords();
  const cheapest = quote?.shipping_options.find(({ is_pickup }) => !is_pickup);
  return (
    <Dialog
      open
      onClose={onClose}
      title={added.title}
      place="half"
      footer={
        <div className="grid gap-2 sm:grid-cols-2">
          <ButtonLink to={to("/Checkout")} wide>
            {added.checkout}
          </ButtonLink>
          <Button look="quiet" wide onClick={onClose}>
            {added.keepShopping}
          </Button>
        </div>
      }
    >
      <Receipt
        heading={
          <Link to={to("/Cart")} className="link flex min-h-11 items-center font-sans text-base">
            {added.toCart(pieces)}
          </Link>
        }
        torn
      >
        <div className="printed-line grid grid-cols-[4.5rem_1fr_auto] items-start gap-3">
          <span className="border border-rule">
            {line.picture ? (
              <Picture picture={line.picture} sizes="72px" widest={320} alt="" />
            ) : null}
          </span>
          <p>
            <span className="font-semibold">{line.name}</span>
            <span className="block text-sm text-muted">{line.options}</span>
            {printed && printed.words.length > 0 ? (
              <span className="block text-sm wrap-anywhere">
                {printed.words.map((word) => `“${word}”`).join(" · ")}
              </span>
            ) : null}
            <span className="block text-sm text-muted">× {line.quantity}</span>
          </p>
          <p className="money text-sm font-semibold">{formatRupiah(line.total)}</p>
        </div>
        <dl className="total-rule mt-5 pt-2">
          <ReceiptLine label={added.subtotal} strong>
            {quote && isCurrent ? (
              formatRupiah(quote.subtotal - quote.discount)
            ) : (
              <Skeleton className="h-6 w-28" />
            )}
          </ReceiptLine>
          {cheapest && isCurrent ? (
            <ReceiptLine label={cheapest.reduced > 0 ? delivery.from : delivery.shipping}>
              <DeliveryPrice option={cheapest} />
            </ReceiptLine>
          ) : null}
        </dl>
        {quote ? <DeliveryCap quote={quote} /> : null}
        {quote?.free_shipping ? (
          <FreeShippingProgress
            from={quote.free_shipping.from}
            missing={quote.free_shipping.missing}
            upTo={quote.free_shipping.up_to}
          />
        ) : null}
      </Receipt>
    </Dialog>
  );
}
