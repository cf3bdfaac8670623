/** Normalises the label of an option's value for comparison: `XL` and `xl` are the same label to buyers. */
export function plainLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
