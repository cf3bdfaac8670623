import { useItemWords } from "#app/storefront/item/messages/item.ts";

/** Shows the minimum and the maximum pieces of a variant in one order. @param max null: the variant has no maximum */
export function PieceLimits({ min, max }: { min: number; max: number | null }) {
  const { limits } = useItemWords();
  if (min <= 1 && max === null) return null;
  const text =
    max === null ? limits.least(min) : min <= 1 ? limits.most(max) : limits.both(min, max);
  return <p className="text-sm">{text}</p>;
}
