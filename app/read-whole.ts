/** A form field with a whole number in decimal digits; NaN for anything else, e.g. empty, `0x1`, `1e2` or `1.0`. */
export function readWhole(value: FormDataEntryValue | null): number {
  return typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/** As `readWhole`; an empty field is none. */
export function readCount(value: FormDataEntryValue | null): number {
  return typeof value === "string" && value.trim() === "" ? 0 : readWhole(value);
}
