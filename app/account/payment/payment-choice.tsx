import type { ReactNode } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { marksOf, PaymentMarks } from "#app/ui/domain/order/payment-marks.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OfferProblem, PaymentOffer } from "#shop/orders/payments/offers/payment-offer.ts";

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
    <fieldset className="grid gap-2">
      <legend className="sr-only">{words.title}</legend>
      {groups.map((group) => (
        <Group
          key={group}
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

function Group({ offers, chosen, disabled = false, onChoose, form }: PaymentChoiceProps) {
  const accounts = offers.filter(isVirtualAccount);
  const others = accounts.length > 1 ? offers.filter((offer) => !isVirtualAccount(offer)) : offers;
  const isRowed = accounts.length > 1;
  return (
    <div className="grid gap-2">
      {isRowed ? (
        <VirtualAccounts
          accounts={accounts}
          chosen={chosen}
          disabled={disabled}
          onChoose={onChoose}
        />
      ) : null}
      {others.map((offer) => (
        <Row
          key={offer.id}
          name="payment"
          checked={offer.id === chosen}
          disabled={disabled || offer.problem !== null}
          onChoose={() => onChoose(offer.id)}
        >
          <OfferText offer={offer} />
        </Row>
      ))}
      {offers.some(({ id }) => id === chosen) ? form : null}
    </div>
  );
}

/** `builtin:va_bca` */
function isVirtualAccount({ id }: { readonly id: string }): boolean {
  return id.includes(":va_");
}

/** One row for every bank; the chosen row opens its banks. */
function VirtualAccounts({
  accounts,
  chosen,
  disabled = false,
  onChoose,
}: Pick<PaymentChoiceProps, "chosen" | "disabled" | "onChoose"> & {
  accounts: readonly PaymentOffer[];
}) {
  const words = usePaymentWords();
  const first = accounts.find(({ problem }) => problem === null);
  const problem = first ? null : (accounts[0]?.problem ?? null);
  const isOpen = accounts.some(({ id }) => id === chosen);
  return (
    <>
      <Row
        name="payment"
        checked={isOpen}
        disabled={disabled || !first}
        onChoose={() => (first ? onChoose(first.id) : undefined)}
      >
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {words.virtualAccounts}
          <PaymentMarks names={marksOf(accounts)} />
        </span>
        {problem ? (
          <span className="block text-sm">{words.problem(problemFacts(problem))}</span>
        ) : null}
      </Row>
      {isOpen ? (
        <fieldset className="ml-4 grid gap-2 border-l-2 border-carbon pl-4">
          <legend className="sr-only">{words.chooseBank}</legend>
          {accounts.map((offer) => (
            <Row
              key={offer.id}
              name="bank"
              checked={offer.id === chosen}
              disabled={disabled || offer.problem !== null}
              onChoose={() => onChoose(offer.id)}
            >
              <OfferText offer={offer} />
            </Row>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

function Row({
  name,
  checked,
  disabled,
  onChoose,
  children,
}: {
  name: string;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-12 items-start gap-3 border border-control px-4 py-3 has-checked:border-2 has-checked:border-carbon has-checked:px-[15px] has-checked:py-[11px] has-disabled:border-dashed has-disabled:text-muted">
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-carbon"
      />
      <span className="min-w-0 grow wrap-anywhere">{children}</span>
    </label>
  );
}

/** The name, the marks that say the same, and the fee or what is in the way. */
function OfferText({ offer }: { offer: PaymentOffer }) {
  const words = usePaymentWords();
  const all = marksOf([offer]);
  // What the marks show is not written twice: "E-wallet (GoPay, OVO)".
  const [kind = "", listed] = all.length > 1 ? offer.name.split(" (") : [offer.name];
  const marks = all.filter((mark) => mark === "QRIS" || !kind.includes(mark));
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          {kind}
          {listed ? <span className="sr-only"> ({listed}</span> : null}
        </span>
        <PaymentMarks names={marks} />
      </span>
      {offer.problem ? (
        <span className="block text-sm">{words.problem(problemFacts(offer.problem))}</span>
      ) : offer.fee > 0 ? (
        <span className="block text-sm text-muted">{words.fee(formatRupiah(offer.fee))}</span>
      ) : null}
    </>
  );
}

function problemFacts(problem: OfferProblem): { code: OfferProblem["code"]; amount: string } {
  const amount = "least" in problem ? problem.least : "max" in problem ? problem.max : undefined;
  return { code: problem.code, amount: amount === undefined ? "" : formatRupiah(amount) };
}
