import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { Layer } from "#shop/designs/document/document.ts";

/** Groups of a layer's properties. Phones show one group at a time. */
export type PropertyGroup = "font" | "size" | "colour" | "picture" | "place" | "more";

/** The groups of each kind of layer; the first one is open. */
export const groupsOf = {
  text: ["font", "size", "colour", "place", "more"],
  shape: ["colour", "place", "more"],
  clip: ["colour", "place", "more"],
  image: ["picture", "place", "more"],
  slot: ["place", "more"],
  group: ["place", "more"],
} as const satisfies Record<Layer["kind"], readonly PropertyGroup[]>;

interface GroupChipsProps {
  groups: readonly PropertyGroup[];
  chosen: PropertyGroup;
  onChoose: (group: PropertyGroup) => void;
}

export function GroupChips({ groups, chosen, onChoose }: GroupChipsProps) {
  const { properties, groups: words } = useDesignerWords();
  return (
    <fieldset aria-label={properties} className="flex flex-wrap gap-1.5">
      {groups.map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={group === chosen}
          className={`min-h-11 min-w-11 grow border px-2 text-sm hover:border-ink ${group === chosen ? "border-ink bg-ink text-paper" : "border-control bg-card"}`}
          onClick={() => onChoose(group)}
        >
          {words[group]}
        </button>
      ))}
    </fieldset>
  );
}
