import { useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { Button } from "#app/ui/button.tsx";
import type { PaymentOffer } from "#shop/orders/payments/offers/payment-offer.ts";
import { PaymentChoice } from "./payment-choice.tsx";

interface ChangeMethodProps {
  offers: readonly PaymentOffer[];
  /** The payment method of the open attempt; null without one. */
  current: string | null;
  busy: boolean;
  onChoose: (method: string) => void;
  onKeep: (() => void) | undefined;
}

/** Another payment method the same order; the one that is open now is closed first. */
export function ChangeMethod({ offers, current, busy, onChoose, onKeep }: ChangeMethodProps) {
  const words = usePaymentWords();
  const likely = offers.find(({ id, problem }) => problem === null && id !== current)?.id ?? null;
  const [chosen, setChosen] = useState<string | null>(likely);
  return (
    <div className="grid gap-4 bg-card p-5 text-ink">
      {current ? <p className="text-sm text-muted">{words.changeText}</p> : null}
      <PaymentChoice
        offers={offers.filter(({ id }) => id !== current)}
        chosen={chosen}
        disabled={busy}
        onChoose={setChosen}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={chosen === null} onClick={() => chosen && onChoose(chosen)}>
          {words.useThis}
        </Button>
        {onKeep ? (
          <Button look="bare" onClick={onKeep}>
            {words.keep}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
