import type { ReactNode } from "react";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment, formatRowMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";

interface ListTableProps {
  /** One for each cell of a row. */
  heads: readonly {
    readonly label: string;
    readonly isNumber?: boolean;
    /** In place of the label, e.g. a checkbox that is named by it. */
    readonly content?: ReactNode;
  }[];
  children: ReactNode;
}

/**
 * Dense rows where there is room for them, cards where there is not: on a phone, beside the rail of a small screen, and
 * with large letters.
 */
export function ListTable({ heads, children }: ListTableProps) {
  return (
    <div className="@container">
      <table className="w-full border-collapse @max-4xl:block">
        <thead className="border-b border-ink @max-4xl:hidden">
          <tr>
            {heads.map(({ label, isNumber, content }) => (
              <th
                key={label}
                className={`printed px-3 py-2 align-bottom text-left font-semibold ${isNumber ? "text-right" : "whitespace-nowrap"}`}
              >
                {content ?? label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-4xl:grid @max-4xl:grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] @max-4xl:gap-3">
          {children}
        </tbody>
      </table>
    </div>
  );
}

interface ListRowProps {
  to: string;
  number: ReactNode;
  /** ISO 8601. */
  time: string;
  /** A checkbox before the number, where rows can be selected. */
  select?: ReactNode;
  /** The cells after number and time. */
  children: ReactNode;
}

/** The number is the link; the whole row leads there. */
export function ListRow({ to, number, time, select, children }: ListRowProps) {
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)] @max-4xl:content-start @2xs:@max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3">
      {select ? (
        <td className="w-10 px-3 py-2 @max-4xl:absolute @max-4xl:top-3 @max-4xl:left-3 @max-4xl:p-0">
          {select}
        </td>
      ) : null}
      <td className={`px-3 py-2 @max-4xl:p-0 ${select ? "@max-4xl:pl-8" : ""}`}>
        <Link
          to={to}
          className="figures font-semibold whitespace-nowrap text-carbon after:absolute after:inset-0"
        >
          {number}
        </Link>
      </td>
      <td
        // The year turns for the server and for the browser at moments of their own.
        title={formatMoment(time, language, zone)}
        className="px-3 py-2 text-muted @4xl:whitespace-nowrap @max-4xl:p-0 @2xs:@max-4xl:text-right"
      >
        {formatRowMoment(time, language, zone)}
      </td>
      {children}
    </tr>
  );
}
