import { useEffect, useState } from "react";
import { useOutcomeWords } from "#app/account/success/messages/outcome.ts";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";

/** What is done with a receipt: kept as a file, printed, and told to a friend, who gets the product and not the order. */
export function KeepReceipt({ order }: { order: OrderDetail }) {
  const words = useOutcomeWords();
  const to = useLocalPath();
  const { name } = useMerchant();
  /** Unknown until the browser has said it. */
  const [canShare, setCanShare] = useState<boolean>();
  useEffect(() => setCanShare("share" in navigator), []);
  const [first] = order.lines;
  const address = () =>
    new URL(to(first?.product_slug ? `/item/${first.product_slug}` : "/"), window.location.href)
      .href;
  const share = () =>
    navigator
      .share({ text: words.shareText(first?.name ?? "", name), url: address() })
      .catch((error: unknown) => {
        // A person who closes the sheet has decided so.
        if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
      });
  return (
    <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-2">
      {order.has_invoice ? (
        <a
          href={to(`/dashboard/orders/${order.id}/invoice.pdf`)}
          className="link flex min-h-11 items-center gap-2"
          download
        >
          <Icon name="receipt-text" className="size-4" />
          {words.save}
        </a>
      ) : null}
      <Button look="bare" className="px-0!" onClick={() => window.print()}>
        {words.print}
      </Button>
      {canShare ? (
        <Button look="bare" className="px-0!" onClick={() => void share()}>
          {words.share}
        </Button>
      ) : canShare === false ? (
        <CopyButton text={address()} label={words.copyLink} copied={words.copiedLink} look="bare" />
      ) : null}
    </div>
  );
}
