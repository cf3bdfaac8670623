import { counted, plural } from "#base/plural.ts";
export const en = {
  title: (product: string) => `List of names, ${product}`,
  back: (product: string) => `Back to ${product}`,
  lead: "Fill in a row for each person. Each row is printed on one piece, and sizes may differ.",
  shared: "On all pieces",
  style: "Style",
  rows: "Each person's name",
  row: (row: number) => `Row ${row}`,
  variant: "Colour and size",
  colour: {
    label: (option: string) => `${option} of all rows`,
    mixed: "Different in each row",
  },
  variantNone: "Choose",
  soldOut: (label: string) => `${label} (sold out)`,
  fieldOf: (field: string, row: number) => `${field}, row ${row}`,
  add: "Add five rows",
  remove: (row: number) => `Remove row ${row}`,
  full: (max: number) => `A list holds at most ${counted(max, "row", "rows")}.`,
  emptyRows: "Empty rows are not ordered.",
  paste: {
    open: "Paste from a spreadsheet",
    label: "Your list",
    hint: "One person per line: size, name, number, separated by tabs or commas. You may include a header row. An empty size is taken from the line above.",
    example: "M, Budi, 10",
    take: "Put into the list",
    left: "These cells are not in the list: their column or size is not known. Check the rows.",
    leftCell: (row: number, cell: string) => `Row ${row}: ${cell}`,
    withoutLeft: "Continue without these cells",
    leftFirst: "Check the cells that are not in the list first.",
    dropped: (rows: number) =>
      plural(
        rows,
        "The last line did not fit. Order it in a second list.",
        `The last ${rows} lines did not fit. Order them in a second list.`,
      ),
  },
  preview: (text: string) => `Print: ${text}`,
  previewRefused: "These words cannot be printed like this. Check their length and letters.",
  previewEmpty: "Choose a row to see its print.",
  illustration: "Illustration of the row you chose.",
  total: (pieces: number) => `Total of ${counted(pieces, "piece", "pieces")}`,
  each: "The price of a piece follows the number of all sizes together.",
  keep: "Add to cart",
  keepAnyway: "It is right, add to cart",
  warnings: {
    title: "Look at these rows first",
    assumed: (row: number, variant: string) =>
      `Row ${row}: your list has no size here, so ${variant} was filled in.`,
    blank: (row: number, field: string) => `Row ${row}: ${field} is empty.`,
    repeated: (row: number, field: string, value: string, first: number) =>
      `Row ${row}: ${field} “${value}” is the same as in row ${first}.`,
  },
  problems: {
    title: "Cannot be printed yet",
    variantMissing: "Choose its colour and size.",
    of: (field: string, what: string) => `${field}: ${what}`,
    at: (row: number, field: string, what: string) =>
      field ? `Row ${row}, ${field}: ${what}` : `Row ${row}: ${what}`,
    tooWide: (value: string) =>
      value ? `“${value}” is too long to be printed. Shorten it.` : "The text is too long.",
    codes: {
      variant_not_found: "This colour and size is no longer sold. Choose another one.",
      no_rows: "Fill in at least one row.",
      invalid_input: "This list cannot be read. Reload the page and fill it in again.",
      template_not_found: "This style is gone. Reload the page.",
      too_many_requests: "Too many lists within an hour. Try again later.",
      design_too_large: "This list is too large. Divide it into two lists.",
      id_reused: "The list was not saved. Try again.",
    },
  },
  saved:
    "The list is saved. The cart needs JavaScript: turn it on in your browser, then open this list again.",
  savedLink: "Open this list",
};
