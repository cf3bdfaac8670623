import { useLanguage } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { SpecSide } from "#shop/designs/document/print-spec.ts";

interface SideTabsProps {
  sides: readonly SpecSide[];
  chosen: string;
  onChoose: (side: SpecSide) => void;
}

/** The sides of the goods; nothing where there is one. */
export function SideTabs({ sides, chosen, onChoose }: SideTabsProps) {
  const words = useDesignerWords();
  const language = useLanguage();
  if (sides.length < 2) return null;
  return (
    <fieldset className="flex justify-center border-t border-rule bg-card">
      <legend className="sr-only">{words.sides}</legend>
      {sides.map((side) => (
        <label
          key={side.id}
          className="relative grid min-h-11 min-w-24 place-items-center border-t-2 border-transparent px-4 text-sm has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-carbon"
        >
          <input
            type="radio"
            name="design-side"
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={side.id === chosen}
            onChange={() => onChoose(side)}
          />
          {side.name[language]}
        </label>
      ))}
    </fieldset>
  );
}
