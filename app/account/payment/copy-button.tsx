import { useEffect, useState } from "react";
import { usePaymentWords } from "#app/messages/account/payment.ts";
import { Button } from "#app/ui/button.tsx";

/** Milliseconds that the confirmation is shown. */
const saidFor = 2_500;

/** Copies a number and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const words = usePaymentWords();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), saidFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  return (
    <>
      <Button look="quiet" icon={isCopied ? "check" : "copy"} onClick={() => void copy()}>
        {isCopied ? words.copied : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? words.copied : ""}
      </span>
    </>
  );
}
