import { Fragment } from "react";
import { CustomisationPill } from "#app/admin/customisations/customisation-pill.tsx";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { bundleForm } from "#app/admin/customisations/print-files/bundle-form.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import type { QueueRow } from "#shop/production/customisations/queue/list-queue.server.ts";
import { groupRows, type QueueGroup } from "./group-rows.ts";
import { Due } from "./queue-card.tsx";

/** Words of a row; the names of a whole team are on its own page. */
const maxWords = 8;

interface QueueTableRowsProps {
  rows: readonly QueueRow[];
  group: QueueGroup;
  titleOf: (row: QueueRow) => string;
  /** Rows can be ticked, to start or download several. */
  isTicked: boolean;
}

/** The rows of the list of work; the first cell leads to the design. */
export function QueueTableRows({ rows, group, titleOf, isTicked }: QueueTableRowsProps) {
  return groupRows(rows, group, titleOf).map(({ title, rows: own }) => (
    <Fragment key={title}>
      {title === null ? null : (
        <tr className="border-b border-rule @max-4xl:col-span-full @max-4xl:block @max-4xl:border-0">
          <th
            colSpan={6}
            scope="rowgroup"
            className="printed px-3 pt-5 pb-2 text-left @max-4xl:p-0"
          >
            {title}
          </th>
        </tr>
      )}
      {own.map((row) => (
        <QueueTableRow key={row.id} row={row} isTicked={isTicked} />
      ))}
    </Fragment>
  ));
}

function QueueTableRow({ row, isTicked }: { row: QueueRow; isTicked: boolean }) {
  const words = useProductionWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <tr className={rowClasses}>
      <td className={cellClasses}>
        {isTicked ? (
          <input
            data-select
            type="checkbox"
            name="id"
            value={row.id}
            form={bundleForm}
            aria-label={words.bundle.tick(row.order_number)}
            className="tick relative z-10 mr-3"
          />
        ) : null}
        <Link
          data-edit
          to={to(`/admin/customisations/${row.id}`)}
          className="figures font-semibold whitespace-nowrap text-carbon after:absolute after:inset-0"
        >
          {row.order_number}
        </Link>
      </td>
      <td className={`${cellClasses} wrap-anywhere`}>{row.goods}</td>
      <td className={`${cellClasses} wrap-anywhere`}>
        {[...row.words.slice(0, maxWords), ...(row.words.length > maxWords ? ["…"] : [])].join(
          " · ",
        )}
      </td>
      <td className={cellClasses}>
        <CustomisationPill work={row} />
        {row.claim ? (
          <span className="block text-sm text-muted">{words.claimedBy(row.claim.name)}</span>
        ) : null}
      </td>
      <td className={`${cellClasses} tabular-nums @4xl:text-right`}>
        <span className="text-muted @4xl:hidden">{words.heads.pieces} </span>
        {words.progress(row.good, row.pieces)}
      </td>
      <td className={`${cellClasses} text-muted`}>
        <span className="block">
          <Due row={row} />
        </span>
        {words.since(formatMoment(row.created_at, language, zone))}
      </td>
    </tr>
  );
}
