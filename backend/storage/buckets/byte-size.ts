const factors: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};

/** Bytes of `20mb` (20,000,000), `1.5 GiB` or `1000`. @returns undefined for anything else */
export function parseByteSize(value: unknown): number | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const match = /^(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]{0,3})$/i.exec(String(value).trim());
  const factor = factors[match?.[2]?.toLowerCase() ?? ""];
  if (!match || factor === undefined) return undefined;
  const bytes = Math.floor(Number(match[1]) * factor);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
