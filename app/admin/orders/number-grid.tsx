import { type ClipboardEvent, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { UnmatchedLines } from "#app/ui/domain/order/unmatched-lines.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ShippedRow } from "#shop/orders/fulfilment/ship-many.server.ts";
import type { OrderSummary } from "#shop/orders/order.ts";
import { spreadNumbers } from "./spread-numbers.ts";

interface NumberGridProps {
  orders: readonly OrderSummary[];
  fetcher: FetcherWithComponents<{ readonly rows: readonly ShippedRow[] }>;
}

/** One row for each order; a column that is pasted from a sheet fills the rows below, or those whose number it names. */
export function NumberGrid({ orders, fetcher }: NumberGridProps) {
  const { bulk: words } = useAdminWords();
  const { orders: buying } = useBuyingWords();
  const { problems } = useOrderWords();
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
  /** Lines of the last paste that match no order of the list. */
  const [left, setLeft] = useState<readonly string[]>([]);
  const answers = new Map(fetcher.data?.rows.map((row) => [row.order_id, row]));
  const paste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData("text");
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const spread = spreadNumbers(text, orders, at);
    setNumbers({ ...numbers, ...spread.numbers });
    setLeft(spread.left);
  };
  const isEmpty = !orders.some(({ id }) => numbers[id]?.trim());
  return (
    <fetcher.Form method="post" className="grid gap-4">
      <p className="text-muted">{words.hint}</p>
      <UnmatchedLines
        lines={left}
        text={words.left}
        label={words.withoutLeft}
        onContinue={() => setLeft([])}
      />
      <ul className="grid gap-2">
        {orders.map((order, index) => {
          const answer = answers.get(order.id);
          const isSent = answer?.problem === null;
          return (
            <li
              key={order.id}
              className="grid items-center gap-x-4 gap-y-1 border-b border-rule pb-2 sm:grid-cols-[minmax(0,1fr)_14rem]"
            >
              <span className="min-w-0">
                <span className="figures font-semibold">{order.number}</span> {order.customer_name}
                <span className="block truncate text-muted">
                  {buying.goods(order.first_name, order.line_count - 1)}
                </span>
              </span>
              {isSent ? (
                <span className="flex min-h-11 items-center gap-2 font-semibold text-paid">
                  <Icon name="check" className="size-4" />
                  {words.sent}
                </span>
              ) : (
                <TextInput
                  name={`number:${order.id}`}
                  aria-label={words.numberOf(order.number)}
                  aria-invalid={answer?.problem ? true : undefined}
                  aria-describedby={answer?.problem ? `problem-${order.id}` : undefined}
                  value={numbers[order.id] ?? ""}
                  onChange={(event) => setNumbers({ ...numbers, [order.id]: event.target.value })}
                  onPaste={(event) => paste(event, index)}
                  maxLength={60}
                  autoComplete="off"
                  className="figures"
                />
              )}
              {answer?.problem ? (
                <p id={`problem-${order.id}`} role="alert" className="text-stamp sm:col-span-2">
                  {wordsFor(problems, answer.problem, "invalid_input")}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          name="intent"
          value="ship-many"
          icon="truck"
          disabled={isEmpty || left.length > 0}
          busy={fetcher.state !== "idle"}
        >
          {words.send}
        </Button>
        {isEmpty ? <p className="text-muted">{words.empty}</p> : null}
      </div>
    </fetcher.Form>
  );
}
