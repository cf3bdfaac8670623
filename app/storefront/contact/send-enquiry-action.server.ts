import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { networkContext } from "#app/context.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf } from "#app/language.ts";
import { readForm } from "#app/read-form.server.ts";
import { AppError } from "#base/errors.ts";
import { enquirySchema } from "#shop/customers/enquiries/enquiry.ts";
import { type EnquiryProblem, sendEnquiry } from "#shop/customers/enquiries/send-enquiry.server.ts";

export type ContactAnswer =
  | { readonly sent: { readonly number: number; readonly email: string } }
  | {
      /** A code for each field that needs to be put right. */
      readonly problems?: Readonly<Record<string, string>>;
      readonly failure?: EnquiryProblem | { readonly code: "idempotency_key_reused" };
      /** The input, for a page that was reloaded. */
      readonly values: Readonly<Record<string, string>>;
    };

const fields = ["name", "email", "phone", "order_number", "topic", "message"];

/** Handles the contact form: 422 for invalid input, 429 for too many messages. */
export async function answerContactForm({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}) {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const values = Object.fromEntries(fields.map((name) => [name, text(name).slice(0, 10_000)]));
  const refuse = (
    status: number,
    answer: Omit<Extract<ContactAnswer, { values: object }>, "values">,
  ) => data<ContactAnswer>({ ...answer, values }, { status });

  const checked = v.safeParse(enquirySchema, values);
  if (!checked.success) return refuse(422, { problems: formProblems(checked.issues) });
  try {
    const sent = await sendEnquiry(checked.output, {
      idempotencyKey: text("key").replaceAll("\0", "").slice(0, 100) || undefined,
      captchaToken: text("captcha"),
      ip: context.get(networkContext),
      language: languageOf(url.pathname),
    });
    if (sent.ok) {
      const { email } = checked.output;
      return data<ContactAnswer>({ sent: { ...sent.value, email } }, { status: 200 });
    }
    const isTooMuch = sent.problem.code === "too_many_enquiries";
    return refuse(isTooMuch ? 429 : 422, { failure: sent.problem });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "idempotency_key_reused") throw error;
    return refuse(422, { failure: { code: "idempotency_key_reused" } });
  }
}
