import { useState } from "react";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLocalPath } from "#app/language.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { PasswordInput } from "#app/ui/domain/proof/password-input.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { CodeForm } from "../auth/code-form.tsx";
import { type Contact, readContact } from "../auth/contact.ts";

/** A guest becomes an account of the same person: orders, addresses and this session stay. */
export function GuestUpgrade({ email }: { email: string }) {
  const { details: words } = useAccountWords();
  const { auth } = useSignInWords();
  const to = useLocalPath();
  const [typed, setTyped] = useState(email);
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const { busy, problem, problemText, refuse, attempt } = useAttempt();

  const ask = async (whom: Contact) => {
    const { auth: service } = await sessionClient();
    return service.updateUser(
      { email: whom.email, ...(sentTo ? {} : { password }) },
      { emailRedirectTo: `${location.origin}${to("/Auth")}?next=${to("/dashboard/Details")}` },
    );
  };
  const submit = () => {
    const read = readContact(typed, false);
    if ("code" in read) return refuse(read);
    if (!password) return refuse({ code: "password_missing" });
    return attempt(async () => {
      goodAnswer(await ask(read));
      setSentTo(read);
      return undefined;
    });
  };
  const isAboutEmail = problem ? /^email/.test(problem.code) : false;

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.keepAccount}</h2>
      {sentTo ? (
        <CodeForm
          contact={sentTo}
          purpose="email_change"
          resend={() => ask(sentTo)}
          onDone={() => location.reload()}
          onOther={() => setSentTo(null)}
        />
      ) : (
        <PageForm onSubmit={submit}>
          <p className="text-sm text-muted">{words.keepAccountLead}</p>
          <Field label={auth.email} error={isAboutEmail ? problemText : undefined}>
            {(parts) => (
              <EmailInput
                {...parts}
                autoComplete="username"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <Field
            label={auth.password}
            hint={auth.passwordHint}
            error={isAboutEmail ? undefined : problemText}
          >
            {(parts) => (
              <PasswordInput
                {...parts}
                required
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy} className="justify-self-start">
            {auth.signUp}
          </Button>
        </PageForm>
      )}
    </section>
  );
}
