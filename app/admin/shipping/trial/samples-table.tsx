import { isDifferent } from "#app/admin/shipping/is-different.ts";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ExplainedMethod, ExplainedPlace } from "#shop/orders/cart/explain-delivery.server.ts";

interface SamplesTableProps {
  now: readonly ExplainedPlace[];
  unsaved: readonly ExplainedPlace[] | null;
}

/** Many places by method: the price, and the price after saving where it differs. */
export function SamplesTable({ now, unsaved }: SamplesTableProps) {
  const words = useShippingTestWords();
  const shown = unsaved ?? now;
  const columns = shown[0]?.methods ?? [];
  const find = (place: ExplainedPlace | undefined, id: string) =>
    place?.methods.find(({ method_id }) => method_id === id);
  const rows = shown.map((place, index) => ({
    place,
    cells: columns.map(({ method_id }) => {
      const after = find(place, method_id);
      const before = unsaved ? find(now[index], method_id) : after;
      return { method_id, before, after, isChanged: isDifferent(before, after) };
    }),
  }));
  const changes = rows.flatMap(({ cells }) => cells).filter(({ isChanged }) => isChanged).length;
  return (
    <div className="grid gap-2">
      {unsaved ? (
        <p className="font-semibold">{changes === 0 ? words.same : words.changes(changes)}</p>
      ) : null}
      {/* Scrolled by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area takes the focus */}
      <section aria-label={words.title} tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full border-collapse">
          <thead className="border-b border-ink">
            <tr className="printed text-left">
              <th className="py-1.5 pr-3">{words.place}</th>
              {columns.map(({ method_id, name }) => (
                <th key={method_id} className="px-2 py-1.5 text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ place, cells }) => (
              <tr key={place.code} className="border-b border-rule align-top">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {place.label.split(", ").slice(0, 2).join(", ")}
                </th>
                {cells.map(({ method_id, before, after, isChanged }) => (
                  <td
                    key={method_id}
                    className={`px-2 py-1.5 text-right whitespace-nowrap ${isChanged ? "bg-yellow text-yellow-ink" : ""}`}
                  >
                    {isChanged ? (
                      <>
                        <s className="block">
                          <Cell method={before} />
                        </s>
                        <Cell method={after} />
                      </>
                    ) : (
                      <Cell method={after} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Cell({ method }: { method: ExplainedMethod | undefined }) {
  const words = useShippingTestWords();
  if (method?.offer) return <span className="money">{formatRupiah(method.offer.price)}</span>;
  return (
    <span title={method?.why ? words.why[method.why] : undefined}>
      –<span className="sr-only"> {method?.why ? words.why[method.why] : words.refused}</span>
    </span>
  );
}
