import { type FormEvent, useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import type { PaymentAnswer } from "#app/admin/payment-action.server.ts";
import { usePaymentWorkWords } from "#app/admin/payments/messages/payment-work.ts";
import { wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { PaymentWork } from "#shop/orders/payments/review/payment-work.ts";

interface ReceiveDialogProps {
  item: PaymentWork;
  open: boolean;
  onClose: () => void;
  ask: FetcherWithComponents<PaymentAnswer>;
}

/** Writes down money that staff saw themselves. */
export function ReceiveDialog({ item, open, onClose, ask }: ReceiveDialogProps) {
  const words = usePaymentWorkWords();
  const sent = useRef(false);
  const busy = ask.state !== "idle";
  const problem = busy ? undefined : ask.data?.problem;
  const isDone = !busy && ask.data?.done === true;

  useEffect(() => {
    if (!sent.current || !isDone) return;
    sent.current = false;
    onClose();
  }, [isDone, onClose]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    sent.current = true;
    void ask.submit(event.currentTarget, { method: "post" });
  }

  return (
    <Dialog open={open} onClose={onClose} title={words.receivedTitle(item.number)}>
      <form onSubmit={send} noValidate className="grid gap-4">
        <p>{words.receivedText}</p>
        <input type="hidden" name="intent" value="receive" />
        <input type="hidden" name="payment_id" value={item.payment_id} />
        <Field
          label={words.amount}
          error={problem ? wordsFor(words.problems, problem, "invalid_input") : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              className="figures max-w-64"
              maxLength={20}
              defaultValue={String(item.amount).replace(/\B(?=(\d{3})+$)/g, ".")}
            />
          )}
        </Field>
        <Field label={words.note} hint={words.noteHint} optional>
          {(parts) => <TextInput {...parts} name="note" maxLength={200} autoComplete="off" />}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {words.save}
          </Button>
          <Button look="bare" onClick={onClose}>
            {words.keep}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
