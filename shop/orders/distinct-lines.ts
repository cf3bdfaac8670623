/** Whether no line of an order is named twice: each input is checked and stored once a line. */
export function areDistinctLines(lines: readonly { readonly order_line_id: string }[]): boolean {
  return new Set(lines.map(({ order_line_id }) => order_line_id)).size === lines.length;
}
