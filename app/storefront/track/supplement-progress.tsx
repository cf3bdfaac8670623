import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { useTrackWords } from "#app/messages/storefront/track.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { stageLooks } from "#app/ui/domain/order-stage.tsx";
import { OrderSupplements } from "#app/ui/domain/order-supplements.tsx";
import { copySheets } from "#app/ui/receipt.tsx";
import type { TrackedOrder } from "#shop/orders/order-link.server.ts";

interface SupplementProgressProps {
  order: TrackedOrder;
  supplementOf: NonNullable<TrackedOrder["supplement_of"]>;
}

/** Where the payment for a dearer design stands. Nothing of it is sent, so it leads to the order with the goods. */
export function SupplementProgress({ order, supplementOf }: SupplementProgressProps) {
  const words = useSupplementWords();
  const track = useTrackWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const { number } = supplementOf;
  const isOpen = order.stage === "awaiting_payment";
  const isEnded = order.stage === "canceled";
  const title = isEnded ? words.endedTitle : words.paidTitle;
  return (
    <section className={`sheet grid gap-3 p-5 ${copySheets[stageLooks[order.stage].copy]}`}>
      <p className="font-display text-xl font-bold md:text-2xl">
        {isOpen && order.expires_at
          ? track.payUntil(formatMoment(order.expires_at, language, zone))
          : title}
      </p>
      {isOpen ? <p>{words.payToTrack}</p> : null}
      <p>{isEnded ? words.ended(number) : words.comesWith(number)}</p>
      <OrderSupplements
        order={{ supplement_of: supplementOf, supplements: [] }}
        pageOf={(id) => to(`/dashboard/orders/${id}`)}
      />
      {isOpen ? (
        <ButtonLink to={to(`/dashboard/orders/${order.id}`)} className="justify-self-start">
          {track.pay}
        </ButtonLink>
      ) : null}
    </section>
  );
}
