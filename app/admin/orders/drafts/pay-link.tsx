import type { FetcherWithComponents } from "react-router";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import type { StaffAnswer } from "#app/admin/orders/order-action.server.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import { whatsappNumber } from "#shop/kernel/phone.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

export interface PayLinkProps {
  order: OrderDetail;
  /** Null until it was made. */
  link: string | null;
  fetcher: FetcherWithComponents<StaffAnswer>;
}

/** The link by which the buyer of an unpaid order pays without signing in. */
export function PayLink({ order, link, fetcher }: PayLinkProps) {
  const { payLink: words } = useDraftWords();
  const busy = fetcher.state !== "idle";
  const isMailed = !busy && fetcher.data?.done === "mail-pay-link";
  const part = order.deposit === null ? "whole" : order.paid_total > 0 ? "balance" : "deposit";
  const text = link ? words.text(part, order.number, formatRupiah(order.due), link) : "";
  const number = order.phone ? whatsappNumber(order.phone) : "";
  return (
    <section className="no-print grid gap-3 border border-rule p-4">
      <h2 className="text-lg">{words.title}</h2>
      {link ? (
        <>
          <p className="text-sm wrap-anywhere">{link}</p>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={link} label={words.copy} copied={words.copied} />
            <CopyButton text={text} label={words.copyText} copied={words.copied} />
          </div>
          <a
            className="link justify-self-start py-1"
            href={`https://wa.me/${number}?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
          >
            {words.whatsapp}
          </a>
        </>
      ) : (
        <p className="text-muted">{words.none}</p>
      )}
      <fetcher.Form method="post" className="flex flex-wrap gap-2">
        {link ? null : (
          <Button type="submit" name="intent" value="pay-link" look="quiet" busy={busy}>
            {words.make}
          </Button>
        )}
        {order.email ? (
          <Button type="submit" name="intent" value="mail-pay-link" look="quiet" busy={busy}>
            {words.mail}
          </Button>
        ) : null}
      </fetcher.Form>
      <p role="status" className="text-sm text-muted">
        {isMailed ? words.mailed : order.email ? "" : words.noEmail}
      </p>
    </section>
  );
}
