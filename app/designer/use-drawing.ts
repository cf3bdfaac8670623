import { useEffect, useMemo, useRef, useState } from "react";
import { usePrintedLooks } from "#app/designer/fonts/printed-looks.ts";
import { useGonePictures } from "#app/designer/pictures/use-gone-pictures.ts";
import type { PrintedLooks } from "#shop/designs/colour-profiles/printed-look.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import type { Drawing } from "#shop/designs/draw/draw-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import type { FontLibrary } from "#shop/designs/text/typeface.ts";
import { useSettled } from "./use-settled.ts";
import { whenIdle } from "./when-idle.tsx";

export interface ShownDesign {
  readonly list: DisplayList;
  /** The drawing as it was before the last changes, for what may come a moment later than the outline of a letter. */
  readonly settled: DisplayList;
  /** What checks found in that drawing. */
  readonly findings: readonly Finding[];
  /** What they find now. */
  check(): readonly Finding[];
  /** `findings` are those of the document; else a font is still missing, so nothing was checked. */
  readonly isChecked: boolean;
  readonly fonts: FontLibrary;
  /** Null: they have not come yet. */
  readonly tools: DrawingTools | null;
  readonly looks: PrintedLooks | undefined;
  /** All fonts of the document are there, so `list` is the document as it is now. */
  readonly isCurrent: boolean;
  /** A font could not be fetched. */
  readonly isFontMissing: boolean;
  retry(): void;
  /** A picture is being sent or checked, so what is on the board is not all of the design. */
  onSending(isSending: boolean): void;
}

export type DrawingTools = typeof import("./late-drawing.ts");
export const loadDrawingTools = (): Promise<DrawingTools> => import("./late-drawing.ts");

const noFonts: FontLibrary = new Map();
const pictureWaits: Finding = { code: "picture_waits", severity: "blocks" };

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
  const [tools, setTools] = useState<DrawingTools | null>(null);
  const [isFontMissing, setFontMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  const hashes = Object.values(document.fonts).sort().join(" ");
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same fonts
  useEffect(() => {
    let isLatest = true;
    const load = async () => {
      try {
        const tools = await loadDrawingTools();
        const loaded = await tools.loadFonts(hashes.split(" ").filter(Boolean));
        if (!isLatest) return;
        setFontMissing(false);
        setTools(tools);
        setFonts((before) => new Map([...before, ...loaded]));
      } catch (error) {
        console.warn(error);
        if (isLatest) setFontMissing(true);
      }
    };
    // The server drew the first one: it can be pressed and moved before there are fonts and their shaper.
    const callOff = isFirst.current ? whenIdle(load) : undefined;
    if (!isFirst.current) void load();
    isFirst.current = false;
    return () => {
      isLatest = false;
      callOff?.();
    };
  }, [hashes, attempt]);

  useEffect(() => {
    if (!isFontMissing) return;
    const again = () => setAttempt((count) => count + 1);
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isFontMissing]);

  const isCurrent = hashes.split(" ").every((hash) => hash === "" || fonts.has(hash));
  const drawing = useMemo<Drawing | null>(
    () => (tools && isCurrent ? tools.drawDocument({ document, spec, fonts }) : null),
    [document, spec, fonts, tools, isCurrent],
  );
  const looks = usePrintedLooks(spec.process);
  const gone = useGonePictures(document);
  const now = useMemo(() => ({ document, drawing, values }), [document, drawing, values]);
  // The outline of a letter is painted before it is checked and priced.
  const settled = useSettled(now);
  const findingsOf = ({ document, drawing, values }: typeof now) => [
    ...(isSending ? [pictureWaits] : []),
    ...(tools && drawing
      ? tools.preflight({
          document,
          drawing,
          spec,
          looks,
          gone,
          ...(body === null ? {} : { body }),
          ...(values ? { values } : {}),
        })
      : []),
  ];
  const parts = [settled, spec, body, looks, gone, isSending];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of which it is made
  const findings = useMemo(() => findingsOf(settled), parts);
  const last = useRef(first);
  if (drawing) last.current = drawing.list;
  return {
    list: drawing?.list ?? last.current,
    settled: settled.drawing?.list ?? last.current,
    findings,
    check: () => (settled === now ? findings : findingsOf(now)),
    isChecked: settled.drawing !== null,
    fonts,
    tools,
    looks,
    isCurrent,
    isFontMissing,
    retry: () => setAttempt((count) => count + 1),
    onSending: setSending,
  };
}
