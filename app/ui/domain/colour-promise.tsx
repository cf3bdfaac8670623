import { useSpecialInkWords } from "#app/messages/shared/special-inks.ts";
import type { PrintProcess } from "#shop/designs/print-processes.ts";

/** What the shop promises of the colours that a process prints (decision 0144). */
export function ColourPromise({ process }: { process: PrintProcess }) {
  const { promises, promise } = useSpecialInkWords();
  return (
    <p className="border-l-2 border-rule pl-3 text-sm">
      <b>{promise}</b> {promises[process]}
    </p>
  );
}
