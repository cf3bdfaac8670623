/** Lightness (CIELAB) of `#333333`, which white becomes. */
const darkest = 21.247;

/**
 * Simulates a mail program that ignores the designed dark look and turns every colour round by itself, as Gmail and Outlook do: light
 * becomes dark and dark becomes light, hues stay, and pictures are left alone. The formula is the one that Microsoft publishes for the
 * dark mode of Outlook's editor (`getDarkColor` of roosterjs); other programs have formulas of their own.
 */
export function forceDark(html: string): string {
  return html
    .replace("(prefers-color-scheme:dark)", "not all")
    .replaceAll(/ (style|bgcolor)="([^"]*)"/g, (_, name: string, value: string) => {
      const turned = value.replaceAll(/#[0-9a-f]{6}\b/gi, turnColour);
      return ` ${name}="${turned}"`;
    });
}

function turnColour(colour: string): string {
  const parts = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255);
  const { lightness, a, b } = toLab(parts.map(toLinear));
  const turned = (100 - lightness) * ((100 - darkest) / 100) + darkest;
  return `#${fromLab({ lightness: turned, a, b })
    .map((part) => Math.round(255 * fromLinear(Math.min(1, Math.max(0, part)))))
    .map((part) => part.toString(16).padStart(2, "0").toUpperCase())
    .join("")}`;
}

/** Parts of sRGB, 0 to 1. */
const toLinear = (part: number) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
const fromLinear = (part: number) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

/** CIELAB, D65. */
interface Lab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}
/** Where the cube root of CIELAB becomes a line. */
const knee = 6 / 29;
const bend = (t: number) => (t > knee ** 3 ? Math.cbrt(t) : t / (3 * knee ** 2) + 4 / 29);
const unbend = (t: number) => (t > knee ? t ** 3 : 3 * knee ** 2 * (t - 4 / 29));

/** @param linear red, green and blue */
function toLab([red = 0, green = 0, blue = 0]: readonly number[]): Lab {
  const x = bend((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const y = bend(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = bend((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return { lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

/** @returns linear red, green and blue; colours that no screen has lie outside of 0 to 1 */
function fromLab({ lightness, a, b }: Lab): readonly number[] {
  const middle = (lightness + 16) / 116;
  const x = 0.9505 * unbend(middle + a / 500);
  const y = unbend(middle);
  const z = 1.089 * unbend(middle - b / 200);
  return [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ];
}
