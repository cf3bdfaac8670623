import { useState } from "react";
import { type Card, cardProblem } from "#base/card-check.ts";
import { answerChallenge, type CardOutcome, confirmCard, confirmDevice } from "./card-payment.tsx";

type Client = Readonly<Record<string, string>>;

/**
 * Takes a card, typed or kept by a wallet, through the provider: straight to the end, through the bank's question, or to a refusal that can be
 * put right. `onPaid` is called when the provider has nothing more to ask; whether it was paid is for the server
 * to find out.
 */
export function useCardPayment(onPaid: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [challenged, setChallenged] = useState<Client | null>(null);

  const take = (client: Client, outcome: CardOutcome): string | null => {
    const refusal =
      outcome.kind === "refused" ? outcome.code : outcome.kind === "network" ? "network" : null;
    if (outcome.kind === "challenge") setChallenged(client);
    else if (refusal === "code_wrong") return refusal;
    else {
      setChallenged(null);
      setProblem(refusal);
      if (refusal === null) onPaid();
    }
    return refusal;
  };

  /** @returns whether the card can be sent; what is wrong with it is said beside its field */
  const check = (card: Card): boolean => {
    const wrong = cardProblem(card, new Date()) ?? null;
    setProblem(wrong);
    return wrong === null;
  };

  return {
    problem,
    busy,
    check,
    isChallenged: challenged !== null,
    async pay(client: Client, card: Card): Promise<void> {
      if (!check(card)) return;
      setBusy(true);
      take(client, await confirmCard(client, card));
      setBusy(false);
    },
    /** With a card that the device's wallet keeps. */
    async approve(client: Client, token: string): Promise<void> {
      setBusy(true);
      setProblem(null);
      take(client, await confirmDevice(client, token));
      setBusy(false);
    },
    async answer(code: string): Promise<string | null> {
      return challenged ? take(challenged, await answerChallenge(challenged, code)) : null;
    },
  };
}
