/** The first letter or digit of a shop's name, shown instead of a logo; empty for a name without any. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toUpperCase() ?? "";
}
