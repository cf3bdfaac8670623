import { useState } from "react";
import { useRevalidator } from "react-router";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { askAuth } from "#app/ui/domain/proof/auth-endpoint.ts";
import { problemOf } from "#app/ui/domain/proof/auth-problem.ts";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { useFocusBack } from "../focus-back.ts";

/** Ten recovery codes. They are shown once, here; the shop stores only hashes. */
export function RecoveryCodes({ keys }: { keys: SignInKeys }) {
  const left = keys.recovery_codes_left;
  const words = useSecurityWords();
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isReauthenticating, setIsReauthenticating] = useState(false);
  const { busy, problemText, attempt } = useAttempt();

  const opener = useFocusBack(codes !== null || isAsking || isReauthenticating);

  const make = () =>
    attempt(async () => {
      const answer = await askAuth<{ codes: string[] }>("POST", "/recovery-codes").catch(
        (error: unknown) => {
          if (problemOf(error).code !== "reauthentication_needed") throw error;
          return null;
        },
      );
      setIsAsking(false);
      setIsReauthenticating(answer === null);
      if (!answer) return undefined;
      setCodes(answer.codes);
      await revalidate();
      return undefined;
    });

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.recovery}</h2>
      <p className="text-sm text-muted">{words.recoveryLead}</p>
      {problemText ? <Notice tone="error">{problemText}</Notice> : null}
      {codes ? (
        <ShownCodes codes={codes} onClose={() => setCodes(null)} />
      ) : (
        <>
          {left === null ? null : left > 2 ? (
            <p>{words.codesLeft(left)}</p>
          ) : (
            <Notice tone="warning">{words.codesLeft(left)}</Notice>
          )}
          {isReauthenticating ? (
            <ReauthenticateForm
              keys={keys}
              onDone={() => void make()}
              onCancel={() => setIsReauthenticating(false)}
            />
          ) : isAsking ? (
            <div className="grid gap-3 border-t border-rule pt-4">
              <p>{words.renewWarning}</p>
              <div className="flex flex-wrap gap-3">
                <Button look="danger" busy={busy} onClick={() => void make()}>
                  {words.renewSurely}
                </Button>
                <Button look="bare" autoFocus onClick={() => setIsAsking(false)}>
                  {words.cancel}
                </Button>
              </div>
            </div>
          ) : (
            <Button
              ref={opener}
              look={left === null ? "primary" : "quiet"}
              busy={busy}
              className="justify-self-start"
              onClick={() => (left === null ? void make() : setIsAsking(true))}
            >
              {left === null ? words.makeCodes : words.renewCodes}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const words = useSecurityWords();
  const [isCopied, setIsCopied] = useState(false);
  const text = `${words.codesFileHead(location.host)}\n\n${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = words.codesFileName;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <>
      <div className="no-print">
        <Notice tone="warning">{words.codesOnce}</Notice>
      </div>
      <p className="hidden print:block">{words.codesFileHead(location.host)}</p>
      <ol className="figures grid list-none grid-cols-1 gap-x-8 border-y-4 border-double border-rule py-3 text-lg sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="py-1 tracking-wider whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="no-print flex flex-wrap gap-3">
        <Button look="quiet" icon="copy" autoFocus onClick={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </Button>
        <Button look="quiet" onClick={() => print()}>
          {words.print}
        </Button>
        <Button look="quiet" onClick={download}>
          {words.download}
        </Button>
        <Button onClick={onClose}>{words.codesStored}</Button>
      </div>
      <p role="status" className="sr-only">
        {isCopied ? words.copied : ""}
      </p>
    </>
  );
}
