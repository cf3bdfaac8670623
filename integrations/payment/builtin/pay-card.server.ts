import { change, isOver } from "./books.server.ts";
import { type Card, type CardProblem, cardProblem, outcomeOf } from "./cards.ts";

/** The one-time code of the demonstration bank. */
export const challengeCode = "123456";

export type ConfirmAnswer =
  | { readonly status: "succeeded" | "challenge" }
  | { readonly status: "declined"; readonly code: string }
  | { readonly status: "invalid"; readonly code: CardProblem | "code_wrong" }
  | { readonly status: "closed" }
  | { readonly status: "not_found" };

/** The browser's part: a card is tried, as on a provider's own form. The card's number is never stored. */
export async function confirmCard(
  id: string,
  clientSecret: string,
  card: Card,
): Promise<ConfirmAnswer> {
  const problem = cardProblem(card, new Date());
  const outcome = outcomeOf(card.number);
  const answer = await change<ConfirmAnswer>(id, clientSecret, (row) => {
    const isOpen = row.status === "requires_payment" || row.status === "declined";
    if (!isOpen || row.method !== "card" || isOver(row)) return { answer: { status: "closed" } };
    if (problem) return { answer: { status: "invalid", code: problem } };
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
  });
  return answer ?? { status: "not_found" };
}

/** The bank's question: the right code lets the payment through; a wrong one may be tried again. */
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
