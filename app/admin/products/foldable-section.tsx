import { type ReactNode, useId, useState } from "react";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { Icon } from "#app/ui/icon.tsx";

interface FoldableSectionProps {
  title: string;
  hint?: string | undefined;
  /** Whether a phone shows the section at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A part of an editor that a phone folds to its title. With a refused field it is always unfolded, as on larger screens. */
export function FoldableSection({ title, hint, isOpen = false, children }: FoldableSectionProps) {
  const { editor: words } = useProductWords();
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(isOpen);
  return (
    <section className="border border-rule p-4">
      <header className="flex items-center justify-between gap-x-4">
        <h2 className="min-w-0 text-lg wrap-anywhere">{title}</h2>
        <button
          type="button"
          aria-label={isUnfolded ? words.fold(title) : words.unfold(title)}
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
          className="-my-2 grid size-11 shrink-0 place-items-center hover:text-carbon lg:hidden"
        >
          <Icon name={isUnfolded ? "chevron-up" : "chevron-down"} />
        </button>
      </header>
      <div
        id={id}
        className={`mt-4 grid grid-cols-[minmax(0,1fr)] content-start gap-4 ${isUnfolded ? "" : "max-lg:not-has-aria-invalid:hidden"}`}
      >
        {hint ? <p className="text-muted">{hint}</p> : null}
        {children}
      </div>
    </section>
  );
}
