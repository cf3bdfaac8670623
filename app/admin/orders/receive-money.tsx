import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { StaffAnswer } from "#app/admin/orders/order-action.server.ts";
import { useDepositWords } from "#app/messages/shared/deposit.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FoldedForm } from "#app/ui/folded-form.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import {
  type CounterMethod,
  counterMethods,
} from "#shop/orders/payments/at-counter/counter-methods.ts";

interface ReceiveMoneyProps {
  order: OrderDetail;
  fetcher: FetcherWithComponents<StaffAnswer>;
}

/** Records that the buyer paid the amount due by a method that the shop does not offer online. */
export function ReceiveMoney({ order, fetcher }: ReceiveMoneyProps) {
  const { receive: words } = useDepositWords();
  const [method, setMethod] = useState<CounterMethod>("cash");
  const isDone = fetcher.state === "idle" && fetcher.data?.done === "receive-money";
  return (
    <FoldedForm
      summary={words.open}
      fetcher={fetcher}
      intent="receive-money"
      save={words.save(formatRupiah(order.due))}
      isDone={isDone}
    >
      <input type="hidden" name="amount" value={order.due} />
      <input type="hidden" name="paid" value={order.paid_total} />
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.how}</legend>
        {counterMethods.map((name) => (
          <Checkbox
            key={name}
            type="radio"
            name="method"
            value={name}
            label={words.methods[name]}
            checked={method === name}
            onChange={() => setMethod(name)}
          />
        ))}
      </fieldset>
    </FoldedForm>
  );
}
