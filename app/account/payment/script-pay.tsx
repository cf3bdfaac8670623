import { useEffect, useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { PaymentView } from "#shop/orders/payments/attempts/payment-page.ts";
import { loadPaymentScript } from "./payment-script.ts";
import { SnapPay } from "./snap-pay.tsx";
import { StripePay } from "./stripe-pay.tsx";

interface ScriptPayProps {
  payment: PaymentView;
  script: NonNullable<PaymentView["script"]>;
  onDone: () => void;
}

/** Pays by the form of a provider's script. Without the script, the other methods remain. */
export default function ScriptPay({ payment, script, onDone }: ScriptPayProps) {
  const words = usePaymentWords();
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const { address, options } = script;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same script for as long as the attempt lives
  useEffect(() => {
    let isGone = false;
    loadPaymentScript(address, options).then(
      (isReady) => {
        if (!isGone && isReady) setState("ready");
      },
      (error: unknown) => {
        console.error("The payment script did not load", error);
        if (!isGone) setState("failed");
      },
    );
    return () => {
      isGone = true;
    };
  }, [address]);

  if (state === "failed") return <Notice tone="error">{words.problems.script}</Notice>;
  if (state === "loading") {
    return (
      <p role="status" className="bg-card p-5 text-ink">
        {words.provider.loading}
      </p>
    );
  }
  const form = { client: payment.client ?? {}, options, amount: payment.amount, onDone };
  return payment.method.kind === "popup" ? <SnapPay {...form} /> : <StripePay {...form} />;
}
