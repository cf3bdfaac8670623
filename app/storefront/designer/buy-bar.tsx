import { ChecksButton } from "#app/designer/checks-button.tsx";
import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import type { Finding } from "#shop/designs/draw/finding.ts";
import type { PrintedVariant } from "#shop/designs/find-design-start.server.ts";
import type { DesignPrice, NextStep } from "#shop/designs/print/price-design.ts";
import { formatRupiah } from "#shop/kernel/money.ts";

export interface Tick {
  readonly label: string;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

interface BuyBarProps {
  variants: readonly PrintedVariant[];
  variant: PrintedVariant;
  onVariant: (id: string) => void;
  quantity: number;
  onQuantity: (quantity: number) => void;
  /** Of so many pieces. */
  price: DesignPrice;
  /** Where more pieces make each cheaper. */
  next: NextStep | undefined;
  findings: readonly Finding[];
  /** False: the checks are not done yet. */
  isChecked: boolean;
  onChecks: () => void;
  /** What the buyer has to say before the design is printed. */
  ticks: readonly Tick[];
  isBusy: boolean;
  failure: string | null;
  /** On phones only the price and the button, and what is asked for: a panel needs the room. */
  isBrief: boolean;
  onAdd: () => void;
  /** Goes on to the list of names; undefined where no words are for each piece. */
  onNames: (() => void) | undefined;
}

/** What is bought, for how much, and what keeps it from being printed. */
export function BuyBar({ variants, variant, price, next, findings, ...rest }: BuyBarProps) {
  const words = useDesignerWords();
  const { buy } = words;
  const prices = useDesignPriceWords();
  const extra = price.unit * rest.quantity + price.setup;
  return (
    <section className="grid gap-2 border-t border-ink bg-card px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-5 lg:py-3">
      {rest.failure ? (
        <Notice tone="error">{wordsFor(words.failures, rest.failure, "other")}</Notice>
      ) : null}
      {rest.ticks.map(({ label, isTicked, onTick }) => (
        <div key={label} className={rest.isBrief && rest.failure === null ? "max-lg:hidden" : ""}>
          <Checkbox
            label={<span className="text-sm">{label}</span>}
            checked={isTicked}
            onChange={({ target }) => onTick(target.checked)}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 lg:flex-nowrap">
        <div className="flex grow flex-col lg:flex-row-reverse lg:items-center lg:justify-end lg:gap-6">
          <p className="max-lg:leading-tight">
            <span className="money font-semibold">
              {formatRupiah(variant.price * rest.quantity + extra)}
            </span>
            {extra > 0 ? (
              <span className="text-xs text-muted max-lg:ml-2 lg:block">
                {buy.design(formatRupiah(extra))}
              </span>
            ) : null}
            {next && next.less > 0 ? (
              <span
                className={`block text-xs text-muted ${rest.isBrief ? "max-lg:hidden" : ""}`}
                data-next-step
              >
                {prices.cheaper(next.from, formatRupiah(next.less))}
              </span>
            ) : null}
          </p>
          <ChecksButton
            findings={findings}
            isChecked={rest.isChecked}
            className="min-h-8 self-start lg:min-h-11 lg:self-auto"
            onPress={rest.onChecks}
          />
        </div>
        <div
          className={`flex items-center gap-3 max-lg:order-first max-lg:w-full short:order-none short:w-auto ${rest.isBrief ? "max-lg:hidden" : ""}`}
        >
          {variants.length > 1 ? (
            <Select
              aria-label={buy.variant}
              className="min-w-0 grow lg:max-w-48"
              value={variant.id}
              onChange={({ target }) => rest.onVariant(target.value)}
            >
              {variants.map(({ id, label, is_sold_out }) => (
                <option key={id} value={id} disabled={is_sold_out}>
                  {is_sold_out ? buy.soldOut(label) : label}
                </option>
              ))}
            </Select>
          ) : null}
          <Stepper value={rest.quantity} onChange={rest.onQuantity} label={buy.quantity} />
        </div>
        {rest.onNames ? (
          <Button
            look="quiet"
            className={rest.isBrief ? "max-lg:hidden" : "max-sm:w-full"}
            busy={rest.isBusy}
            onClick={rest.onNames}
          >
            {buy.names}
          </Button>
        ) : null}
        <Button
          className={rest.isBrief ? "max-sm:grow" : "max-sm:w-full"}
          busy={rest.isBusy}
          onClick={rest.onAdd}
        >
          {buy.add}
        </Button>
      </div>
    </section>
  );
}
