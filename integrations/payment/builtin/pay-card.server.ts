import { type Card, type CardProblem, cardProblem } from "#base/card-check.ts";
import { dateNow } from "#base/clock.ts";
import { type CardOutcome, outcomeOf, outcomeOfToken } from "./cards.ts";
import { type Change, change, isOver, type Row } from "./ledger.server.ts";

/** The one-time code of the demo bank. */
export const challengeCode = "123456";

export type ConfirmAnswer =
  | { readonly status: "succeeded" | "challenge" }
  | { readonly status: "declined"; readonly code: string }
  | { readonly status: "invalid"; readonly code: CardProblem | "code_wrong" }
  | { readonly status: "closed" }
  | { readonly status: "not_found" };

/** Confirms a card payment, as a provider's form does. The card number is never stored. */
export async function confirmCard(
  id: string,
  clientSecret: string,
  card: Card,
): Promise<ConfirmAnswer> {
  const problem = cardProblem(card, dateNow());
  const outcome = outcomeOf(card.number);
  const answer = await change<ConfirmAnswer>(id, clientSecret, (row) =>
    problem && canPay(row, "card")
      ? { answer: { status: "invalid", code: problem } }
      : take(row, "card", outcome),
  );
  return answer ?? { status: "not_found" };
}

/** The same for a card saved in a wallet, which passes a token in place of the card. */
export async function confirmDevice(
  id: string,
  clientSecret: string,
  token: string,
): Promise<ConfirmAnswer> {
  const outcome = outcomeOfToken(token);
  const answer = await change<ConfirmAnswer>(id, clientSecret, (row) =>
    take(row, "device", outcome),
  );
  return answer ?? { status: "not_found" };
}

function canPay(row: Row, method: "card" | "device"): boolean {
  const isOpen = row.status === "requires_payment" || row.status === "declined";
  return isOpen && row.method === method && !isOver(row);
}

function take(row: Row, method: "card" | "device", outcome: CardOutcome): Change<ConfirmAnswer> {
  if (!canPay(row, method)) return { answer: { status: "closed" } };
  switch (outcome.result) {
    case "succeeded":
      return { answer: { status: "succeeded" }, status: "succeeded" };
    case "challenge":
      return { answer: { status: "challenge" }, status: "requires_challenge" };
    case "declined":
      return {
        answer: { status: "declined", code: outcome.code },
        status: "declined",
        declineCode: outcome.code,
      };
  }
}

/** Confirms the bank's one-time code: the right one completes the payment, a wrong one can be retried. */
export async function answerChallenge(
  id: string,
  clientSecret: string,
  code: string,
): Promise<ConfirmAnswer> {
  const answer = await change<ConfirmAnswer>(id, clientSecret, (row) => {
    if (row.status !== "requires_challenge") return { answer: { status: "closed" } };
    if (code === "cancel") {
      const declineCode = "authentication_failed";
      return { answer: { status: "declined", code: declineCode }, status: "declined", declineCode };
    }
    return code === challengeCode
      ? { answer: { status: "succeeded" }, status: "succeeded" }
      : { answer: { status: "invalid", code: "code_wrong" } };
  });
  return answer ?? { status: "not_found" };
}
