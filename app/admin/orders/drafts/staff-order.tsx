import { PayLink, type PayLinkProps } from "./pay-link.tsx";
import { ReceiptLinks } from "./receipt-links.tsx";

interface StaffOrderProps extends Omit<PayLinkProps, "link"> {
  /** Null when none was made. Undefined for staff who may not make one. */
  link: string | null | undefined;
}

/** The pay link of an unpaid order, and the receipts of an order from the counter. */
export function StaffOrder({ link, ...rest }: StaffOrderProps) {
  return (
    <>
      <ReceiptLinks order={rest.order} />
      {link !== undefined && rest.order.can_pay ? <PayLink link={link} {...rest} /> : null}
    </>
  );
}
