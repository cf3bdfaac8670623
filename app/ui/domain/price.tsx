import { useWords } from "#app/messages/shared/ui.ts";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";

interface PriceProps {
  amount: Rupiah;
  was?: Rupiah | null;
  /** Variants differ in price: this is the lowest. */
  from?: boolean;
  /** The cheapest print is in it. */
  isPrinted?: boolean;
  className?: string;
}

export function Price({ amount, was, from, isPrinted, className = "" }: PriceProps) {
  const words = useWords();
  // Whole percent.
  const off = was ? Math.floor(((was - amount) * 100) / was) : 0;
  return (
    <span className={`price ${className}`}>
      <span>
        {from ? <span className="price-note">{words.price.from} </span> : null}
        <span className="money">{formatRupiah(amount)}</span>
        {isPrinted ? <span className="price-note"> {words.price.printed}</span> : null}
      </span>
      {was ? (
        <s className="money text-[0.8em] font-normal text-muted">
          <span className="sr-only">{words.price.was} </span>
          {formatRupiah(was)}
        </s>
      ) : null}
      {off > 0 ? <span className="off">−{off}%</span> : null}
    </span>
  );
}
