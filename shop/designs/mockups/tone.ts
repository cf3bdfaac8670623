/*
 * How the photographs turn light into colour, as in photography/compose.py: sums are linear, and a soft shoulder above the
 * knee keeps highlights from being cut.
 */

const knee = 0.74;
const rest = 1 - knee;

const linearOf = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const encodedOf = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

/** Linear light of each byte of a colour. */
export const linear: Float32Array = Float32Array.from({ length: 256 }, (_, byte) =>
  linearOf(byte / 255),
);

/** The byte of a colour with so much linear light, of at most 1. */
export const encoded = (light: number): number => Math.round(255 * encodedOf(Math.min(1, light)));

/** The light that a byte of a finished picture shows: before the shoulder. */
export const untoned: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const c = linearOf(byte / 255);
  return c <= knee ? c : knee - rest * Math.log(1 - Math.min((c - knee) / rest, 0.9995));
});

/** Light of which `toned` has bytes; more is white. */
const brightest = 3;
const steps = 1 << 16;
const table: Uint8Array = Uint8Array.from({ length: steps }, (_, index) => {
  const c = ((index + 0.5) / steps) * brightest;
  return Math.round(
    255 * encodedOf(c <= knee ? c : knee + rest * (1 - Math.exp(-(c - knee) / rest))),
  );
});
const perUnit = steps / brightest;

/** The byte that a finished picture has for linear light of at least 0. */
export function toned(light: number): number {
  const index = (light * perUnit) | 0;
  return table[index < steps ? index : steps - 1] as number;
}
