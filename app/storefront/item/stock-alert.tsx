import { type ReactNode, useState } from "react";
import { useItemWords } from "#app/messages/item.ts";
import { useWords } from "#app/messages/ui.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { StockAlertForm, StockAlertFormProps } from "./stock-alert-form.tsx";

type Asked = Omit<StockAlertFormProps, "onClose">;

/** Asking to be told when a sold-out choice is there again. @returns what begins it, and what it shows */
export function useStockAlert(asked: Asked): {
  ask: () => void;
  busy: boolean;
  dialog: ReactNode;
} {
  const item = useItemWords();
  const shared = useWords();
  const [Form, setForm] = useState<typeof StockAlertForm>();
  const [state, setState] = useState<"closed" | "loading" | "open" | "failed">("closed");
  const close = () => setState("closed");
  return {
    busy: state === "loading",
    ask: () => {
      setState("loading");
      import("./stock-alert-form.tsx").then(
        (module) => {
          setForm(() => module.StockAlertForm);
          setState("open");
        },
        (error: unknown) => {
          console.warn("no form to ask with", error);
          setState("failed");
        },
      );
    },
    dialog: (
      <Dialog open={state === "open" || state === "failed"} onClose={close} title={item.tellMe}>
        {state === "failed" ? <Notice tone="error">{shared.offlineLink}</Notice> : null}
        {state === "open" && Form ? <Form {...asked} onClose={close} /> : null}
      </Dialog>
    ),
  };
}
