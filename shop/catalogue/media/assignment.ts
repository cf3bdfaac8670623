/** Option code → value codes. Values of one option are alternatives; several options must all fit. Empty: no variant. */
export type Assignment = Readonly<Record<string, readonly string[]>>;

interface OptionsOfVariant {
  readonly id: string;
  /** Option code → value code. */
  readonly options: Readonly<Record<string, string>>;
}

/** The variants that an assignment names. */
export function variantsOf(
  assignment: Assignment,
  variants: readonly OptionsOfVariant[],
): string[] {
  const named = Object.entries(assignment).filter(([, values]) => values.length > 0);
  if (named.length === 0) return [];
  return variants
    .filter(({ options }) => named.every(([code, values]) => values.includes(options[code] ?? "")))
    .map(({ id }) => id);
}

/**
 * The shortest assignment that names exactly these variants.
 * @returns undefined when option values cannot name them, e.g. after an import chose single variants
 */
export function assignmentOf(
  variantIds: readonly string[],
  variants: readonly OptionsOfVariant[],
): Assignment | undefined {
  const wanted = new Set(variantIds);
  const chosen = variants.filter(({ id }) => wanted.has(id));
  if (chosen.length === 0) return {};
  const valuesOf = (code: string, from: readonly OptionsOfVariant[]) => [
    ...new Set(from.flatMap(({ options }) => options[code] ?? [])),
  ];
  const codes = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))];
  const all = Object.fromEntries(codes.map((code) => [code, valuesOf(code, chosen)]));
  const short = Object.fromEntries(
    Object.entries(all).filter(([code, values]) => values.length < valuesOf(code, variants).length),
  );
  // Every variant: nothing restricts, so one option must say so.
  const assignment = Object.keys(short).length > 0 ? short : firstOf(all);
  return variantsOf(assignment, variants).length === chosen.length ? assignment : undefined;
}

function firstOf(all: Assignment): Assignment {
  const [first] = Object.entries(all);
  return first ? { [first[0]]: first[1] } : {};
}
