import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import type { PaymentAnswer } from "#app/admin/payment-action.server.ts";
import { usePaymentWorkWords } from "#app/admin/payments/messages/payment-work.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { wordsFor } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import type { PaymentWork, PaymentWorkView } from "#shop/orders/payments/review/payment-work.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { RefundWork } from "./refund-work.tsx";
import { ResolveButtons } from "./resolve-buttons.tsx";

interface WorkCardProps {
  item: PaymentWork;
  view: PaymentWorkView;
  ask: FetcherWithComponents<PaymentAnswer>;
  mayRefund: boolean;
}

/** One payment that waits for staff, with what they can do about it. */
export function WorkCard({ item, view, ask, mayRefund }: WorkCardProps) {
  const words = usePaymentWorkWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const [open, setOpen] = useState<"proof" | "receive" | null>(null);
  const { task } = item;
  const came = Number(task?.details.amount ?? item.amount);
  // The provider reports no amount of it (docs/why/orders.md).
  const isUnclear = task?.kind === "chargeback" && task.details.amount === undefined;
  const isTaken = task?.kind === "chargeback" || task?.kind === "payment_reversed";

  return (
    <li className="grid gap-3 border border-rule p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <PermittedLink
          permission="orders.read"
          to={to(`/admin/Orders/${item.order_id}`)}
          className="link figures font-semibold whitespace-nowrap"
        >
          {item.number}
        </PermittedLink>
        <span className="grow">{item.customer_name}</span>
        <span className="text-muted">
          {task || item.refund || view === "cash"
            ? words.since(formatMoment(item.at, language, zone))
            : (view === "late" ? words.wasUntil : words.until)(
                formatMoment(item.expires_at, language, zone),
              )}
        </span>
      </div>
      {task ? (
        <div>
          <h2 className="text-base">{wordsFor(words.kinds, task.kind, "mismatch")}</h2>
          <p className="max-w-[72ch] text-muted">
            {wordsFor(words.explain, task.kind, "mismatch")}
          </p>
        </div>
      ) : null}
      {item.refund ? null : (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Sum label={words.expected} amount={item.amount} />
          {task && !isUnclear ? (
            <Sum label={isTaken ? words.taken : words.came} amount={came} />
          ) : null}
          {task && task.shortfall > 0 ? (
            <Sum label={words.refundedBeyond} amount={task.shortfall} />
          ) : null}
        </dl>
      )}
      {item.refund ? (
        <RefundWork id={item.id} refund={item.refund} ask={ask} mayRefund={mayRefund} />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {item.proofs.length > 0 ? (
          <Button look="quiet" icon="eye" onClick={() => setOpen("proof")}>
            {words.proofs(item.proofs.length)}
          </Button>
        ) : view === "transfers" || view === "late" ? (
          <span className="text-muted">{words.noProof}</span>
        ) : null}
        {view === "transfers" || view === "late" || view === "cash" ? (
          <Button onClick={() => setOpen("receive")}>{words.received[view]}</Button>
        ) : null}
        {task && task.resolution === null ? (
          <ResolveButtons item={item} came={formatRupiah(came)} ask={ask} />
        ) : null}
        {task?.resolution ? <span>{words.resolved[task.resolution]}</span> : null}
      </div>
      {open === "proof" ? <ProofDialog names={item.proofs} onClose={() => setOpen(null)} /> : null}
      <ReceiveDialog
        item={item}
        open={open === "receive"}
        onClose={() => setOpen(null)}
        ask={ask}
      />
    </li>
  );
}

function Sum({ label, amount }: { label: string; amount: Rupiah }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="money text-base font-semibold">{formatRupiah(amount)}</dd>
    </div>
  );
}
