import { useState } from "react";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import type { Card } from "#base/card-check.ts";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import { CardFields, ChallengeDialog, emptyCard } from "./card-payment.tsx";
import { useCardPayment } from "./use-card-payment.ts";

interface CardPayProps {
  client: Readonly<Record<string, string>>;
  amount: Rupiah;
  onPaid: () => void;
  isSettling: boolean;
}

/** Pays by a card at the built-in provider. */
export function CardPay({ client, amount, onPaid, isSettling }: CardPayProps) {
  const { checkout, card: words } = useBuyingWords();
  const [card, setCard] = useState<Card>(emptyCard);
  const payment = useCardPayment(onPaid);
  useDirtyForm(card.number !== "" && !isSettling);
  return (
    <div className="grid gap-4 bg-card p-5 text-ink">
      <CardFields card={card} onChange={setCard} problem={payment.problem} />
      <Button busy={payment.busy || isSettling} onClick={() => void payment.pay(client, card)}>
        {isSettling ? words.checking : checkout.pay(formatRupiah(amount))}
      </Button>
      <ChallengeDialog open={payment.isChallenged} onAnswer={payment.answer} />
    </div>
  );
}
