import { useState } from "react";
import { data } from "react-router";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { signInWords, useSignInWords } from "#app/messages/shared/sign-in.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { PasswordInput } from "#app/ui/domain/proof/password-input.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { isFirstAdminLink } from "#shop/customers/first-admin.server.ts";
import type { Route } from "./+types/first-admin";
import { AuthSheet } from "./auth-sheet.tsx";
import { readContact } from "./contact.ts";

export const meta: Route.MetaFunction = (args) => {
  const { firstAdmin } = signInWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: firstAdmin.title, hidden: true, uncanonical: true });
};

/** The address contains a secret: it must not be cached or sent to another site. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

export async function loader({ params }: Route.LoaderArgs) {
  const isGood = await isFirstAdminLink(params.token);
  return data({ isGood }, { status: isGood ? 200 : 404 });
}

/** Reached by the link that the program prints while the shop has no administrator. */
export default function FirstAdmin({
  loaderData: { isGood },
  params: { token },
}: Route.ComponentProps) {
  const { auth, firstAdmin } = useSignInWords();
  const to = useLocalPath();
  const [name, setName] = useState("");
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const { busy, problem, problemText, refuse, attempt } = useAttempt();
  const isAboutName = problem?.code === "name_missing";
  const isAboutEmail = problem !== null && /^email_/.test(problem.code);

  const save = async () => {
    const contact = readContact(typed, false);
    if ("code" in contact) return refuse(contact);
    if (!name.trim()) return refuse({ code: "name_missing" });
    if (!password) return refuse({ code: "password_missing" });
    await attempt(async () => {
      const { email } = contact;
      const answer = await fetch("/api/first-admin", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token, email, password, name }),
      });
      if (!answer.ok) {
        const { code, weak_password } = await answer.json();
        throw { code, reasons: weak_password?.reasons };
      }
      const { auth: service } = await sessionClient();
      goodAnswer(await service.signInWithPassword({ email: email ?? "", password }));
      location.assign(to("/admin"));
      return "leaving";
    });
  };

  if (!isGood) {
    return (
      <AuthSheet title={firstAdmin.gone} lead={firstAdmin.goneText}>
        <ButtonLink to={to("/Auth")}>{auth.signIn}</ButtonLink>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title={firstAdmin.title} lead={firstAdmin.lead}>
      <PageForm onSubmit={save}>
        <Field
          label={firstAdmin.name}
          hint={firstAdmin.nameHint}
          error={isAboutName ? problemText : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="name"
              required
              maxLength={80}
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={auth.email} error={isAboutEmail ? problemText : undefined}>
          {(parts) => (
            <TextInput
              {...parts}
              name="email"
              type="email"
              required
              autoComplete="username"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={auth.newPassword}
          hint={auth.passwordHint}
          error={isAboutEmail || isAboutName ? undefined : problemText}
        >
          {(parts) => (
            <PasswordInput
              {...parts}
              name="password"
              required
              autoComplete="new-password"
              enterKeyHint="go"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} wide>
          {firstAdmin.save}
        </Button>
      </PageForm>
    </AuthSheet>
  );
}
