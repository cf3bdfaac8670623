/* Colours as #rrggbb in sRGB. */

/** Red, green and blue from 0 to 255. */
export function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Amounts of red, green and blue light from 0 to 1. */
export function linear(hex: string): [number, number, number] {
  return channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
}

/** Relative luminance of 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of 1 to 21 (WCAG 2.2). */
export function contrastOf(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour of a palette that is nearest to another one, by the weights that the eye gives the channels. */
export function nearestColour(hex: string, palette: readonly string[]): string | undefined {
  const from = channels(hex);
  const distance = (other: string) => {
    const [r, g, b] = channels(other).map((value, index) => value - (from[index] ?? 0)) as [
      number,
      number,
      number,
    ];
    return 3 * r * r + 6 * g * g + b * b;
  };
  return palette.toSorted((a, b) => distance(a) - distance(b))[0];
}
