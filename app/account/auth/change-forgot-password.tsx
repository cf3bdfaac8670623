import { useEffect, useState } from "react";
import { syncCart } from "#app/browser/cart/sync-cart.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { signInWords, useSignInWords } from "#app/messages/shared/sign-in.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { PasswordInput } from "#app/ui/domain/proof/password-input.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Route } from "./+types/change-forgot-password";
import { AuthSheet } from "./auth-sheet.tsx";
import { FactorForm, needsFactor } from "./factor-form.tsx";
import { LinkForm } from "./link-form.tsx";
import { cameFromMail, useMailLink } from "./return-from-mail.ts";

export const meta: Route.MetaFunction = (args) => {
  const { change } = signInWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: change.title, hidden: true });
};

type State = "checking" | "factor" | "ready" | "expired" | "done";

/** Reached with the session that the code or the link of the mail has made. */
export default function ChangeForgotPassword() {
  const { auth, change, factor, link: linkWords } = useSignInWords();
  const to = useLocalPath();
  const [state, setState] = useState<State>("checking");
  const [link, clearLink] = useMailLink();
  // A new password is no way around the second step.
  const goOn = async () => setState((await needsFactor()) ? "factor" : "ready");
  const [password, setPassword] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (cameFromMail().error) return setState("expired");
    sessionClient()
      .then((client) => client.auth.getSession())
      .then(({ data }) => (data.session ? goOn() : setState("expired")))
      .catch(() => setState("expired"));
  }, []);

  const save = async () => {
    if (!password) return refuse({ code: "password_missing" });
    await attempt(async () => {
      const { auth } = await sessionClient();
      const { error } = await auth.updateUser({ password });
      // The link or code was used more than ten minutes ago.
      if (error?.code === "reauthentication_needed") {
        setState("expired");
        return undefined;
      }
      if (error) throw error;
      await syncCart(to("/dashboard/Cart"));
      setState("done");
      return undefined;
    });
  };

  if (link) {
    return (
      <AuthSheet title={linkWords.title}>
        <LinkForm
          link={link}
          onSession={() => {
            clearLink();
            void goOn();
          }}
          onOther={() => {
            clearLink();
            setState("expired");
          }}
        />
      </AuthSheet>
    );
  }
  if (state === "factor") {
    return (
      <AuthSheet title={factor.title}>
        <FactorForm onDone={() => setState("ready")} onOther={() => setState("expired")} />
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title={change.title}>
      {state === "checking" ? (
        <Skeleton className="h-28" />
      ) : state === "expired" ? (
        <div className="grid gap-4">
          <Notice tone="error">{change.expired}</Notice>
          <ButtonLink to={to("/ForgotPassword")}>{change.again}</ButtonLink>
        </div>
      ) : state === "done" ? (
        <div className="grid gap-4">
          <Notice tone="success">{change.done}</Notice>
          <ButtonLink to={to("/SetDetails")} reloadDocument>
            {auth.goOn}
          </ButtonLink>
        </div>
      ) : (
        <PageForm onSubmit={save}>
          <Field label={auth.newPassword} hint={auth.passwordHint} error={problemText}>
            {(parts) => (
              <PasswordInput
                {...parts}
                name="password"
                required
                autoComplete="new-password"
                enterKeyHint="done"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy} wide>
            {change.save}
          </Button>
        </PageForm>
      )}
    </AuthSheet>
  );
}
