import { useParams } from "react-router";
import { useCostWords } from "#app/admin/products/messages/costs.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { type Margins, marginOf } from "#shop/catalogue/products/margins.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

interface MarginNoteProps {
  variantId: string;
  sku: string;
  /** As it is typed. */
  price: string;
  taxClass: string;
  margins: Margins;
  /** Nothing is shown of a price that covers the cost. */
  isLossOnly?: boolean;
}

/** What the typed price leaves after the cost, and where the cost is changed. */
export function MarginNote({
  variantId,
  sku,
  price,
  taxClass,
  margins,
  isLossOnly,
}: MarginNoteProps) {
  const words = useCostWords();
  const to = useLocalPath();
  const { id } = useParams();
  const cost = margins.costs[variantId];
  const amount = readAmount(price);
  const margin =
    cost === undefined || amount === undefined
      ? undefined
      : marginOf(amount, cost, taxClass, margins.tax);
  if (isLossOnly && !(margin && margin.amount < 0)) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      <Link
        to={to(`/admin/Products/${id}/Costs`)}
        className="link"
        aria-label={`${words.link}: ${sku}`}
      >
        {words.link}
      </Link>
      {margin ? (
        <span className={margin.amount < 0 ? "text-stamp" : "text-muted"}>
          {words.margin(formatRupiah(margin.amount), margin.percent)}
          {margin.amount < 0 ? ` ${words.belowCost}` : ""}
        </span>
      ) : (
        <span className="text-muted">{words.none}</span>
      )}
    </p>
  );
}
