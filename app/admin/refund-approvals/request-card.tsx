import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import type { PaymentAnswer } from "#app/admin/payment-action.server.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { RefundRequest } from "#shop/orders/payments/review/refund-request.ts";

interface RequestCardProps {
  request: RefundRequest;
  ask: FetcherWithComponents<PaymentAnswer>;
}

/** A refund request: its reason, its requester and the reader's decisions. */
export function RequestCard({ request, ask }: RequestCardProps) {
  const words = useRefundApprovalWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const [open, setOpen] = useState<"approve" | "decline" | null>(null);
  const amount = formatRupiah(request.amount);
  const time = formatMoment(request.requested_at, language, zone);
  const names = request.approved_by.join(", ");
  const isBusy = ask.state !== "idle" && ask.formData?.get("request_id") === request.id;
  return (
    <li className="grid gap-3 border border-rule p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <PermittedLink
          permission="orders.read"
          to={to(`/admin/Orders/${request.order_id}`)}
          className="link figures font-semibold whitespace-nowrap"
        >
          {request.number}
        </PermittedLink>
        <span className="grow">{request.customer_name}</span>
        <span className="text-muted">
          {request.is_mine ? words.byMe(time) : words.by(request.requested_by, time)}
        </span>
      </div>
      <div className="grid gap-1">
        <h2 className="text-base">{words.acts[request.act]}</h2>
        <p className="figures text-base font-semibold">{amount}</p>
        {request.note ? <p className="max-w-[72ch] wrap-anywhere">{request.note}</p> : null}
        {names ? (
          <p className="text-muted">{words.approvedBy(names)}</p>
        ) : request.needed > 1 ? (
          <p className="text-muted">{words.needsTwo}</p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {request.may_approve ? (
          <Button icon="check" busy={isBusy} onClick={() => setOpen("approve")}>
            {words.approve}
          </Button>
        ) : null}
        {request.may_decline ? (
          <Button look="danger" busy={isBusy} onClick={() => setOpen("decline")}>
            {request.is_mine ? words.withdraw : words.decline}
          </Button>
        ) : null}
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={words.acts[request.act]}
        place="small"
      >
        <ask.Form method="post" onSubmit={() => setOpen(null)} className="grid gap-5">
          <input type="hidden" name="request_id" value={request.id} />
          <p>
            {open === "approve"
              ? words.approveAsk(amount, request.number)
              : words.declineAsk(amount, request.number)}
          </p>
          {open === "decline" && !request.is_mine ? (
            <Field label={words.answer} optional>
              {(parts) => <TextInput {...parts} name="answer" maxLength={500} autoComplete="off" />}
            </Field>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value={open === "approve" ? "refund-approve" : "refund-decline"}
              look={open === "approve" ? "primary" : "danger"}
            >
              {open === "approve"
                ? words.approve
                : request.is_mine
                  ? words.withdraw
                  : words.decline}
            </Button>
            <Button look="bare" onClick={() => setOpen(null)}>
              {words.keep}
            </Button>
          </div>
        </ask.Form>
      </Dialog>
    </li>
  );
}
