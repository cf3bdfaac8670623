import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { PrintedLooks } from "#shop/designs/colour-profiles/printed-look.ts";
import type { DisplayList } from "#shop/designs/display-list.ts";
import type { DesignDocument } from "#shop/designs/document.ts";
import { type Drawing, drawDocument } from "#shop/designs/draw-document.ts";
import type { Finding } from "#shop/designs/finding.ts";
import { preflight } from "#shop/designs/preflight.ts";
import type { PrintSpec } from "#shop/designs/print-spec.ts";
import type { FontLibrary } from "#shop/designs/typeface.ts";
import { loadFonts } from "./browser-fonts.ts";
import { usePrintedLooks } from "./printed-looks.ts";
import { whenIdle } from "./when-idle.tsx";

export interface ShownDesign {
  readonly list: DisplayList;
  readonly findings: readonly Finding[];
  readonly fonts: FontLibrary;
  readonly looks: PrintedLooks | undefined;
  /** All fonts of the document are there, so `list` is the document as it is now. */
  readonly isCurrent: boolean;
  /** A font could not be fetched. */
  readonly isFontMissing: boolean;
  retry(): void;
}

const noFonts: FontLibrary = new Map();

/**
 * Draws a document in the browser. Until its fonts are there, the last drawing stays: first that of the server.
 * @param first drawn by the server
 * @param body colour of the goods, for the contrast of words
 * @param values words of the document's fields; without them, a field has words to be replaced
 */
export function useDrawing(
  document: DesignDocument,
  spec: PrintSpec,
  first: DisplayList,
  body: string | null,
  values?: Readonly<Record<string, string>>,
): ShownDesign {
  const [fonts, setFonts] = useState(noFonts);
  const [isFontMissing, setFontMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const hashes = Object.values(document.fonts).sort().join(" ");
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same fonts
  useEffect(() => {
    let isLatest = true;
    const load = () =>
      loadFonts(hashes.split(" ").filter(Boolean)).then(
        (loaded) => {
          if (!isLatest) return;
          setFontMissing(false);
          setFonts((before) => new Map([...before, ...loaded]));
        },
        (error) => {
          console.warn(error);
          if (isLatest) setFontMissing(true);
        },
      );
    // The server drew the first one: it can be pressed and moved before there are fonts and their shaper.
    const callOff = isFirst.current ? whenIdle(load) : undefined;
    if (!isFirst.current) void load();
    isFirst.current = false;
    return () => {
      isLatest = false;
      callOff?.();
    };
  }, [hashes, attempt]);

  const isCurrent = hashes.split(" ").every((hash) => hash === "" || fonts.has(hash));
  const drawing = useMemo<Drawing | null>(
    () => (isCurrent ? drawDocument({ document, spec, fonts }) : null),
    [document, spec, fonts, isCurrent],
  );
  const looks = usePrintedLooks(spec.process);
  // The outline of a letter is painted before it is checked.
  const checked = useDeferredValue(useMemo(() => ({ document, drawing }), [document, drawing]));
  const findings = useMemo(
    () =>
      checked.drawing
        ? preflight({
            ...{ document: checked.document, drawing: checked.drawing, spec },
            ...(body === null ? {} : { body }),
            looks,
            ...(values ? { values } : {}),
          })
        : [],
    [checked, spec, body, values, looks],
  );
  const last = useRef(first);
  if (drawing) last.current = drawing.list;
  return {
    list: drawing?.list ?? last.current,
    findings,
    fonts,
    looks,
    isCurrent,
    isFontMissing,
    retry: () => setAttempt((count) => count + 1),
  };
}
