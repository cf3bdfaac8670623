import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { useProblemText } from "#app/ui/domain/proof/auth-problem.ts";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { SecondFactor, SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { useFocusBack } from "../focus-back.ts";
import type { SecurityAnswer } from "./security-action.server.ts";

interface FactorRowProps {
  factor: SecondFactor;
  keys: SignInKeys;
  onChange: () => void;
}

/** One second step: rename it in place, or remove it after a second press and a proof of who the person is. */
export function FactorRow({ factor, keys, onChange }: FactorRowProps) {
  const words = useSecurityWords();
  const language = useLanguage();
  const zone = useShopZone();
  const textOf = useProblemText();
  const [mode, setMode] = useState<"shown" | "renaming" | "leaving" | "proving">("shown");
  const renaming = useFetcher<SecurityAnswer>();
  const { busy, problemText, attempt } = useAttempt();
  const opener = useFocusBack(mode !== "shown");
  const name = factor.friendly_name || words.unnamed;

  const answer = renaming.state === "idle" ? renaming.data : undefined;
  useEffect(() => {
    if (answer?.problem === null) setMode("shown");
  }, [answer]);
  const remove = () =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const answer = await auth.mfa.unenroll({ factorId: factor.id });
      const needsProof = answer.error?.code === "reauthentication_needed";
      setMode(needsProof ? "proving" : "leaving");
      if (needsProof) return undefined;
      goodAnswer(answer);
      goodAnswer(await auth.refreshSession());
      onChange();
      return "leaving";
    });

  if (mode === "renaming") {
    return (
      <li className="py-3">
        <renaming.Form method="post" className="grid gap-3" noValidate>
          <input type="hidden" name="id" value={factor.id} />
          <Field
            label={words.factorName}
            error={answer?.problem ? textOf({ code: answer.problem }) : undefined}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name="name"
                defaultValue={name}
                maxLength={40}
                autoComplete="off"
                autoFocus
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="rename-factor"
              busy={renaming.state !== "idle"}
            >
              {words.saveName}
            </Button>
            <Button look="bare" onClick={() => setMode("shown")}>
              {words.cancel}
            </Button>
          </div>
        </renaming.Form>
      </li>
    );
  }
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0">
          <b className="block font-semibold break-words">{name}</b>
          <span className="text-sm text-muted">
            {factor.digits ? `${words.bySms(factor.digits)} · ` : `${words.byApp} · `}
            {words.added(formatMoment(factor.created_at, language, zone))}
          </span>
        </span>
        {mode === "leaving" ? (
          <span className="flex flex-wrap gap-2">
            <Button look="danger" busy={busy} onClick={() => void remove()}>
              {words.removeSurely}
            </Button>
            <Button look="bare" autoFocus onClick={() => setMode("shown")}>
              {words.keep}
            </Button>
          </span>
        ) : mode === "proving" ? null : (
          <span className="flex flex-wrap gap-2">
            <Button
              ref={opener}
              look="bare"
              aria-label={words.renameNamed(name)}
              onClick={() => setMode("renaming")}
            >
              {words.rename}
            </Button>
            <Button
              look="quiet"
              aria-label={words.removeNamed(name)}
              onClick={() => setMode("leaving")}
            >
              {words.remove}
            </Button>
          </span>
        )}
      </div>
      {mode === "proving" ? (
        <ReauthenticateForm
          keys={keys}
          onDone={() => void remove()}
          onCancel={() => setMode("shown")}
        />
      ) : null}
      {problemText ? (
        <p role="alert" className="text-sm text-stamp">
          {problemText}
        </p>
      ) : null}
    </li>
  );
}
