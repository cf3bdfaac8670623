import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OpenSupplement } from "#shop/production/revisions/find-supplements.server.ts";

/** For staff: the buyer pays for a new version, which a step of theirs would end. */
export function WaitingSupplement({ supplement }: { supplement: OpenSupplement }) {
  const words = useSupplementWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const { amount, expires_at, order_id } = supplement;
  return (
    <Notice
      tone="warning"
      action={
        <PermittedLink
          permission="orders.read"
          isAction
          to={to(`/admin/Orders/${order_id}`)}
          className="link"
        >
          {words.supplements}
        </PermittedLink>
      }
    >
      {expires_at === null
        ? words.paid
        : words.waitingForBuyer(formatRupiah(amount), formatMoment(expires_at, language, zone))}
    </Notice>
  );
}
