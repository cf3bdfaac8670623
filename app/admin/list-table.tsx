import type { ReactNode } from "react";
import { useLanguage } from "#app/language.ts";
import { formatMoment } from "#app/messages/dates.ts";
import { Link } from "#app/ui/link.tsx";

interface ListTableProps {
  /** One for each cell of a row. */
  heads: readonly { readonly label: string; readonly isNumber?: boolean }[];
  children: ReactNode;
}

/** Dense rows on a desk, cards on a phone. */
export function ListTable({ heads, children }: ListTableProps) {
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="border-b border-ink max-md:hidden">
        <tr>
          {heads.map(({ label, isNumber }) => (
            <th
              key={label}
              className={`printed px-3 py-2 text-left font-semibold whitespace-nowrap ${isNumber ? "text-right" : ""}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">{children}</tbody>
    </table>
  );
}

interface ListRowProps {
  to: string;
  number: ReactNode;
  /** ISO 8601. */
  time: string;
  /** The cells after number and time. */
  children: ReactNode;
}

/** The number is the link; the whole row leads there. */
export function ListRow({ to, number, time, children }: ListRowProps) {
  const language = useLanguage();
  return (
    <tr className="relative border-b border-rule hover:bg-paper max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:border max-md:p-3">
      <td className="px-3 py-2 max-md:p-0">
        <Link to={to} className="figures font-semibold text-carbon after:absolute after:inset-0">
          {number}
        </Link>
      </td>
      <td className="px-3 py-2 whitespace-nowrap text-muted max-md:p-0 max-md:text-right">
        {formatMoment(time, language)}
      </td>
      {children}
    </tr>
  );
}
