import type { ReactNode } from "react";
import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { BulkResult } from "#shop/catalogue/products/bulk/bulk-results.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";

/** The products that a bulk task changed, with their prices before and after. @param more the way to the next ones */
export function BulkResults({
  results,
  more,
}: {
  results: readonly BulkResult[];
  more: ReactNode;
}) {
  const { results: words } = useTaskWords();
  const to = useLocalPath();
  if (results.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-semibold">{words.title}</h2>
      <ul className="border-t border-ink">
        {results.map(({ id, name, prices }) => (
          <li key={id} className="grid gap-1 border-b border-rule py-2">
            {name === null ? (
              <span className="text-muted">{words.deleted}</span>
            ) : (
              <Link to={to(`/admin/Products/${id}`)} className="link justify-self-start">
                {name}
              </Link>
            )}
            {prices.map(({ variant, before, after }) => (
              <span key={variant} className="flex flex-wrap justify-between gap-x-4">
                <span className="text-muted">{variant ?? words.deleted}</span>
                <span className="money">
                  {formatRupiah(before)} → {formatRupiah(after)}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
