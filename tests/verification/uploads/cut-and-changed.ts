import { casesOf, noise, type UploadCase } from "./upload-case.ts";

/* Good files that are cut, and good files with some bytes changed at random. */

const kinds = {
  PNG: () => noise().png().toBuffer(),
  "interlaced PNG": () => noise().png({ progressive: true }).toBuffer(),
  JPEG: () => noise().jpeg({ quality: 95 }).toBuffer(),
  "progressive JPEG": () => noise().jpeg({ quality: 95, progressive: true }).toBuffer(),
  WebP: () => noise().webp().toBuffer(),
  "lossless WebP": () => noise().webp({ lossless: true, effort: 0 }).toBuffer(),
  AVIF: () => noise().avif({ effort: 0 }).toBuffer(),
};
export const cut = casesOf(
  "cut",
  Object.entries(kinds).flatMap(([kind, make]) =>
    [0.01, 0.05, 0.3, 0.9].map(
      (part) =>
        [
          `${kind} after ${part * 100} %`,
          "picture_broken" as const,
          async () => {
            const whole = await make();
            return whole.subarray(0, Math.max(24, Math.floor(whole.length * part)));
          },
        ] as const,
    ),
  ),
);

/** Good files with a few bytes changed. */
export function mutations(count: number, seed: number): readonly UploadCase[] {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const makers = Object.entries(kinds);
  return casesOf(
    `changed at random (seed ${seed})`,
    Array.from({ length: count }, (_, index) => {
      const [kind, make] = makers[index % makers.length] ?? ["PNG", kinds.PNG];
      const changes = Array.from(
        { length: 1 + below(8) },
        () => [below(1_000), below(256)] as const,
      );
      return [
        `${index}, ${kind}`,
        "either" as const,
        async () => {
          const file = Buffer.from(await make());
          // Half of the changes meet the first 200 bytes, where the structure is.
          for (const [place, value] of changes) {
            const length = place % 2 ? Math.min(200, file.length) : file.length;
            file[12 + Math.floor((place / 1_000) * (length - 12))] = value;
          }
          return file;
        },
      ] as const;
    }),
  );
}
