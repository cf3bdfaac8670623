import { useLocalPath } from "#app/language.ts";
import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { usePromotionWords } from "#app/messages/shared/promotions.ts";
import type { cartWords } from "#app/storefront/cart/messages/cart.ts";
import { DesignParts } from "#app/ui/domain/design/design-parts.tsx";
import { PrintedWords } from "#app/ui/domain/design/printed-words.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CartProblem, QuotedDesign, QuotedLine } from "#shop/orders/cart/cart.ts";

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

/** A promotion's gift, which cannot be changed here. */
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
        <s className="money text-sm text-muted">{formatRupiah(gift.unit_price * gift.quantity)}</s>
      </p>
    </div>
  );
}

/** What is printed on a line's pieces, and what it costs. */
export function DesignDetails({ design }: { design: QuotedDesign }) {
  return (
    <>
      <PrintedWords words={[]} pieces={design.pieces} />
      <DesignParts isIncluded parts={design.charges} className="mt-1 text-muted" />
    </>
  );
}

/** Why a line cannot be ordered as it is, and how many pieces can be. */
export function LineProblem({
  problem,
  design,
  words: { problems, changeDesign, changeRoster },
  onTake,
}: {
  problem: CartProblem;
  /** Id of the version of the line's design. */
  design: string | undefined;
  /** The cart's, which stay in its own script. */
  words: ReturnType<typeof cartWords>;
  /** Undefined where the quantity follows from a list of names. */
  onTake: ((pieces: number) => void) | undefined;
}) {
  // The nearest quantity that can be ordered; 0 if none.
  const pieces = problem.min_pieces ?? problem.max_pieces ?? problem.available ?? 0;
  const text = problem.min_pieces
    ? problems.too_few_pieces(pieces)
    : problem.max_pieces
      ? problems.too_many_pieces(pieces)
      : pieces > 0
        ? problems.not_enough_stock(pieces)
        : problem.code === "variant_not_found" ||
            problem.code === "design_missing" ||
            problem.code === "design_not_found" ||
            problem.code === "design_outdated" ||
            problem.code === "roster_changed"
          ? problems[problem.code]
          : problems.out_of_stock;
  const to = useLocalPath();
  const { designed } = problem;
  return (
    <p role="status" className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm text-stamp">
      <span className="flex items-center gap-1.5">
        <Icon name="circle-alert" className="size-4" />
        {text}
      </span>
      {designed && problem.code !== "design_not_found" ? (
        // The board has another content security policy, so it is loaded.
        <a
          className="link inline-flex min-h-11 items-center"
          href={to(
            design === undefined
              ? `/item/${designed.product_slug}`
              : `/item/${designed.product_slug}/${designed.is_roster ? "Roster" : "Design"}?version=${design}`,
          )}
        >
          {designed.is_roster ? changeRoster : changeDesign}
        </a>
      ) : null}
      {pieces > 0 && onTake ? (
        <button type="button" className="link min-h-11" onClick={() => onTake(pieces)}>
          {problems.take(pieces)}
        </button>
      ) : null}
    </p>
  );
}
