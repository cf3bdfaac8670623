import { createContext, useEffect, useState } from "react";
import { whenIdle } from "#app/designer/when-idle.tsx";
import { useLocalPath } from "#app/language.ts";
import type { PrintedLooks } from "#shop/designs/colour-profiles/printed-look.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";

/** How the colours of the board look once they are printed; undefined: not known yet. */
export const PrintedLooksContext = createContext<PrintedLooks | undefined>(undefined);

/** Processes that may have a profile of their printer. */
const profiled: readonly PrintProcess[] = ["laser", "offset"];

/** By the profile of the process, where the shop has one; else what inks usually reach. Without a connection nothing is said. */
export function usePrintedLooks(process: PrintProcess): PrintedLooks | undefined {
  const address = useLocalPath()(`/api/printed-looks/${process}`);
  const [looks, setLooks] = useState<PrintedLooks>();
  useEffect(() => {
    let isLatest = true;
    const callOff = whenIdle(() => {
      loadLooks(process, address).then((found) => isLatest && setLooks(() => found), console.warn);
    });
    return () => {
      isLatest = false;
      callOff();
    };
  }, [process, address]);
  return looks;
}

async function loadLooks(process: PrintProcess, address: string): Promise<PrintedLooks> {
  const { looksOfTable, tableBytes, usualLooks } = await import(
    "#shop/designs/colour-profiles/printed-look.ts"
  );
  if (!profiled.includes(process)) return usualLooks(process);
  const answer = await fetch(address);
  if (answer.status === 204) return usualLooks(process);
  const table = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok || table.length !== tableBytes)
    throw new Error(`${address} answers ${answer.status}`);
  return looksOfTable(table);
}
