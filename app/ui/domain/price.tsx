import { useWords } from "#app/messages/shared/ui.ts";
import { formatRupiah, type Rupiah } from "#shop/money.ts";

interface PriceProps {
  amount: Rupiah;
  was?: Rupiah | null;
  /** Variants differ in price: this is the lowest. */
  from?: boolean;
  className?: string;
}

/** Whole percent off the price before; 0 below one. */
function percentOff(amount: Rupiah, was: Rupiah | null | undefined): number {
  return was ? Math.floor(((was - amount) * 100) / was) : 0;
}

export function Price({ amount, was, from, className = "" }: PriceProps) {
  const words = useWords();
  const off = percentOff(amount, was);
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span>
        {from ? <span className="text-sm text-muted">{words.price.from} </span> : null}
        <span className="money">{formatRupiah(amount)}</span>
      </span>
      {was ? (
        <s className="text-[0.8em] font-normal text-muted">
          <span className="sr-only">{words.price.was} </span>
          <span className="money">{formatRupiah(was)}</span>
        </s>
      ) : null}
      {off > 0 ? (
        <span className="bg-yellow px-1 text-xs font-semibold text-yellow-ink">−{off}%</span>
      ) : null}
    </span>
  );
}
