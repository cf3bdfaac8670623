/**
 * Whether a spreadsheet has rounded a long code to scientific notation, e.g. `8,99E+12`. Its other digits are lost. Codes such as
 * `1E5` are exact: spreadsheets write at least two digits of the exponent and its sign.
 */
export function isScientific(text: string): boolean {
  return /^\d+(?:[.,]\d+)?e[+-]\d{2,}$/i.test(text.trim());
}
