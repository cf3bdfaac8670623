import { useState } from "react";
import { useLocalPath } from "#app/language.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { useFocusBack } from "../focus-back.ts";

/** Everything the shop holds on the person, as one file. */
export function DownloadData({ keys, guest }: { keys: SignInKeys; guest: boolean }) {
  const words = useSecurityWords();
  const to = useLocalPath();
  const [state, setState] = useState<"shown" | "proving" | "done">("shown");
  const opener = useFocusBack(state === "proving");
  const { busy, problemText, attempt } = useAttempt();

  const fetchFile = () =>
    attempt(async () => {
      const response = await fetch(to("/dashboard/Security/Data"));
      if (!response.ok) throw { code: response.status === 429 ? "too_many_exports" : "other" };
      const name = /filename="([^"]+)"/.exec(
        response.headers.get("content-disposition") ?? "",
      )?.[1];
      const address = URL.createObjectURL(await response.blob());
      const link = document.createElement("a");
      link.href = address;
      link.download = name ?? "data.json";
      link.click();
      URL.revokeObjectURL(address);
      setState("done");
      return undefined;
    });
  const proven = () => {
    setState("shown");
    void fetchFile();
  };

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.data}</h2>
      <p className="text-sm text-muted">{words.dataLead}</p>
      {state === "done" ? <Notice tone="success">{words.dataDone}</Notice> : null}
      {problemText ? <Notice tone="error">{problemText}</Notice> : null}
      {state === "proving" ? (
        <ReauthenticateForm keys={keys} onDone={proven} onCancel={() => setState("shown")} />
      ) : (
        <Button
          ref={opener}
          look="quiet"
          busy={busy}
          className="justify-self-start"
          onClick={() => (guest ? void fetchFile() : setState("proving"))}
        >
          {words.dataGet}
        </Button>
      )}
    </section>
  );
}
