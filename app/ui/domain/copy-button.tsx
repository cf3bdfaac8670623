import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/** Milliseconds that the confirmation is shown. */
const saidFor = 2_500;

interface CopyButtonProps {
  text: string;
  label: string;
  /** The confirmation. */
  copied: string;
  /** Among links it is as plain as they are. */
  look?: "quiet" | "bare";
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, copied, look = "quiet" }: CopyButtonProps) {
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
      <Button
        look={look}
        className={look === "bare" ? "px-0!" : undefined}
        icon={isCopied ? "check" : "copy"}
        onClick={() => void copy()}
      >
        {isCopied ? copied : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ""}
      </span>
    </>
  );
}
