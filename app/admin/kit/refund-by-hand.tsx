import type { FetcherWithComponents } from "react-router";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";

interface RefundByHandProps {
  /** The name and value of the refund's id in the form. */
  part: { name: string; id: string };
  amount: Rupiah;
  fetcher: FetcherWithComponents<unknown>;
  isBusy?: boolean;
}

/** The form that records a refund paid without an account entered by the buyer, e.g. in cash. */
export function RefundByHand({ part, amount, fetcher, isBusy = false }: RefundByHandProps) {
  const { refunds: words } = useOrderWords();
  return (
    <details className="no-print">
      <summary className="link w-fit cursor-pointer py-2">{words.byHand}</summary>
      <fetcher.Form method="post" className="flex flex-wrap gap-2 pt-2">
        <input type="hidden" name={part.name} value={part.id} />
        <TextInput
          name="reference"
          required
          minLength={3}
          maxLength={60}
          aria-label={`${words.byHandWay} ${formatRupiah(amount)}`}
          placeholder={words.byHandWay}
          autoComplete="off"
          className="max-w-80"
        />
        <Button type="submit" name="intent" value="refund-by-hand" look="quiet" busy={isBusy}>
          {words.byHandDone}
        </Button>
      </fetcher.Form>
    </details>
  );
}
