import { useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLanguage } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ScriptForm } from "./payment-script.ts";

interface SnapOptions {
  readonly language: "id" | "en";
  readonly onSuccess: () => void;
  readonly onPending: () => void;
  readonly onError: () => void;
  readonly onClose: () => void;
}

declare global {
  interface Window {
    snap?: { pay(token: string, options: SnapOptions): void };
  }
}

/** Opens Midtrans' window. Its reported outcome only triggers a check on the server. */
export function SnapPay({ client, onDone }: ScriptForm) {
  const words = usePaymentWords();
  const language = useLanguage();
  const [problem, setProblem] = useState<"script" | "refused" | null>(null);

  function open() {
    setProblem(null);
    if (!window.snap || !client.token) {
      console.error("The payment script brought nothing");
      setProblem("script");
      return;
    }
    window.snap.pay(client.token, {
      language,
      onSuccess: onDone,
      onPending: onDone,
      onError: () => setProblem("refused"),
      onClose: onDone,
    });
  }

  return (
    <div className="grid justify-items-start gap-3 bg-card p-5 text-ink">
      {problem ? (
        <Notice tone="error">
          {problem === "script" ? words.problems.script : words.provider.refused}
        </Notice>
      ) : null}
      <p>{words.provider.openText}</p>
      <Button onClick={open}>{words.provider.open}</Button>
    </div>
  );
}
