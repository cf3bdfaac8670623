import { useDepositWords } from "#app/messages/shared/deposit.ts";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** The lines below the total of an order with a deposit: the deposit, or the amount paid and the balance. */
export function DepositLines({
  deposit,
  paid_total,
  due,
}: Pick<OrderDetail, "deposit" | "paid_total" | "due">) {
  const words = useDepositWords();
  if (deposit === null) return null;
  if (paid_total === 0) {
    return <ReceiptLine label={words.deposit}>{formatRupiah(deposit)}</ReceiptLine>;
  }
  return (
    <>
      <ReceiptLine label={words.received}>{formatRupiah(paid_total)}</ReceiptLine>
      {due > 0 ? <ReceiptLine label={words.balance}>{formatRupiah(due)}</ReceiptLine> : null}
    </>
  );
}
