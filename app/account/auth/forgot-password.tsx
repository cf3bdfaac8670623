import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { RecaptchaTerms } from "#app/browser/captcha/recaptcha-terms.tsx";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { signInMethodsContext } from "#app/context.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { signInWords, useSignInWords } from "#app/messages/shared/sign-in.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import type { Route } from "./+types/forgot-password";
import { captchaProof } from "./auth-captcha.ts";
import { AuthSheet } from "./auth-sheet.tsx";
import { CodeForm } from "./code-form.tsx";
import { type Contact, shownContact } from "./contact.ts";
import { ContactForm } from "./contact-form.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { forgot } = signInWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: forgot.title, hidden: true });
};

export function loader({ context }: Route.LoaderArgs) {
  return { methods: context.get(signInMethodsContext) };
}

/** The answer is the same whether or not the address or number has an account. */
export default function ForgotPassword({ loaderData: { methods } }: Route.ComponentProps) {
  const { forgot, code } = useSignInWords();
  const to = useLocalPath();
  const language = useLanguage();
  const navigate = useNavigate();
  const typed = (useLocation().state as { contact?: unknown } | null)?.contact;
  const [contact, setContact] = useState<Contact | null>(null);
  const [sent, setSent] = useState(false);
  const { busy, problem, attempt } = useAttempt();

  const send = async (whom: Contact) => {
    const { auth } = await sessionClient();
    const proven = await captchaProof(methods)();
    // The service supports recovery by mail only; a sign-in code leads to the same page.
    return whom.phone !== undefined
      ? auth.signInWithOtp({ phone: whom.phone, options: { data: { language }, ...proven } })
      : auth.resetPasswordForEmail(whom.email, {
          redirectTo: `${location.origin}${to("/ChangeForgotPassword")}`,
          ...proven,
        });
  };
  const ask = (whom: Contact) =>
    attempt(async () => {
      setContact(whom);
      const { error } = await send(whom);
      if (error) throw error;
      setSent(true);
      return undefined;
    });

  if (sent && contact) {
    return (
      <AuthSheet title={code.title}>
        <CodeForm
          contact={contact}
          purpose="recovery"
          resend={() => send(contact)}
          onDone={() => navigate(to("/ChangeForgotPassword"))}
          onOther={() => setSent(false)}
        />
      </AuthSheet>
    );
  }
  const start = contact ? shownContact(contact) : typeof typed === "string" ? typed : "";
  return (
    <AuthSheet title={forgot.title} lead={methods.phone ? forgot.lead : forgot.leadMail}>
      <div className="grid gap-4">
        <ContactForm
          start={start}
          takesPhone={methods.phone}
          button={forgot.send}
          busy={busy}
          problem={problem}
          onContact={(whom) => void ask(whom)}
        />
        {methods.captcha?.siteKey ? <RecaptchaTerms /> : null}
        <ButtonLink look="bare" to={to("/Auth")}>
          {forgot.back}
        </ButtonLink>
      </div>
    </AuthSheet>
  );
}
