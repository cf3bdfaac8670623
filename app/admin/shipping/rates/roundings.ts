/** Whole rupiah to which changed prices are rounded. */
export const roundings = [1, 100, 500, 1_000] as const;
