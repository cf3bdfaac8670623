import type { ReactNode } from "react";
import { usePaymentWords } from "#app/messages/account/payment.ts";
import { formatRupiah } from "#shop/money.ts";
import type {
  OfferProblem,
  PaymentGroup,
  PaymentOffer,
} from "#shop/payments/methods/payment-method.ts";

interface PaymentChoiceProps {
  offers: readonly PaymentOffer[];
  chosen: string | null;
  disabled?: boolean;
  onChoose: (id: string) => void;
  /** The form of the chosen method, directly below it. */
  form?: ReactNode;
}

/** Payment methods, grouped by kind; an unavailable one shows the reason. */
export function PaymentChoice({
  offers,
  chosen,
  disabled = false,
  onChoose,
  form,
}: PaymentChoiceProps) {
  const words = usePaymentWords();
  const groups = [...new Set(offers.map(({ group }) => group))];
  return (
    <fieldset className="grid gap-5">
      <legend className="sr-only">{words.title}</legend>
      {groups.map((group) => (
        <Group
          key={group}
          group={group}
          offers={offers.filter((offer) => offer.group === group)}
          chosen={chosen}
          disabled={disabled}
          onChoose={onChoose}
          form={form}
        />
      ))}
    </fieldset>
  );
}

function Group({
  group,
  offers,
  chosen,
  disabled = false,
  onChoose,
  form,
}: PaymentChoiceProps & { group: PaymentGroup }) {
  const words = usePaymentWords();
  return (
    <div className="grid gap-2">
      {offers.length > 1 ? (
        <h3 className="printed font-sans text-muted">{words.groups[group]}</h3>
      ) : null}
      <div className={offers.length > 2 ? "grid gap-2 sm:grid-cols-2" : "grid gap-2"}>
        {offers.map((offer) => (
          <label
            key={offer.id}
            className="flex min-h-12 items-start gap-3 border border-control px-4 py-3 has-checked:border-2 has-checked:border-carbon has-checked:px-[15px] has-checked:py-[11px] has-disabled:border-dashed has-disabled:text-muted"
          >
            <input
              type="radio"
              name="payment"
              value={offer.id}
              checked={offer.id === chosen}
              disabled={disabled || offer.problem !== null}
              onChange={() => onChoose(offer.id)}
              className="mt-1 size-4 shrink-0 accent-carbon"
            />
            <span className="min-w-0 grow wrap-anywhere">
              {offer.name}
              {offer.problem ? (
                <span className="block text-sm">{words.problem(problemFacts(offer.problem))}</span>
              ) : offer.fee > 0 ? (
                <span className="block text-sm text-muted">
                  {words.fee(formatRupiah(offer.fee))}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {offers.some(({ id }) => id === chosen) ? form : null}
    </div>
  );
}

function problemFacts(problem: OfferProblem): { code: OfferProblem["code"]; amount: string } {
  const amount = "least" in problem ? problem.least : "max" in problem ? problem.max : undefined;
  return { code: problem.code, amount: amount === undefined ? "" : formatRupiah(amount) };
}
