import { useLanguage } from "#app/language.ts";
import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { inLanguage, type LocalText } from "#base/language.ts";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";

interface DesignPartsProps {
  parts: readonly Part[];
  /** Whether the amount above includes the parts. */
  isIncluded?: boolean;
  className?: string;
}

interface Part {
  /** Of a rule of the price, or `plain`: the piece without its design. */
  readonly kind: string;
  readonly label: LocalText;
  readonly count: number;
  /** For one piece; once where the kind is `setup`. */
  readonly amount: Rupiah;
}

/** What a design costs, part by part: those of one piece, then those that are paid once. */
export function DesignParts({ parts, isIncluded = false, className = "" }: DesignPartsProps) {
  const words = useDesignPriceWords();
  const language = useLanguage();
  const textOf = ({ kind, label, count }: Part) => {
    const part = inLanguage(label, language);
    if (kind === "setup") return words.once(part);
    if (count === 1) return part;
    return kind === "quantity" ? words.from(part, count) : words.times(part, count);
  };
  const once = parts.filter(({ kind }) => kind === "setup");
  const each = parts.filter(({ kind }) => kind !== "setup");
  // A design that adds nothing has no parts to explain.
  return parts.every(({ kind }) => kind === "plain") ? null : (
    <ul className={`text-sm ${className}`} aria-label={words.each}>
      {isIncluded ? <li>{words.included}</li> : null}
      {[...each, ...once].map((part) => (
        <li
          key={`${part.kind} ${part.label.id} ${part.amount}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3"
        >
          <span>{textOf(part)}</span>
          <span className="money">{formatRupiah(part.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
