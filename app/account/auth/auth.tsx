import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { RecaptchaTerms } from "#app/browser/captcha/recaptcha-terms.tsx";
import { syncCart } from "#app/browser/cart/sync-cart.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { signInMethodsContext } from "#app/context.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { signInWords, useSignInWords } from "#app/messages/shared/sign-in.ts";
import { pageMeta } from "#app/page-meta.ts";
import { type AuthProblem, problemOf, useProblemText } from "#app/ui/domain/proof/auth-problem.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ownPath } from "#base/own-path.ts";
import { offersGuestCheckout } from "#shop/customers/guest-checkout.server.ts";
import type { Route } from "./+types/auth";
import { captchaProof } from "./auth-captcha.ts";
import { AuthSheet } from "./auth-sheet.tsx";
import { CodeForm } from "./code-form.tsx";
import { type Contact, shownContact } from "./contact.ts";
import { ContactForm } from "./contact-form.tsx";
import { FactorForm, needsFactor } from "./factor-form.tsx";
import { LinkForm } from "./link-form.tsx";
import { OtherMethods } from "./other-methods.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useMailLink, useReturnFromMail } from "./return-from-mail.ts";
import { TermsLine } from "./terms-line.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { auth } = signInWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: auth.title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  return { methods: context.get(signInMethodsContext), guests: await offersGuestCheckout() };
}

type Step = "contact" | "password" | "code" | "factor";

/**
 * Sign in or up: the address or number first, then a code or a password, then the second factor of an account that has
 * one. A sign-up, a purchase and the page of an order begin with a code instead of a password.
 */
export default function Auth({ loaderData: { methods, guests } }: Route.ComponentProps) {
  const { auth, code, factor, link: linkWords } = useSignInWords();
  const to = useLocalPath();
  const language = useLanguage();
  const [params] = useSearchParams();
  const textOf = useProblemText();
  const [contact, setContact] = useState<Contact | null>(null);
  const [step, setStep] = useState<Step>("contact");
  const [withoutPassword, setWithoutPassword] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const mode = params.get("mode") === "signup" ? "signup" : "signin";
  const asked = ownPath(params.get("next"));
  const wanted = asked ? new URL(asked, "http://shop").pathname : "";
  const isBuying = wanted === to("/Checkout");
  // The order may belong to a guest. A code sent to its email address opens it; a new guest session does not.
  const isOrder = wanted.startsWith(to("/dashboard/orders/"));
  // A staff invitation needs a confirmed email address, which a guest lacks.
  const isInvited = asked?.includes("/StaffInvitation/") ?? false;
  // Sign-ups use a code; the password is offered later (docs/why/auth.md).
  const codeFirst = mode === "signup" || isBuying || isOrder;
  // SetDetails asks for a missing name; people with a name are redirected on. A buyer's comes with the address.
  const withNext = (path: string) =>
    asked ? `${to(path)}?${new URLSearchParams({ next: asked })}` : to(path);
  const next = asked && isBuying ? asked : withNext("/SetDetails");

  const query = new URLSearchParams(params);
  query.set("mode", mode === "signup" ? "signin" : "signup");
  query.delete("left");
  // Reload the whole page, so that every part of it has the new session.
  const go = async () => {
    await syncCart(to("/dashboard/Cart"));
    location.assign(next);
  };
  const goOn = async () => ((await needsFactor()) ? setStep("factor") : void (await go()));
  const mail = useReturnFromMail(() => void goOn());
  const [link, clearLink] = useMailLink();
  const seemsSignedIn = useSeemsSignedIn();
  useEffect(() => {
    // Sent back here by a page that asks for the second step.
    if (seemsSignedIn) void needsFactor().then((needed) => needed && setStep("factor"));
  }, [seemsSignedIn]);
  const proof = captchaProof(methods);
  const returnTo = () => `${location.origin}${withNext("/Auth")}`;

  const start = () => {
    setProblem(null);
    setStep("contact");
  };
  /** Also creates an account for an unknown contact, so that the answer does not reveal who has one. */
  const sendCode = async (whom: Contact) =>
    (await sessionClient()).auth.signInWithOtp({
      ...whom,
      options: { emailRedirectTo: returnTo(), data: { language }, ...(await proof()) },
    });
  const signInWithoutPassword = async (whom: Contact) => {
    const { error } = await sendCode(whom);
    const refused = error ? problemOf(error) : null;
    // A code that went out less than a minute ago is still good.
    if (refused && !/^over_(email|sms)_send_rate_limit$/.test(refused.code)) throw error;
    setWithoutPassword(true);
    setStep("code");
  };
  const startWithCode = async (whom: Contact) => {
    setProblem(null);
    setIsSending(true);
    await signInWithoutPassword(whom).catch((error: unknown) => setProblem(problemOf(error)));
    setIsSending(false);
  };
  const sendConfirmation = async (whom: Contact) => {
    const { auth: service } = await sessionClient();
    const options = { emailRedirectTo: returnTo(), ...(await proof()) };
    return whom.phone !== undefined
      ? service.resend({ type: "sms", phone: whom.phone, options })
      : service.resend({ type: "signup", email: whom.email, options });
  };

  if (step === "factor") {
    return (
      <AuthSheet title={factor.title}>
        <FactorForm
          onDone={() => void go()}
          onOther={async () => {
            await (await sessionClient()).auth.signOut({ scope: "local" });
            start();
          }}
        />
      </AuthSheet>
    );
  }
  if (link) {
    return (
      <AuthSheet title={linkWords.title}>
        <LinkForm
          key={link.token_hash}
          link={link}
          onSession={() => void goOn()}
          onOther={clearLink}
        />
      </AuthSheet>
    );
  }
  if (step === "code" && contact) {
    return (
      <AuthSheet title={code.title}>
        <CodeForm
          contact={contact}
          purpose={withoutPassword ? "email" : "signup"}
          resend={() => (withoutPassword ? sendCode(contact) : sendConfirmation(contact))}
          onDone={() => void goOn()}
          onOther={start}
        />
      </AuthSheet>
    );
  }
  const shownProblem = problem ?? mail.problem;
  return (
    <AuthSheet
      title={mode === "signup" ? auth.signUpTitle : auth.title}
      lead={
        step === "password" || !codeFirst ? auth.lead : isOrder ? auth.orderLead : auth.codeLead
      }
    >
      <div className="grid gap-4">
        {params.has("left") ? <Notice tone="success">{auth.left}</Notice> : null}
        {shownProblem ? <Notice tone="error">{textOf(shownProblem)}</Notice> : null}
        {mail.checking ? <Notice>{auth.loading}</Notice> : null}
        {step === "password" && contact ? (
          <PasswordForm
            key={mode}
            mode={mode}
            contact={contact}
            proof={proof}
            sendConfirmation={sendConfirmation}
            returnTo={returnTo}
            onSession={() => void goOn()}
            onCode={() => {
              setWithoutPassword(false);
              setStep("code");
            }}
            onWithoutPassword={() => signInWithoutPassword(contact)}
            onChangeContact={start}
          />
        ) : (
          <>
            <ContactForm
              start={contact ? shownContact(contact) : ""}
              takesPhone={methods.phone}
              button={codeFirst ? auth.sendCode : auth.next}
              busy={isSending}
              onContact={(chosen) => {
                setContact(chosen);
                if (codeFirst) void startWithCode(chosen);
                else setStep("password");
              }}
              onPassword={
                codeFirst
                  ? (chosen) => {
                      setContact(chosen);
                      setStep("password");
                    }
                  : undefined
              }
            />
            {codeFirst ? <TermsLine /> : null}
            <OtherMethods
              guests={guests && !isInvited && !isOrder}
              methods={methods}
              proof={proof}
              returnTo={returnTo}
              onSession={() => void go()}
            />
          </>
        )}
        {methods.captcha?.siteKey ? <RecaptchaTerms /> : null}
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
