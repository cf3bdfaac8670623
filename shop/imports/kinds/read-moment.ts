import type { ReadCell } from "#shop/imports/cells.ts";

/**
 * A wall-clock time as exports write it, `2026-12-01 08:30`, and as spreadsheets in Indonesian save it, `1/12/2026 8.30`.
 * @param time of a cell with a day alone, `HH:MM`
 */
export function readMoment(cell: string, time: string): ReadCell {
  const found =
    /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[ T](?<h>\d{1,2})[:.](?<i>\d{2})(?:[:.]\d{2})?)?$/.exec(
      cell,
    ) ??
    /^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4})(?: (?<h>\d{1,2})[:.](?<i>\d{2})(?:[:.]\d{2})?)?$/.exec(
      cell,
    );
  if (!found?.groups) return { ok: false, problem: "date_invalid" };
  const { y = "", m = "", d = "", h, i = "" } = found.groups;
  const two = (part: string) => part.padStart(2, "0");
  const value = `${y}-${two(m)}-${two(d)} ${h === undefined ? time : `${two(h)}:${i}`}`;
  const at = Date.parse(`${value.replace(" ", "T")}:00Z`);
  const isReal =
    !Number.isNaN(at) && new Date(at).toISOString().startsWith(value.replace(" ", "T"));
  return isReal ? { ok: true, value } : { ok: false, problem: "date_invalid" };
}
