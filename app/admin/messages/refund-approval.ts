import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./refund-approval.en.ts";
import { id } from "./refund-approval.id.ts";

export const { use: useRefundApprovalWords } = defineMessages(id, en);

/** @returns undefined for a code that is not about approval */
export function approvalProblem(words: typeof id, code: string): string | undefined {
  return Object.hasOwn(words.problems, code)
    ? words.problems[code as keyof typeof words.problems]
    : undefined;
}
