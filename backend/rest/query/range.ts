import { badRange } from "../errors.ts";
import type { RowRange } from "./query-types.ts";

const headerForm = /^([0-9]{1,15})-([0-9]{0,15})$/;

/**
 * `Range: 0-9` of a GET, intersected with `limit` and `offset`. A negative offset reduces the limit: the positions before
 * the first row count towards it.
 * @throws RestError PGRST103
 */
export function topLevelRange(header: string | undefined, asked: Partial<RowRange>): RowRange {
  const begin = asked.offset ?? 0;
  const offset = Math.max(0, begin);
  const limit = asked.limit === undefined ? undefined : asked.limit - (offset - begin);
  if (limit !== undefined && limit < 0) {
    throw badRange("Limit should be greater than or equal to zero.");
  }
  const upper = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit - 1;
  const found = headerForm.exec(header?.trim() ?? "");
  if (!found) return { offset, limit };
  const first = Number(found[1]);
  const last = found[2] ? Number(found[2]) : Number.POSITIVE_INFINITY;
  if (last < first) {
    throw badRange(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  const lower = Math.max(offset, first);
  const end = Math.min(upper, last);
  if (end === Number.POSITIVE_INFINITY) return { offset: lower };
  return { offset: lower, limit: Math.max(0, end - lower + 1) };
}

/** Limits a range to `maxRows`. */
export function restrict(range: RowRange, maxRows: number | undefined): RowRange {
  if (maxRows === undefined) return range;
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) };
}

/** @param total number of all rows, when counted */
export function contentRange(first: number, last: number, total: number | undefined): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : "*";
  return `${rows}/${total ?? "*"}`;
}

/** 200, 206 or 416 for a page of rows. */
export function rangeStatus(first: number, rows: number, total: number | undefined): number {
  if (total === undefined) return 200;
  if (first > total) return 416;
  return rows < total ? 206 : 200;
}
