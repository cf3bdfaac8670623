import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { Selection } from "#app/admin/kit/list/use-selection.ts";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { ShippedRow } from "#shop/orders/fulfilment/ship-many.server.ts";
import type { OrderSummary } from "#shop/orders/order.ts";
import { NumberGrid } from "./number-grid.tsx";
import { menuEntry, OrderMenu } from "./order-menu.tsx";

interface OrderBulkProps {
  orders: readonly OrderSummary[];
  selection: Selection;
  mayShip: boolean;
}

/** Actions on the selected orders of this page: printed slips and labels, and tracking numbers. */
export function OrderBulk({ orders, selection, mayShip }: OrderBulkProps) {
  const { bulk: words } = useAdminWords();
  const to = useLocalPath();
  const fetcher = useFetcher<{ readonly rows: readonly ShippedRow[] }>();
  /** The orders of the open dialog. Copied, because shipped orders disappear from the list. */
  const [numbered, setNumbered] = useState<readonly OrderSummary[] | null>(null);
  const rows = fetcher.state === "idle" ? fetcher.data?.rows : undefined;
  const sent = rows?.filter(({ problem }) => problem === null).length ?? 0;
  const [closed, setClosed] = useState<typeof rows>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!rows?.every(({ problem }) => problem === null)) return;
    setNumbered(null);
    selection.clear();
  }, [rows]);
  const chosen = orders.filter(({ id }) => selection.has(id));
  const papers = new URLSearchParams(chosen.map(({ id }) => ["order", id]));
  const dialog = (
    <Dialog open={numbered !== null} onClose={() => setNumbered(null)} title={words.numbers}>
      {numbered ? <NumberGrid orders={numbered} fetcher={fetcher} /> : null}
    </Dialog>
  );
  if (chosen.length === 0) {
    return (
      <>
        {sent > 0 && numbered === null && closed !== rows ? (
          <div className="no-print sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border border-ink bg-paper px-4 py-3">
            <b role="status">{words.sentCount(sent)}</b>
            <Button look="quiet" onClick={() => setClosed(rows)}>
              {words.close}
            </Button>
          </div>
        ) : null}
        {dialog}
      </>
    );
  }
  return (
    <section
      aria-label={words.title}
      className="no-print sticky bottom-(--bottom-bar) z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border border-ink bg-paper px-4 py-3"
    >
      <b role="status">{words.chosen(chosen.length)}</b>
      {chosen.length < orders.length ? (
        <button type="button" className="link py-1" onClick={() => selection.setPage(true)}>
          {words.page}
        </button>
      ) : null}
      <button type="button" className="link py-1" onClick={selection.clear}>
        {words.clear}
      </button>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <OrderMenu label={words.print} opensUp>
          {(["labels", "labels-a4", "slips"] as const).map((kind) => (
            <a
              key={kind}
              href={`${to(`/admin/Orders/print/${kind}.pdf`)}?${papers}`}
              target="_blank"
              rel="noopener"
              className={menuEntry}
            >
              {words.papers[kind]}
            </a>
          ))}
        </OrderMenu>
        {mayShip ? (
          <Button icon="truck" onClick={() => setNumbered(chosen)}>
            {words.numbers}
          </Button>
        ) : null}
      </span>
      {dialog}
    </section>
  );
}
