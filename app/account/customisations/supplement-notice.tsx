import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OpenSupplement } from "#shop/production/revisions/find-supplements.server.ts";

/** The buyer's new version costs more: what is to be paid, until when, and where. */
export function SupplementNotice({ supplement }: { supplement: OpenSupplement }) {
  const words = useSupplementWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const { amount, expires_at, order_id } = supplement;
  if (expires_at === null) return <Notice tone="success">{words.paid}</Notice>;
  const sum = formatRupiah(amount);
  return (
    <Notice
      tone="warning"
      action={<ButtonLink to={to(`/dashboard/orders/${order_id}`)}>{words.pay(sum)}</ButtonLink>}
    >
      {words.waiting(sum, formatMoment(expires_at, language, zone))}
    </Notice>
  );
}
