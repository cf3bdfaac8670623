import { useEffect, useState } from "react";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";

/** Id of the form that ticked rows and cards belong to. */
export const bundleForm = "print-bundle";

const ticks = () =>
  document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][form="${bundleForm}"]`);

interface BundleFormProps {
  /** Begins to print what is ticked; absent where it is being printed. */
  onStart?: ((ids: readonly string[]) => void) | undefined;
  busy: boolean;
}

/** Starts what is ticked, and downloads its files and tickets; where nothing is ticked, there is nothing to do. */
export function BundleForm({ onStart, busy }: BundleFormProps) {
  const { bundle: words, queue } = useProductionWords();
  const to = useLocalPath();
  const [count, setCount] = useState(0);
  const [isAll, setIsAll] = useState(false);
  useEffect(() => {
    const recount = () => {
      const ticked = [...ticks()].filter(({ checked }) => checked).length;
      setCount(ticked);
      setIsAll(ticked === ticks().length);
    };
    recount();
    document.addEventListener("change", recount);
    return () => document.removeEventListener("change", recount);
  });
  const tickAll = () => {
    for (const box of ticks()) box.checked = true;
    document.dispatchEvent(new Event("change"));
  };
  const start = () =>
    onStart?.([...ticks()].filter(({ checked }) => checked).map(({ value }) => value));
  return (
    <form
      id={bundleForm}
      method="get"
      action={to("/admin/customisations/print.zip")}
      className="sticky bottom-(--bottom-bar) z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ink bg-card py-3"
    >
      {onStart ? (
        <Button busy={busy} disabled={count === 0} onClick={start}>
          {queue.start(count)}
        </Button>
      ) : null}
      <Button type="submit" look={onStart ? "quiet" : "primary"} disabled={count === 0}>
        {words.download(count)}
      </Button>
      {isAll ? null : (
        <Button look="bare" onClick={tickAll}>
          {words.all}
        </Button>
      )}
      <p className="text-muted max-sm:hidden">{words.hint}</p>
    </form>
  );
}
