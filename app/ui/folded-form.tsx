import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "./button.tsx";

interface FoldedFormProps
  extends Pick<ComponentProps<"form">, "noValidate" | "onInput" | "onBlur"> {
  /** The link that opens the form. */
  summary: string;
  fetcher: FetcherWithComponents<unknown>;
  /** The value of the field `intent`. */
  intent: string;
  save: string;
  /** The answer was stored: the form closes. */
  isDone: boolean;
  children: ReactNode;
}

/** A form of one correction, closed until its link is pressed. */
export function FoldedForm({
  summary,
  fetcher,
  intent,
  save,
  isDone,
  children,
  ...form
}: FoldedFormProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isDone) setOpen(false);
  }, [isDone]);
  return (
    <details
      className="no-print"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link w-fit cursor-pointer py-2">{summary}</summary>
      <fetcher.Form {...form} method="post" className="grid gap-4 pt-2">
        {children}
        <Button
          type="submit"
          name="intent"
          value={intent}
          look="quiet"
          busy={fetcher.state !== "idle"}
          className="justify-self-start"
        >
          {save}
        </Button>
      </fetcher.Form>
    </details>
  );
}
