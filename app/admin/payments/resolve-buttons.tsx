import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { PaymentAnswer } from "#app/admin/payment-action.server.ts";
import { usePaymentWorkWords } from "#app/admin/payments/messages/payment-work.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { PaymentWork } from "#shop/orders/payments/review/payment-work.ts";

type Act = "settled_anyway" | "refunded" | "by_hand";

interface ResolveButtonsProps {
  item: PaymentWork;
  /** The received amount, formatted. */
  came: string;
  ask: FetcherWithComponents<PaymentAnswer>;
}

/** The decisions that staff may take; each needs a confirmation, because money moves. */
export function ResolveButtons({ item, came, ask }: ResolveButtonsProps) {
  const words = usePaymentWorkWords();
  const [act, setAct] = useState<Act | null>(null);
  const acts: readonly Act[] =
    item.task?.kind === "mismatch" ? ["settled_anyway", "refunded", "by_hand"] : ["by_hand"];
  const decide = (resolution: Act) => {
    setAct(null);
    const decision = { intent: "resolve", task_id: item.id, resolution };
    void ask.submit(decision, { method: "post" });
  };
  return (
    <>
      {acts.map((name) => (
        <Button
          key={name}
          look={name === "settled_anyway" ? "primary" : name === "refunded" ? "danger" : "quiet"}
          busy={ask.state !== "idle"}
          onClick={() => setAct(name)}
        >
          {words.acts[name]}
        </Button>
      ))}
      <Dialog
        open={act !== null}
        onClose={() => setAct(null)}
        title={act ? words.acts[act] : item.number}
      >
        {act ? (
          <div className="grid gap-5">
            <p>{words.ask[act](came)}</p>
            <div className="flex flex-wrap gap-3">
              <Button look={act === "refunded" ? "danger" : "primary"} onClick={() => decide(act)}>
                {words.acts[act]}
              </Button>
              <Button look="bare" onClick={() => setAct(null)}>
                {words.keep}
              </Button>
            </div>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
