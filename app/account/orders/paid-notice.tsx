import { useEffect, useRef } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** Confirms a payment; scrolls to it when the payment arrives while the page is open. */
export function PaidNotice({ order, wasOpen }: { order: OrderDetail; wasOpen: boolean }) {
  const words = usePaymentWords();
  const to = useLocalPath();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasOpen) place.current?.scrollIntoView({ block: "center" });
  }, [wasOpen]);
  return (
    <div ref={place} className="no-print">
      <Notice
        tone="success"
        action={
          order.supplement_of ? null : (
            <Link to={`${to("/Success")}?order=${order.id}`} className="link py-1">
              {words.next}
            </Link>
          )
        }
      >
        <b className="text-base">{words.arrived(formatRupiah(order.paid_total))}</b>
      </Notice>
    </div>
  );
}
