import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { useLocalPath } from "#app/language.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { RefundOrigin } from "#app/ui/domain/order/refund-origin.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail, OrderRefund } from "#shop/orders/order.ts";

interface RefundsProps {
  order: OrderDetail;
  ask: FetcherWithComponents<OrderAnswer>;
}

/** The buyer's refunds, and the form for a bank account where a refund needs one. */
export function Refunds({ order, ask }: RefundsProps) {
  const { refunds: words } = useOrderWords();
  const to = useLocalPath();
  if (order.refunds.length === 0) return null;
  return (
    <section className="grid gap-3 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.title}</h2>
      <ul className="grid gap-4">
        {order.refunds.map((refund) => (
          <li key={refund.id} className="grid gap-2">
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <b className="money">{formatRupiah(refund.amount)}</b>
              <span className="text-sm text-muted">
                {refund.status === "failed"
                  ? words.statuses.pending
                  : words.statuses[refund.status]}
              </span>
            </p>
            <p className="text-sm text-muted">{words.channels[refund.channel]}</p>
            <RefundOrigin refund={refund} pageOf={(id) => to(`/dashboard/orders/${id}`)} />
            {refund.channel === "bank_transfer" && refund.status !== "succeeded" ? (
              <Account refund={refund} ask={ask} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Account({
  refund,
  ask,
}: {
  refund: OrderRefund;
  ask: FetcherWithComponents<OrderAnswer>;
}) {
  const { refunds: words, problems } = useOrderWords();
  const [isChanging, setIsChanging] = useState(false);
  const { account } = refund;
  // The page shows the problem.
  const hasProblem = ask.data?.problem !== undefined;
  if (account && !isChanging) {
    return (
      <>
        <p className="figures border-l-2 border-rule pl-3 wrap-anywhere">
          {account.bank} {account.account_number}
          <span className="block">{account.holder}</span>
        </p>
        {hasProblem ? null : <Notice tone="success">{words.accountSaved}</Notice>}
        <Button look="quiet" onClick={() => setIsChanging(true)}>
          {words.changeAccount}
        </Button>
      </>
    );
  }
  return (
    <ask.Form method="post" className="grid gap-4" onSubmit={() => setIsChanging(false)}>
      <input type="hidden" name="part" value={refund.id} />
      <h3 className="font-semibold">{words.askAccount(formatRupiah(refund.amount))}</h3>
      <p className="text-sm text-muted">{words.askAccountText}</p>
      <Field label={words.bank}>
        {(parts) => (
          <TextInput
            {...parts}
            name="bank"
            required
            minLength={2}
            maxLength={60}
            defaultValue={account?.bank}
          />
        )}
      </Field>
      <Field
        label={words.accountNumber}
        error={ask.data?.problem === "account_invalid" ? problems.account_invalid : undefined}
      >
        {(parts) => (
          <TextInput
            {...parts}
            name="account_number"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            className="figures"
            defaultValue={account?.account_number}
          />
        )}
      </Field>
      <Field label={words.holder}>
        {(parts) => (
          <TextInput
            {...parts}
            name="holder"
            required
            minLength={2}
            maxLength={80}
            autoComplete="name"
            defaultValue={account?.holder}
          />
        )}
      </Field>
      <Button type="submit" name="intent" value="refund-account" busy={ask.state !== "idle"}>
        {words.saveAccount}
      </Button>
    </ask.Form>
  );
}
