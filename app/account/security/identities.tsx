import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { useProblemText } from "#app/ui/domain/proof/auth-problem.ts";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { providerName } from "../auth/provider-name.ts";
import { useReturnFromMail } from "../auth/return-from-mail.ts";

interface IdentitiesProps {
  keys: SignInKeys;
  /** Places where people may sign in besides here. */
  providers: readonly string[];
}

/** The account's identities. The last sign-in method cannot be removed. */
export function Identities({ keys, providers }: IdentitiesProps) {
  const { identities } = keys;
  const words = useSecurityWords();
  const language = useLanguage();
  const zone = useShopZone();
  const textOf = useProblemText();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  /** Continues once the person has reauthenticated. */
  const [proving, setProving] = useState<{ readonly go: () => void } | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const { busy, problemText, attempt } = useAttempt();
  // A provider sends people back to this page.
  const back = useReturnFromMail(() => void navigate(pathname, { replace: true }));
  const linkable = providers.filter(
    (provider) => !identities.some((identity) => identity.provider === provider),
  );

  const link = (provider: string) =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const options = { redirectTo: `${location.origin}${pathname}` };
      const { error } = await auth.linkIdentity({ provider: provider as "google", options });
      const needsProof = error?.code === "reauthentication_needed";
      setProving(needsProof ? { go: () => void link(provider) } : null);
      if (needsProof) return undefined;
      if (error) throw error;
      return "leaving";
    });
  const unlink = (id: string) =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const answer = goodAnswer(await auth.getUserIdentities());
      const found = answer.identities.find((identity) => identity.identity_id === id);
      if (!found) throw { code: "identity_not_found" };
      const removed = await auth.unlinkIdentity(found);
      setLeaving(null);
      const needsProof = removed.error?.code === "reauthentication_needed";
      setProving(needsProof ? { go: () => void unlink(id) } : null);
      if (needsProof) return undefined;
      goodAnswer(removed);
      await revalidate();
      return undefined;
    });

  const problem = problemText ?? (back.problem ? textOf(back.problem) : undefined);
  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.identities}</h2>
      <p className="text-sm text-muted">{words.identitiesLead}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <ul className="divide-y divide-rule border-y border-rule">
        {identities.map(({ id, provider, account, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0">
              <b className="block font-semibold">
                {words.methods[provider as "email"] ?? providerName(provider)}
              </b>
              <span className="block text-sm break-words text-muted">
                {account ? `${provider === "phone" ? formatPhone(account) : account} · ` : ""}
                {words.added(formatMoment(created_at, language, zone))}
              </span>
            </span>
            {identities.length === 1 ? (
              <span className="text-sm text-muted">{words.onlyWay}</span>
            ) : leaving === id ? (
              <span className="flex flex-wrap gap-2">
                <Button look="danger" busy={busy} onClick={() => void unlink(id)}>
                  {words.unlinkSurely}
                </Button>
                <Button look="bare" autoFocus onClick={() => setLeaving(null)}>
                  {words.keep}
                </Button>
              </span>
            ) : (
              <Button look="quiet" onClick={() => setLeaving(id)}>
                {words.unlink}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {proving ? (
        <ReauthenticateForm keys={keys} onDone={proving.go} onCancel={() => setProving(null)} />
      ) : linkable.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {linkable.map((provider) => (
            <Button
              key={provider}
              look="quiet"
              icon="plus"
              busy={busy}
              onClick={() => void link(provider)}
            >
              {words.link(providerName(provider))}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  );
}
