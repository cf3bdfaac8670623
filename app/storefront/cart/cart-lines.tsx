import { useCart } from "#app/browser/cart/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import { useMockupWords } from "#app/messages/shared/mockup.ts";
import { useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CartLine, CartProblem, Quote, QuotedLine } from "#shop/orders/cart/cart.ts";
import { useExtras } from "./use-extras.ts";

export interface RemovedLine {
  readonly line: CartLine;
  readonly index: number;
  readonly name: string;
}

interface CartLinesProps {
  lines: readonly CartLine[];
  quote: Quote | null;
  /** Problems name lines by their place, so they hold only for the cart they were asked for. */
  isCurrent: boolean;
  onRemoved: (removed: RemovedLine) => void;
}

/** The receipt's lines. Quantities count at once; the server confirms the sums a moment later. */
export function CartLines({ lines, quote, isCurrent, onRemoved }: CartLinesProps) {
  const cart = useCartWords();
  const remove = useCart((state) => state.remove);
  const extras = useExtras(
    quote !== null &&
      (quote.problems.some((problem) => problem.line !== undefined) ||
        quote.lines.some((line) => line.is_gift || line.backordered > 0 || line.design !== null)),
  );
  return (
    <div className="sheet sheet-top">
      <ul className="@container divide-y divide-rule px-4 pt-3 md:px-6">
        {lines.map((line, index) => {
          const quoted = quote?.lines.find(
            ({ variant_id, is_gift, design }) =>
              variant_id === line.variant_id && !is_gift && design?.id === line.design_id,
          );
          const problem = isCurrent
            ? quote?.problems.find((candidate) => candidate.line === index)
            : undefined;
          return (
            <li key={`${line.variant_id} ${line.design_id ?? ""}`}>
              <Line
                line={line}
                quoted={quoted}
                problem={problem}
                extras={extras}
                onRemove={() => {
                  onRemoved({
                    line,
                    index,
                    name: quoted?.name ?? (line.design_id ? cart.designed : cart.unknown),
                  });
                  remove(line);
                }}
              />
            </li>
          );
        })}
        {quote?.lines
          .filter(({ is_gift }) => is_gift)
          .map((gift, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two promotions may give the same thing
            <li key={`gift ${index}`}>{extras ? <extras.GiftLine gift={gift} /> : null}</li>
          ))}
      </ul>
    </div>
  );
}

interface LineProps {
  line: CartLine;
  quoted: QuotedLine | undefined;
  problem: CartProblem | undefined;
  extras: ReturnType<typeof useExtras>;
  onRemove: () => void;
}

function Line({ line, quoted, problem, extras, onRemove }: LineProps) {
  const cart = useCartWords();
  const { illustration } = useMockupWords();
  const to = useLocalPath();
  const setQuantity = useCart((state) => state.setQuantity);
  const goods = quoted ?? problem?.designed;
  const name = goods?.name ?? (line.design_id ? cart.designed : cart.unknown);
  const total = quoted
    ? quoted.quantity === line.quantity
      ? quoted.total + quoted.discount
      : quoted.unit_price * line.quantity + quoted.setup_fee
    : null;

  return (
    <div className="grid grid-cols-[min(5rem,25%)_minmax(0,1fr)] gap-x-4 gap-y-2 py-5 md:grid-cols-[6rem_minmax(0,1fr)_auto]">
      <div className="row-span-2 self-start border border-rule">
        {quoted?.design ? (
          <img
            src={`${to(`/design/${quoted.design.id}/mockup`)}?variant=${line.variant_id}&width=320`}
            alt={illustration(quoted.design.words.join(", "))}
            className="square"
          />
        ) : quoted?.picture ? (
          <Picture picture={quoted.picture} sizes="96px" widest={320} alt="" />
        ) : problem?.designed && problem.code !== "design_not_found" ? (
          <img src={to(`/design/${line.design_id}.svg`)} alt="" className="square" />
        ) : (
          <div className="aspect-square bg-paper" />
        )}
      </div>
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold tracking-normal">
          {goods ? (
            <Link to={to(`/item/${goods.product_slug}`)} className="hover:text-carbon">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {quoted ? (
          <p className="text-sm text-muted">
            {quoted.options ? `${quoted.options} · ` : null}
            <span className="figures inline-block max-w-full text-xs wrap-anywhere">
              {quoted.sku}
            </span>
          </p>
        ) : null}
        {quoted?.design ? (
          <p className="text-sm wrap-anywhere">
            {cart.design(quoted.design.words.join(" · "))}{" "}
            {quoted.design.pieces ? (
              <Link
                className="link"
                to={to(`/item/${quoted.product_slug}/Roster?version=${quoted.design.id}`)}
              >
                {cart.changeRoster}
              </Link>
            ) : (
              <a
                className="link"
                href={to(`/item/${quoted.product_slug}/Design?version=${quoted.design.id}`)}
              >
                {cart.changeDesign}
              </a>
            )}
          </p>
        ) : null}
        {quoted?.design && extras ? <extras.DesignDetails design={quoted.design} /> : null}
        {quoted && line.quantity > 1 ? (
          <p className="text-sm text-muted">{cart.each(formatRupiah(quoted.unit_price))}</p>
        ) : null}
        {quoted && extras && !problem ? <extras.Backordered pieces={quoted.backordered} /> : null}
        {problem && extras ? (
          <extras.LineProblem
            words={cart}
            problem={problem}
            design={line.design_id}
            onTake={quoted?.design?.pieces ? undefined : (pieces) => setQuantity(line, pieces)}
          />
        ) : null}
      </div>
      <div className="col-start-2 grid gap-2 @max-[14rem]:col-span-2 @max-[14rem]:col-start-1 md:col-start-3 md:flex md:row-span-2 md:row-start-1 md:flex-col md:items-end">
        {total === null ? null : (
          <Price
            amount={total}
            was={quoted?.was_price ? quoted.was_price * line.quantity + quoted.setup_fee : null}
            className="font-semibold md:flex-col md:items-end"
          />
        )}
        <div className="flex flex-wrap items-center">
          {quoted?.design?.pieces ? (
            <span className="figures px-2 text-sm">{cart.rosterPieces(line.quantity)}</span>
          ) : quoted ? (
            <Stepper
              value={line.quantity}
              max={Math.max(quoted.max_pieces, line.quantity)}
              onChange={(quantity) => setQuantity(line, quantity)}
              label={cart.quantity(name)}
            />
          ) : null}
          <button
            type="button"
            aria-label={cart.removeName(name)}
            title={cart.remove}
            onClick={onRemove}
            className={`grid size-11 place-items-center text-muted hover:text-stamp ${quoted ? "" : "max-md:-ml-3"}`}
          >
            <Icon name="trash-2" />
          </button>
        </div>
      </div>
    </div>
  );
}
