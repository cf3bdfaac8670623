import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { RefundTerms } from "#shop/orders/payments/review/refund-request.ts";
import { TermsNote } from "../refund-approvals/terms-note.tsx";
import type { StaffAnswer } from "./order-action.server.ts";

const reasons = ["inventory", "customer", "fraud", "staff", "other"] as const;

interface CancelFormProps {
  order: OrderDetail;
  /** Whole rupiah that would go back, with those of supplements. */
  refundable: number;
  fetcher: FetcherWithComponents<StaffAnswer>;
  terms: RefundTerms;
  onClose: () => void;
}

/** Why, and what happens to goods, money and buyer. */
export function CancelForm({ order, refundable, fetcher, terms, onClose }: CancelFormProps) {
  const { order: words } = useAdminWords();
  const { cancel } = useOrderWords();
  return (
    <fetcher.Form method="post" className="grid gap-4">
      <Field label={cancel.reason}>
        {(parts) => (
          <Select {...parts} name="reason" className="w-full">
            {reasons.map((reason) => (
              <option key={reason} value={reason}>
                {cancel.reasons[reason]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <Checkbox name="restock" defaultChecked label={cancel.restock} />
        {order.paid_total > 0 ? (
          <>
            <Checkbox name="refund" defaultChecked label={cancel.refund} />
            <TermsNote terms={terms} amount={refundable} />
          </>
        ) : (
          <input type="hidden" name="refund" value="on" />
        )}
        <Checkbox name="notify" defaultChecked label={cancel.notify} />
      </div>
      <Field label={cancel.note} optional>
        {(parts) => <TextArea {...parts} name="note" rows={2} maxLength={500} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          look="danger"
          type="submit"
          name="intent"
          value="cancel"
          busy={fetcher.state !== "idle"}
        >
          {words.cancel}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </fetcher.Form>
  );
}
