import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useTrackWords } from "#app/storefront/track/messages/track.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { stageLooks } from "#app/ui/domain/order/order-stage.tsx";
import { Link } from "#app/ui/link.tsx";
import { copySheets } from "#app/ui/receipt.tsx";
import type { TrackedOrder } from "#shop/orders/order-link.server.ts";

interface SupplementProgressProps {
  order: TrackedOrder;
  supplementOf: NonNullable<TrackedOrder["supplement_of"]>;
}

/** Where the payment for a dearer design stands. Nothing of it is sent, so it leads to the order with the goods. */
export function SupplementProgress({ order, supplementOf }: SupplementProgressProps) {
  const words = useTrackWords();
  const { supplement } = words;
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const isOpen = order.stage === "awaiting_payment";
  const isEnded = order.stage === "canceled";
  return (
    <section className={`sheet grid gap-3 p-5 ${copySheets[stageLooks[order.stage].copy]}`}>
      <h2 className="text-xl md:text-2xl">
        {isOpen && order.expires_at
          ? words.payUntil(formatMoment(order.expires_at, language, zone))
          : isEnded
            ? supplement.ended
            : supplement.paid}
      </h2>
      {isOpen ? <p>{supplement.payText}</p> : null}
      {isEnded ? <p>{supplement.endedText}</p> : null}
      <p>
        {supplement.comesWith}{" "}
        <Link to={to(`/dashboard/orders/${supplementOf.id}`)} className="link figures">
          {supplementOf.number}
        </Link>
      </p>
      {isOpen ? (
        <ButtonLink to={to(`/dashboard/orders/${order.id}`)} className="justify-self-start">
          {words.pay}
        </ButtonLink>
      ) : null}
    </section>
  );
}
