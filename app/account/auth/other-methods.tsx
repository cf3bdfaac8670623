import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLanguage } from "#app/language.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import type { SignInMethods } from "#app/sign-in-methods.ts";
import { Button } from "#app/ui/button.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { CaptchaProof } from "./auth-captcha.ts";
import { providerName } from "./provider-name.ts";

interface OtherMethodsProps {
  methods: SignInMethods;
  /** Whether buyers may continue without an account. */
  guests: boolean;
  proof: CaptchaProof;
  /** Where a provider sends people back to. */
  returnTo: () => string;
  onSession: () => void;
}

/** Signing in elsewhere, and going on without an account; nothing where the shop offers neither. */
export function OtherMethods({ methods, guests, proof, returnTo, onSession }: OtherMethodsProps) {
  const { auth: words } = useSignInWords();
  const language = useLanguage();
  const { busy, problemText, attempt } = useAttempt();
  if (methods.providers.length === 0 && !guests) return null;

  const goTo = (provider: string) =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const options = { redirectTo: returnTo() };
      goodAnswer(await auth.signInWithOAuth({ provider: provider as "google", options }));
      return "leaving";
    });
  const goOnAsGuest = () =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const options = { data: { language }, ...(await proof()) };
      goodAnswer(await auth.signInAnonymously({ options }));
      onSession();
      return "leaving";
    });

  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted">
        <span aria-hidden="true" className="leader" />
        {words.or}
        <span aria-hidden="true" className="leader" />
      </p>
      {problemText ? <Notice tone="error">{problemText}</Notice> : null}
      {methods.providers.map((provider) => (
        <Button key={provider} look="quiet" wide busy={busy} onClick={() => void goTo(provider)}>
          {words.withProvider(providerName(provider))}
        </Button>
      ))}
      {guests ? (
        <>
          <Button look="quiet" wide busy={busy} onClick={() => void goOnAsGuest()}>
            {words.asGuest}
          </Button>
          <p className="text-sm text-muted">{words.guestHint}</p>
        </>
      ) : null}
    </div>
  );
}
