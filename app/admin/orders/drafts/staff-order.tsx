import { PayLink, type PayLinkProps } from "./pay-link.tsx";
import { ReceiptLinks } from "./receipt-links.tsx";

interface StaffOrderProps extends Omit<PayLinkProps, "link"> {
  /** Undefined for staff who may not make one. */
  link: string | null | undefined;
}

/** What an order's page has for orders of staff: the pay link of an unpaid one, the receipts of the counter. */
export function StaffOrder({ link, ...rest }: StaffOrderProps) {
  return (
    <>
      <ReceiptLinks order={rest.order} />
      {link !== undefined && rest.order.can_pay ? <PayLink link={link} {...rest} /> : null}
    </>
  );
}
