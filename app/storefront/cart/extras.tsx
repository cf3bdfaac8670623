import { useLocalPath } from "#app/language.ts";
import { useDeliveryWords } from "#app/messages/delivery.ts";
import { usePromotionWords } from "#app/messages/promotions.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { usePromoProblem } from "#app/ui/promo-problem.ts";
import type { CartProblem, QuotedLine } from "#shop/cart/cart.ts";
import { formatRupiah } from "#shop/money.ts";

/** Why a code does nothing, and what would make it work. */
export function PromoReason({ problem }: { problem: CartProblem }) {
  return usePromoProblem()(problem);
}

/** Of a line's pieces those that are on order; nothing when all are there. */
export function Backordered({ pieces }: { pieces: number }) {
  const delivery = useDeliveryWords();
  return pieces > 0 ? (
    <p className="mt-1.5 flex items-center gap-1.5 text-sm text-muted">
      <Icon name="clock" className="size-4" />
      {delivery.backordered(pieces)}
    </p>
  ) : null;
}

/** What a promotion brings: nobody put it in, so it cannot be changed here. */
export function GiftLine({ gift }: { gift: QuotedLine }) {
  const words = usePromotionWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 py-5 md:grid-cols-[6rem_minmax(0,1fr)_auto]">
      <div className="self-start border border-rule">
        {gift.picture ? <Picture picture={gift.picture} sizes="96px" widest={320} alt="" /> : null}
      </div>
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-sm font-semibold text-paid">
          <Icon name="tag" className="size-4" />
          {words.gift}
        </p>
        <h2 className="font-sans text-base font-semibold tracking-normal">
          <Link to={to(`/item/${gift.product_slug}`)} className="hover:text-carbon">
            {gift.name}
          </Link>
        </h2>
        <p className="text-sm text-muted">
          {gift.options ? <span>{gift.options} · </span> : null}
          <span className="figures">{gift.quantity} ×</span>
        </p>
      </div>
      <p className="text-right">
        <span className="block font-semibold text-paid">{words.free}</span>
        <s className="figures text-sm text-muted">
          {formatRupiah(gift.unit_price * gift.quantity)}
        </s>
      </p>
    </div>
  );
}
