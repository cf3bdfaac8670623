import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { useWords } from "#app/messages/shared/ui.ts";

/** Shown only when a page takes long enough to be waited for. */
const timeoutMs = 150;

export function ProgressLine() {
  const words = useWords();
  const waiting = useNavigation().state !== "idle";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!waiting) return setShown(false);
    const timer = setTimeout(() => setShown(true), timeoutMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {shown ? (
        <>
          <span className="sr-only">{words.loading}</span>
          <div className="progress-line h-0.5 origin-left bg-carbon" />
        </>
      ) : null}
    </div>
  );
}
