/** The `Prefer` header (RFC 7240) as PostgREST reads it. */
export interface Preferences {
  readonly resolution?: "merge-duplicates" | "ignore-duplicates";
  readonly representation?: "representation" | "minimal" | "headers-only";
  readonly count?: "exact" | "planned" | "estimated";
  readonly transaction?: "commit" | "rollback";
  readonly missing?: "default" | "null";
  readonly handling?: "strict" | "lenient";
  /** Not validated here: PostgreSQL refuses an unknown time zone. */
  readonly timezone?: string;
  readonly maxAffected?: number;
  /** Unknown preferences; an error with `handling=strict`. */
  readonly invalid: readonly string[];
}

const known = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  tx: ["commit", "rollback"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
} as const;

/**
 * The first of each kind counts.
 * @param allowsTx whether the caller may choose `tx=`
 */
export function parsePreferences(header: string | undefined, allowsTx: boolean): Preferences {
  const asked = (header ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const pick = <T extends string>(name: string, values: readonly T[]): T | undefined => {
    for (const one of asked) {
      const value = values.find((item) => one === `${name}=${item}`);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const prefixed = (prefix: string) =>
    asked.find((one) => one.startsWith(prefix))?.slice(prefix.length);
  const maxAffected = prefixed("max-affected=");
  const isKnown = (one: string) =>
    Object.entries(known).some(([name, values]) =>
      values.some((value) => one === `${name}=${value}`),
    ) ||
    one.startsWith("timezone=") ||
    one.startsWith("max-affected=");
  return {
    resolution: pick("resolution", known.resolution),
    representation: pick("return", known.return),
    count: pick("count", known.count),
    transaction: allowsTx ? pick("tx", known.tx) : undefined,
    missing: pick("missing", known.missing),
    handling: pick("handling", known.handling),
    timezone: prefixed("timezone="),
    maxAffected:
      maxAffected !== undefined && /^[0-9]{1,15}$/.test(maxAffected)
        ? Number(maxAffected)
        : undefined,
    invalid: asked.filter((one) => !isKnown(one)),
  };
}

/** The value of `Preference-Applied`, in PostgREST's order; undefined when nothing was applied. */
export function appliedPreferences(
  applied: Partial<Omit<Preferences, "invalid">>,
): string | undefined {
  const parts = [
    applied.resolution && `resolution=${applied.resolution}`,
    applied.missing && `missing=${applied.missing}`,
    applied.representation && `return=${applied.representation}`,
    applied.count && `count=${applied.count}`,
    applied.transaction && `tx=${applied.transaction}`,
    applied.handling && `handling=${applied.handling}`,
    applied.timezone && `timezone=${applied.timezone}`,
    applied.handling === "strict" &&
      applied.maxAffected !== undefined &&
      `max-affected=${applied.maxAffected}`,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(", ") : undefined;
}
