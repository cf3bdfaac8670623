import { useState } from "react";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { readEmail } from "#base/email-address.ts";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { useFocusBack } from "../focus-back.ts";

/**
 * The new address takes effect after the links in both mails, to the old and to the new address, are opened. An account
 * without an old address must reauthenticate.
 */
export function EmailChange({ email, keys }: { email: string; keys: SignInKeys }) {
  const { details: words } = useAccountWords();
  const to = useLocalPath();
  const [isOpen, setIsOpen] = useState(false);
  const [isProving, setIsProving] = useState(false);
  const [typed, setTyped] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const [sentTo, setSentTo] = useState<string | null>(null);

  const opener = useFocusBack(isOpen);

  const submit = async () => {
    const wanted = readEmail(typed);
    if (!wanted) return refuse({ code: "email_invalid" });
    await attempt(async () => {
      const { auth } = await sessionClient();
      const { error } = await auth.updateUser(
        { email: wanted },
        { emailRedirectTo: `${location.origin}${to("/Auth")}?next=${to("/dashboard/Details")}` },
      );
      setIsProving(error?.code === "reauthentication_needed");
      if (error?.code === "reauthentication_needed") return undefined;
      if (error) throw error;
      setSentTo(wanted);
      setIsOpen(false);
      return undefined;
    });
  };

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.email}</h2>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0 truncate">{email}</span>
        {isOpen ? null : (
          <Button ref={opener} look="quiet" onClick={() => setIsOpen(true)}>
            {words.changeEmail}
          </Button>
        )}
      </p>
      {sentTo ? <Notice tone="warning">{words.emailSent(email, sentTo)}</Notice> : null}
      {isOpen && isProving ? (
        <ReauthenticateForm
          keys={keys}
          onDone={() => void submit()}
          onCancel={() => setIsProving(false)}
        />
      ) : isOpen ? (
        <PageForm isOpened onSubmit={submit}>
          <Field label={words.newEmail} hint={words.newEmailHint} error={problemText}>
            {(parts) => (
              <EmailInput
                {...parts}
                autoFocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy}>
              {words.sendLinks}
            </Button>
            <Button look="bare" onClick={() => setIsOpen(false)}>
              {words.cancel}
            </Button>
          </div>
        </PageForm>
      ) : null}
    </section>
  );
}
