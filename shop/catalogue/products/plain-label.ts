/** A label of an option's value, to compare it with others: buyers cannot tell `XL` from `xl`. */
export function plainLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
