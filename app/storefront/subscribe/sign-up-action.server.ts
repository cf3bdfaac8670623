import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { signUpWords } from "#app/messages/shared/sign-up.ts";
import { readForm } from "#app/read-form.server.ts";
import { type SignUpProblem, signUp } from "#shop/consent/subscribe/sign-up.server.ts";
import { emailSchema } from "#shop/kernel/contact-schemas.ts";

export interface SignUpAnswer {
  readonly sent?: true;
  /** The footer's form: the page checks the visitor and sends it again. */
  readonly isUnchecked?: true;
  readonly email: string;
  readonly emailProblem?: string;
  readonly failure?: Exclude<SignUpProblem, "captcha_missing">;
}

/** Handles the footer's form, which has an address alone, and the page's, which has a captcha or says that it cannot. */
export async function answerSignUp({
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
    return typeof value === "string" ? value.slice(0, 10_000) : "";
  };
  const typed = text("email").slice(0, 300);
  const email = v.safeParse(emailSchema, typed);
  if (!email.success) {
    return answered(422, { email: typed, emailProblem: email.issues[0].message });
  }
  const captchaToken = text("captcha");
  if (!captchaToken && !form.has("plain")) {
    return answered(200, { email: email.output, isUnchecked: true });
  }
  const language = languageOf(url.pathname);
  const result = await signUp(email.output, {
    captchaToken: captchaToken || undefined,
    ip: context.get(networkContext),
    userAgent: request.headers.get("User-Agent") ?? "",
    language,
    wording: signUpWords(language).consent,
  });
  if (result.ok) return answered(200, { email: email.output, sent: true });
  const failure = result.problem === "captcha_missing" ? "captcha_failed" : result.problem;
  return answered(failure === "too_many_requests" ? 429 : 422, { email: email.output, failure });
}

function answered(status: number, answer: SignUpAnswer) {
  return data<SignUpAnswer>(answer, { status, headers: { "Cache-Control": "no-store" } });
}
