import { useEffect, useRef, useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLanguage } from "#app/language.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ScriptForm } from "./payment-script.ts";

/* The part of Stripe.js that is used; the script is loaded live, so its types cannot come with it. */
interface StripeError {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
}
interface StripeElement {
  mount(element: HTMLElement): void;
  destroy(): void;
  on(event: "confirm", listener: (sheet: WalletSheet) => void): void;
  on(event: "loaderror", listener: () => void): void;
}
/** The browser's payment sheet, which waits for the result of the payment. */
interface WalletSheet {
  paymentFailed(details: { reason: "fail" }): void;
}
interface StripeElements {
  create(kind: "payment" | "expressCheckout", options?: object): StripeElement;
  submit(): Promise<{ error?: StripeError }>;
}
interface StripeClient {
  elements(options: object): StripeElements;
  confirmPayment(options: object): Promise<{ error?: StripeError }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { locale: string }) => StripeClient;
  }
}

interface Form {
  readonly stripe: StripeClient;
  readonly elements: StripeElements;
}

/** Stripe's own fields: cards, and the wallets that this device has. No card data reaches the shop. */
export function StripePay({ client, options, amount, onDone }: ScriptForm) {
  const words = usePaymentWords();
  const { card } = useBuyingWords();
  const language = useLanguage();
  const express = useRef<HTMLDivElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = useRef<(sheet: WalletSheet) => void>(() => undefined);

  useEffect(() => {
    if (!window.Stripe || !options.publishableKey || !express.current || !fields.current) {
      console.error("The payment script brought nothing");
      setProblem("script");
      return;
    }
    const stripe = window.Stripe(options.publishableKey, { locale: language });
    const elements = stripe.elements({
      clientSecret: client.clientSecret,
      appearance: { theme: isDark() ? "night" : "stripe" },
    });
    const parts = [elements.create("expressCheckout"), elements.create("payment")] as const;
    parts[0].mount(express.current);
    parts[0].on("confirm", (sheet) => confirm.current(sheet));
    parts[1].mount(fields.current);
    parts[1].on("loaderror", () => setProblem("script"));
    setForm({ stripe, elements });
    return () => {
      for (const part of parts) part.destroy();
    };
  }, [client.clientSecret, options.publishableKey, language]);

  async function pay(sheet?: WalletSheet) {
    if (!form) return;
    setBusy(true);
    setProblem(null);
    const { stripe, elements } = form;
    const checked = await elements.submit();
    const answer = checked.error
      ? checked
      : await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: location.href },
          redirect: "if_required",
        });
    setBusy(false);
    if (answer.error) sheet?.paymentFailed({ reason: "fail" });
    // Stripe shows what is wrong with a field beside the field.
    if (!answer.error) onDone();
    else if (answer.error.type !== "validation_error") {
      setProblem(answer.error.decline_code ?? answer.error.code ?? "refused");
    }
  }
  confirm.current = (sheet) => void pay(sheet);

  return (
    <div className="grid gap-4 bg-card p-5 text-ink">
      {problem ? (
        <Notice tone="error">
          {problem === "script"
            ? words.problems.script
            : wordsFor({ ...card.errors, refused: words.provider.refused }, problem, "refused")}
        </Notice>
      ) : null}
      <div ref={express} />
      <div ref={fields} />
      <Button busy={busy} disabled={form === null} data-sends="" onClick={() => void pay()}>
        {words.provider.pay(formatRupiah(amount))}
      </Button>
    </div>
  );
}

function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
}
