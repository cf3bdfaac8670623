import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import {
  answerEnquiry,
  answerSchema,
  setEnquiryClosed,
} from "#shop/customers/enquiries/answer-enquiry.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface EnquiryAnswer {
  readonly done?: "answer" | "close" | "reopen";
  /** The submission that this answers, so that the form resets exactly once. */
  readonly of?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Handles the forms of a message's page: answer, close, reopen. */
export async function answerEnquiryForm(
  actor: Person,
  enquiryId: string,
  form: FormData,
): Promise<EnquiryAnswer> {
  const intent = form.get("intent");
  switch (intent) {
    case "answer": {
      const input = v.safeParse(answerSchema, { id: form.get("id"), text: form.get("text") });
      if (!input.success) {
        const { text, id } = formProblems(input.issues);
        return { problem: id ? "invalid_input" : (text ?? "invalid_input") };
      }
      const result = await answerEnquiry(actor, enquiryId, input.output);
      return result.ok ? { done: intent, of: input.output.id } : { problem: result.problem };
    }
    case "close":
    case "reopen": {
      const result = await setEnquiryClosed(actor, enquiryId, intent === "close");
      return result.ok ? { done: intent } : { problem: result.problem };
    }
    default:
      return { problem: "invalid_input" };
  }
}
