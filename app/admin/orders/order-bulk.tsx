import { useState } from "react";
import { useFetcher } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useAdminWords } from "#app/messages/admin/admin.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { ShippedRow } from "#shop/fulfilment/ship-many.server.ts";
import type { OrderSummary } from "#shop/orders/order.ts";
import type { Selection } from "../use-selection.ts";
import { NumberGrid } from "./number-grid.tsx";

interface OrderBulkProps {
  orders: readonly OrderSummary[];
  selection: Selection;
  mayShip: boolean;
}

/** What is done to the selected orders of this page: their papers in one file, and their tracking numbers at once. */
export function OrderBulk({ orders, selection, mayShip }: OrderBulkProps) {
  const { bulk: words } = useAdminWords();
  const to = useLocalPath();
  const [isOpen, setIsOpen] = useState(false);
  const fetcher = useFetcher<{ readonly rows: readonly ShippedRow[] }>();
  const chosen = orders.filter(({ id }) => selection.has(id));
  if (chosen.length === 0) return null;
  const papers = new URLSearchParams(chosen.map(({ id }) => ["order", id]));
  return (
    <section
      aria-label={words.title}
      className="no-print sticky bottom-(--bottom-bar) z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border border-ink bg-paper px-4 py-3"
    >
      <b role="status">{words.chosen(chosen.length)}</b>
      <button type="button" className="link py-1" onClick={() => selection.setPage(true)}>
        {words.page}
      </button>
      <button type="button" className="link py-1" onClick={selection.clear}>
        {words.clear}
      </button>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <a
          href={`${to("/admin/Orders/print/papers.pdf")}?${papers}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center border border-control bg-card px-5 font-semibold hover:border-ink"
        >
          {words.papers}
        </a>
        {mayShip ? (
          <Button icon="truck" onClick={() => setIsOpen(true)}>
            {words.numbers}
          </Button>
        ) : null}
      </span>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={words.numbers}>
        <NumberGrid orders={chosen} fetcher={fetcher} />
      </Dialog>
    </section>
  );
}
