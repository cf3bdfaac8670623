import { useWords } from "#app/messages/shared/ui.ts";
import { formatRupiah, type Rupiah } from "#shop/money.ts";

interface PriceProps {
  amount: Rupiah;
  was?: Rupiah | null;
  /** Variants differ in price: this is the lowest. */
  from?: boolean;
  className?: string;
}

export function Price({ amount, was, from, className = "" }: PriceProps) {
  const words = useWords();
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span>
        {from ? <span className="text-sm text-muted">{words.price.from} </span> : null}
        <span className={`figures whitespace-nowrap ${was ? "text-stamp" : ""}`}>
          {formatRupiah(amount)}
        </span>
      </span>
      {was ? (
        <s className="whitespace-nowrap text-[0.8em] font-normal text-muted">
          <span className="sr-only">{words.price.was} </span>
          <span className="figures">{formatRupiah(was)}</span>
        </s>
      ) : null}
    </span>
  );
}
