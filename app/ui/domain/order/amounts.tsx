import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import { feeKind } from "#shop/orders/fee-kind.ts";
import { DepositLines } from "./deposit-lines.tsx";

interface AmountsProps {
  subtotal: Rupiah;
  promos: readonly { readonly code: string; readonly discount: Rupiah }[];
  /** Before a promo on delivery; null until a way of delivery is chosen. */
  shipping: Rupiah | null;
  /** The payment method's fee or discount. */
  payment_fee?: Rupiah;
  /** Staff accepted a different amount than requested, and the fee contains the difference. */
  is_fee_adjusted?: boolean;
  /** Fetched from the shop: nothing is sent. */
  is_pickup?: boolean;
  /** Of a supplement: it has no delivery. */
  supplement_of?: object | null;
  total: Rupiah;
  /** For an order with a deposit: the deposit, the amount paid and the amount due. */
  deposit?: Rupiah | null;
  paid_total?: Rupiah;
  due?: Rupiah;
  /** PPN inside the total; 0 for a shop that may not charge it. */
  taxIncluded?: Rupiah;
}

/** The amounts of a purchase, with a double rule above the total. */
export function Amounts({
  subtotal,
  promos,
  shipping,
  payment_fee = 0,
  is_fee_adjusted = false,
  is_pickup = false,
  supplement_of = null,
  total,
  deposit = null,
  paid_total = 0,
  due = 0,
  taxIncluded = 0,
}: AmountsProps) {
  const { checkout: words } = useBuyingWords();
  const pickup = usePickupWords();
  return (
    <>
      <dl>
        <ReceiptLine label={words.subtotal}>{formatRupiah(subtotal)}</ReceiptLine>
        {promos
          .filter((promo) => promo.discount > 0)
          .map((promo) => (
            <ReceiptLine key={promo.code} label={words.discount(promo.code)}>
              <span className="text-paid">{formatRupiah(-promo.discount)}</span>
            </ReceiptLine>
          ))}
        {supplement_of ? null : (
          <ReceiptLine label={is_pickup ? pickup.title : words.shipping}>
            {shipping === 0 ? (
              <span className="font-sans">{words.free}</span>
            ) : shipping === null ? (
              "–"
            ) : (
              formatRupiah(shipping)
            )}
          </ReceiptLine>
        )}
        {payment_fee === 0 ? null : (
          <ReceiptLine label={words[feeKind({ payment_fee, is_fee_adjusted })]}>
            {formatRupiah(payment_fee)}
          </ReceiptLine>
        )}
        <ReceiptLine
          label={shipping === null ? words.totalWithout : words.total}
          strong
          className="total-rule mt-3 pt-3"
        >
          {formatRupiah(total)}
        </ReceiptLine>
        <DepositLines deposit={deposit} paid_total={paid_total} due={due} />
      </dl>
      {taxIncluded > 0 ? (
        <p className="text-sm text-muted">{words.tax(formatRupiah(taxIncluded))}</p>
      ) : null}
    </>
  );
}
