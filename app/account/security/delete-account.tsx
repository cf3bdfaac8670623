import { useState } from "react";
import { forgetDesigns } from "#app/browser/cart/device-designs.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { DeletionObstacles } from "#shop/customers/delete-account.server.ts";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { useFocusBack } from "../focus-back.ts";
import { askToDelete } from "./ask-to-delete.ts";

interface DeleteAccountProps {
  keys: SignInKeys;
  guest: boolean;
  obstacles: DeletionObstacles;
}

/** Deletes the account permanently: explains what is deleted, then asks for a proof and a typed word. */
export function DeleteAccount({ keys, guest, obstacles }: DeleteAccountProps) {
  const words = useSecurityWords();
  const to = useLocalPath();
  const [step, setStep] = useState<"shown" | "proving" | "confirming">("shown");
  const opener = useFocusBack(step !== "shown");
  const isRetained = Object.values(obstacles).some((numbers) => numbers.length > 0);

  return (
    <section className="grid gap-4 border border-stamp bg-card p-5">
      <h2 className="text-lg">{words.leave}</h2>
      <p className="text-sm text-muted">{words.leaveLead}</p>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>{words.leaveGoes}</li>
        <li>{words.leaveStays}</li>
        {keys.email ? (
          <li>{words.leaveProof.email}</li>
        ) : keys.phone ? (
          <li>{words.leaveProof.sms}</li>
        ) : null}
      </ul>
      {isRetained ? (
        <Notice
          tone="warning"
          action={
            <Link className="font-semibold underline" to={to("/dashboard/orders")}>
              {words.toOrders}
            </Link>
          }
        >
          {obstacles.open_orders.length > 0 ? (
            <span className="block">{words.openOrders(obstacles.open_orders.join(", "))}</span>
          ) : null}
          {obstacles.pending_refunds.length > 0 ? (
            <span className="block">
              {words.pendingRefunds(obstacles.pending_refunds.join(", "))}
            </span>
          ) : null}
          {obstacles.open_returns.length > 0 ? (
            <span className="block">{words.openReturns(obstacles.open_returns.join(", "))}</span>
          ) : null}
        </Notice>
      ) : step === "proving" ? (
        <ReauthenticateForm
          keys={keys}
          onDone={() => setStep("confirming")}
          onCancel={() => setStep("shown")}
        />
      ) : step === "confirming" ? (
        <ConfirmForm onCancel={() => setStep("shown")} />
      ) : (
        <Button
          ref={opener}
          look="danger"
          className="justify-self-start"
          onClick={() => setStep(guest ? "confirming" : "proving")}
        >
          {words.leaveStart}
        </Button>
      )}
    </section>
  );
}

function ConfirmForm({ onCancel }: { onCancel: () => void }) {
  const words = useSecurityWords();
  const language = useLanguage();
  const to = useLocalPath();
  const [typed, setTyped] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();

  const submit = () => {
    if (typed.trim().toUpperCase() !== words.leaveWord) return refuse({ code: "word_missing" });
    return attempt(async () => {
      await askToDelete(language);
      forgetDesigns();
      const { auth } = await sessionClient();
      // The session has ended on the server; this clears it in the browser.
      await auth.signOut({ scope: "local" });
      location.assign(`${to("/Auth")}?left=1`);
      return "leaving";
    });
  };

  return (
    <PageForm isOpened onSubmit={submit}>
      <Field label={words.leaveType(words.leaveWord)} error={problemText}>
        {(parts) => (
          <TextInput
            {...parts}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" type="submit" busy={busy}>
          {words.leaveSurely}
        </Button>
        <Button look="bare" onClick={onCancel}>
          {words.keepAccount}
        </Button>
      </div>
    </PageForm>
  );
}
