import { useState } from "react";
import { type Card, cardProblem } from "#base/card-check.ts";
import { answerChallenge, type CardOutcome, confirmCard, confirmDevice } from "./card-payment.tsx";

type Client = Readonly<Record<string, string>>;

/**
 * Sends a typed card or one of a wallet to the provider: to success, to the bank's challenge, or to a refusal that
 * can be corrected. `onPaid` is called when the provider needs nothing more; the server decides whether it was paid.
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

  /** @returns whether the card can be sent; a problem is shown beside its field */
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
    /** With a card of the device's wallet. */
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
