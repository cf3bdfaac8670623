import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { sessionClient } from "#app/browser/session.client.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { signInWords, useSignInWords } from "#app/messages/sign-in.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/forgot-password";
import { type AuthProblem, problemOf } from "./auth-problem.ts";
import { AuthSheet } from "./auth-sheet.tsx";
import { CodeForm } from "./code-form.tsx";
import { EmailForm } from "./email-form.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { forgot } = signInWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: forgot.title, hidden: true });
};

/** The answer is the same whether or not the address has an account. */
export default function ForgotPassword() {
  const { forgot, code } = useSignInWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const typed = (useLocation().state as { email?: unknown } | null)?.email;
  const [email, setEmail] = useState(typeof typed === "string" ? typed : "");
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  const send = async (address: string) =>
    (await sessionClient()).auth.resetPasswordForEmail(address, {
      redirectTo: `${location.origin}${to("/ChangeForgotPassword")}`,
    });
  const ask = async (address: string) => {
    setEmail(address);
    setBusy(true);
    setProblem(null);
    const { error } = await send(address).catch((error: unknown) => ({ error }));
    setBusy(false);
    if (error) setProblem(problemOf(error));
    else setSent(true);
  };

  if (sent) {
    return (
      <AuthSheet title={code.title}>
        <CodeForm
          email={email}
          type="recovery"
          resend={() => send(email)}
          onDone={() => navigate(to("/ChangeForgotPassword"))}
          onOther={() => setSent(false)}
        />
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title={forgot.title} lead={forgot.lead}>
      <div className="grid gap-4">
        <EmailForm start={email} button={forgot.send} busy={busy} problem={problem} onEmail={ask} />
        <ButtonLink look="bare" to={to("/Auth")}>
          {forgot.back}
        </ButtonLink>
      </div>
    </AuthSheet>
  );
}
