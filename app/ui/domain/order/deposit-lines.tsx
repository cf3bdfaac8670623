import { useDepositWords } from "#app/messages/shared/deposit.ts";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** Below the total of an order with a deposit: the deposit, or what was paid and what is still to be paid. */
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
