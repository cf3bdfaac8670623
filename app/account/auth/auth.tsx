import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { sessionClient } from "#app/browser/session.client.ts";
import { useSeemsSignedIn } from "#app/browser/session-presence.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { signInWords, useSignInWords } from "#app/messages/sign-in.ts";
import { safeNextPath } from "#app/next-path.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/auth";
import { useProblemText } from "./auth-problem.ts";
import { AuthSheet } from "./auth-sheet.tsx";
import { CodeForm } from "./code-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { FactorForm, needsFactor } from "./factor-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useReturnFromMail } from "./return-from-mail.ts";

export const meta: Route.MetaFunction = (args) => {
  const { auth } = signInWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: auth.title, hidden: true });
};

/** Sign in or up: the email first, then the password, then the code from the mail where one is needed. */
export default function Auth() {
  const { auth, code, factor } = useSignInWords();
  const to = useLocalPath();
  const [params] = useSearchParams();
  const textOf = useProblemText();
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<"email" | "password" | "code" | "factor">("email");
  const mode = params.get("mode") === "signup" ? "signup" : "signin";
  const wanted = safeNextPath(params.get("next")) ?? to("/dashboard");
  // Who has not said their name yet is asked there; everybody else goes straight on.
  const next = `${to("/SetDetails")}?${new URLSearchParams({ next: wanted })}`;
  const mail = useReturnFromMail(next);

  const query = new URLSearchParams(params);
  query.set("mode", mode === "signup" ? "signin" : "signup");
  // The whole page is loaded anew, so that every part of it learns who is here.
  const go = () => location.assign(next);
  const goOn = async () => ((await needsFactor()) ? setStep("factor") : go());
  const seemsSignedIn = useSeemsSignedIn();
  useEffect(() => {
    // Sent back here by a page that asks for the second step.
    if (seemsSignedIn) void needsFactor().then((needed) => needed && setStep("factor"));
  }, [seemsSignedIn]);
  const returnTo = () =>
    `${location.origin}${to("/Auth")}?${new URLSearchParams({ next: wanted })}`;

  if (step === "code") {
    return (
      <AuthSheet title={code.title}>
        <CodeForm
          email={email}
          type="signup"
          resend={async () =>
            (await sessionClient()).auth.resend({
              type: "signup",
              email,
              options: { emailRedirectTo: returnTo() },
            })
          }
          onDone={() => void goOn()}
          onOther={() => setStep("email")}
        />
      </AuthSheet>
    );
  }
  if (step === "factor") {
    return (
      <AuthSheet title={factor.title}>
        <FactorForm
          onDone={go}
          onOther={async () => {
            await (await sessionClient()).auth.signOut({ scope: "local" });
            setStep("email");
          }}
        />
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title={mode === "signup" ? auth.signUpTitle : auth.title} lead={auth.lead}>
      <div className="grid gap-4">
        {mail.problem ? <Notice tone="error">{textOf(mail.problem)}</Notice> : null}
        {mail.checking ? <Notice>{auth.loading}</Notice> : null}
        {step === "email" ? (
          <EmailForm
            start={email}
            button={auth.next}
            onEmail={(chosen) => {
              setEmail(chosen);
              setStep("password");
            }}
          />
        ) : (
          <PasswordForm
            key={mode}
            mode={mode}
            email={email}
            returnTo={returnTo}
            onSession={() => void goOn()}
            onCode={() => setStep("code")}
            onChangeEmail={() => setStep("email")}
          />
        )}
        <p className="border-t border-rule pt-3 text-sm">
          {mode === "signup" ? auth.hasAccount : auth.noAccount}{" "}
          <Link className="link inline-flex min-h-11 items-center" to={`?${query}`} replace>
            {mode === "signup" ? auth.toSignIn : auth.toSignUp}
          </Link>
        </p>
      </div>
    </AuthSheet>
  );
}
