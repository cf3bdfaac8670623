import { useFetcher } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Field } from "#app/ui/field.tsx";
import { FoldedForm } from "#app/ui/folded-form.tsx";
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
  const isIdle = fetcher.state === "idle";
  const problem = isIdle ? (fetcher.data?.problem as OrderProblem | undefined) : undefined;
  const text = problem ? (problems[problem] ?? problems.invalid_input) : undefined;
  const isOfField = problem === "courier_needed" || isAboutNumber(problem);
  return (
    <FoldedForm
      summary={shipments.correct}
      fetcher={fetcher}
      intent="correct-tracking"
      save={shipments.correctSave}
      isDone={isIdle && fetcher.data?.done === "correct-tracking"}
    >
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
    </FoldedForm>
  );
}
