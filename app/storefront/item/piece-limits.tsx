import { useItemWords } from "#app/storefront/item/messages/item.ts";

/** The limits of a variant in an order, where it has any. @param max null without a maximum of its own */
export function PieceLimits({ min, max }: { min: number; max: number | null }) {
  const { limits } = useItemWords();
  if (min <= 1 && max === null) return null;
  const text =
    max === null ? limits.least(min) : min <= 1 ? limits.most(max) : limits.both(min, max);
  return <p className="text-sm">{text}</p>;
}
