import type { Finding } from "#shop/designs/draw/finding.ts";

/** A layer that is 3 mm instead of 2 mm outside has the same problem. */
const keyOf = ({ code, side, layer, colour }: Finding) => [code, side, layer, colour].join(" ");

/** The findings that came and that went between two checks. */
export function changedFindings(
  before: readonly Finding[],
  now: readonly Finding[],
): { readonly come: readonly Finding[]; readonly gone: readonly Finding[] } {
  const without = (some: readonly Finding[], others: readonly Finding[]) => {
    const known = new Set(others.map(keyOf));
    return some.filter((finding) => !known.has(keyOf(finding)));
  };
  return { come: without(now, before), gone: without(before, now) };
}
