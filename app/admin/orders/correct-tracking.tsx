import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Shipment } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";
import { isAboutNumber, type OrderProblem } from "./tracking-field.tsx";

/** Corrects the courier and the tracking number of a shipment. The buyer gets a mail if it was sent. */
export function CorrectTracking({ shipment }: { shipment: Shipment }) {
  const fetcher = useFetcher<StaffAnswer>();
  const { order: words } = useAdminWords();
  const { shipments, problems } = useOrderWords();
  const [isOpen, setOpen] = useState(false);
  const isIdle = fetcher.state === "idle";
  const isDone = isIdle && fetcher.data?.done === "correct-tracking";
  useEffect(() => {
    if (isDone) setOpen(false);
  }, [isDone]);
  const problem = isIdle ? (fetcher.data?.problem as OrderProblem | undefined) : undefined;
  const text = problem ? (problems[problem] ?? problems.invalid_input) : undefined;
  const isOfField = problem === "courier_needed" || isAboutNumber(problem);
  return (
    <details
      className="no-print"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link w-fit cursor-pointer py-2">{shipments.correct}</summary>
      <fetcher.Form method="post" className="grid gap-3 pt-2">
        <input type="hidden" name="part" value={shipment.id} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={words.courier} error={problem === "courier_needed" ? text : undefined}>
            {(parts) => (
              <TextInput {...parts} name="courier" maxLength={60} defaultValue={shipment.courier} />
            )}
          </Field>
          <Field label={words.service} optional>
            {(parts) => (
              <TextInput {...parts} name="service" maxLength={60} defaultValue={shipment.service} />
            )}
          </Field>
        </div>
        <Field
          label={words.trackingNumber}
          hint={shipment.status === "shipped" ? shipments.correctHint : undefined}
          error={isAboutNumber(problem) ? text : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="tracking_number"
              maxLength={60}
              autoComplete="off"
              className="figures"
              defaultValue={shipment.tracking_number ?? ""}
            />
          )}
        </Field>
        {text && !isOfField ? <Notice tone="error">{text}</Notice> : null}
        <Button
          type="submit"
          name="intent"
          value="correct-tracking"
          look="quiet"
          busy={!isIdle}
          className="justify-self-start"
        >
          {shipments.correctSave}
        </Button>
      </fetcher.Form>
    </details>
  );
}
