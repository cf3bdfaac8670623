const units = ["B", "kB", "MB"] as const;

/** Bytes for people: `4,2 MB` in Indonesian notation, as all figures of the shop. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1_000 ** step;
  const text = new Intl.NumberFormat("id-ID", { maximumFractionDigits: step === 2 ? 1 : 0 }).format(
    value,
  );
  return `${text} ${units[step]}`;
}
