import { cleanIdentifier } from "#base/typed-text.ts";
import { readPastedTable } from "#shop/kernel/csv/pasted-table.ts";
import { isScientific } from "#shop/kernel/csv/scientific.ts";

interface ListedOrder {
  readonly id: string;
  readonly number: string;
}

export interface SpreadNumbers {
  /** Tracking numbers by the order's id. */
  readonly numbers: Readonly<Record<string, string>>;
  /** Lines that match no order of the list, their cells joined by spaces. */
  readonly left: readonly string[];
}

const headings = {
  number: /^(no\.?|nomor|number)?\s*(resi|awb|waybill|tracking|airway ?bill)\b/i,
  order: /^(no\.?|nomor|kode|id)?\s*(pesanan|order|invoice|faktur)\b/i,
} as const;
type Column = keyof typeof headings;
const columnOf = (cell: string): Column | null =>
  headings.number.test(cell) ? "number" : headings.order.test(cell) ? "order" : null;

/**
 * Assigns the tracking numbers of a pasted sheet to orders. A line of several cells is assigned only to the order that one of its
 * cells names; the tracking number is in the column with that heading, or else in the last cell. Lines of one cell are assigned
 * in sequence to the orders from `from` on.
 */
export function spreadNumbers(
  text: string,
  orders: readonly ListedOrder[],
  from: number,
): SpreadNumbers {
  const { columns, rows } = readPastedTable(text, (cells) => cells.map(columnOf));
  const heading = columns?.indexOf("number") ?? -1;
  const orderNamed = (cell: string) =>
    orders.find(({ number }) => number.toUpperCase() === cleanIdentifier(cell).toUpperCase());
  const isColumn = rows.every((cells) => cells.length === 1 && !cells.some(orderNamed));

  const numbers: Record<string, string> = {};
  const left: string[] = [];
  let next = from;
  for (const cells of rows) {
    const named = cells.find(orderNamed);
    let order = named === undefined ? undefined : orderNamed(named);
    let number = (heading >= 0 ? cells[heading] : cells.at(-1)) ?? "";
    if (isColumn) {
      order = orders[next++];
      number = cells[0] ?? "";
      if (number === "") continue;
    }
    const isNumber = number !== "" && number !== named && !isScientific(number);
    if (order && isNumber && (numbers[order.id] ?? number) === number) numbers[order.id] = number;
    else if (cells.some(Boolean)) left.push(cells.filter(Boolean).join(" "));
  }
  return { numbers, left };
}
