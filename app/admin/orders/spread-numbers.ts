/**
 * Cells of a sheet on the rows of orders. A line of two cells names its order first; other lines go to the order at `from`
 * and those below, one line each.
 * @returns the tracking numbers by the order's id
 */
export function spreadNumbers(
  text: string,
  orders: readonly { readonly id: string; readonly number: string }[],
  from: number,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [index, line] of text.replace(/\s+$/, "").split(/\r?\n/).entries()) {
    const cells = line.split("\t").map((cell) => cell.trim());
    const named = orders.find(({ number }) => number.toUpperCase() === cells[0]?.toUpperCase());
    const order = named ?? orders[from + index];
    const number = named ? cells[1] : cells.at(-1);
    if (order && number) found[order.id] = number;
  }
  return found;
}
