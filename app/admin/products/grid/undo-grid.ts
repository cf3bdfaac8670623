import type { GridChange } from "#shop/catalogue/products/grid/grid-change.ts";

type Figures = Pick<GridChange, "price" | "was_price">;
interface ShownRow extends Figures {
  readonly id: string;
  readonly version: number;
  readonly on_hand: number;
}

/** A row as it was before a save, and what the save made of it. */
export interface SavedRow extends ShownRow {
  readonly after: Figures & Pick<GridChange, "counted">;
}

/**
 * The changes that undo a save. Pieces that were sold or received since stay so: only the difference is taken back. A price that
 * has changed again since stays.
 * @param rows as they are now
 */
export function undoneRows(saved: readonly SavedRow[], rows: readonly ShownRow[]): GridChange[] {
  return saved.flatMap((before): GridChange[] => {
    const row = rows.find(({ id }) => id === before.id);
    if (!row) return [];
    const isOurs = row.price === before.after.price && row.was_price === before.after.was_price;
    const { price, was_price } = isOurs ? before : row;
    const counted = Math.max(0, row.on_hand + before.on_hand - before.after.counted);
    if (price === row.price && was_price === row.was_price && counted === row.on_hand) return [];
    return [{ id: row.id, version: row.version, price, was_price, seen: row.on_hand, counted }];
  });
}
