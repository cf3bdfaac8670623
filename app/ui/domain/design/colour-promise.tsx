import { usePrintedColourWords } from "#app/messages/shared/printed-colours.ts";
import { useSpecialInkWords } from "#app/messages/shared/special-inks.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";

interface ColourPromiseProps {
  process: PrintProcess;
  /** Name of the printer's colour profile; null without one. */
  profile: string | null;
}

/** What the shop promises of the colours that a process prints (docs/why/designs.md). */
export function ColourPromise({ process, profile }: ColourPromiseProps) {
  const { promises, promise } = useSpecialInkWords();
  const printed = usePrintedColourWords();
  return (
    <p className="border-l-2 border-rule pl-3 text-sm">
      <b>{promise}</b> {profile === null ? promises[process] : printed.promise(profile)}
    </p>
  );
}
