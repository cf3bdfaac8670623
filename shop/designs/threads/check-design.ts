import { type DisplayList, displayText } from "#shop/designs/draw/display-list.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { drawingLimits } from "#shop/designs/draw/drawing-limits.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { type PreflightInput, preflight } from "#shop/designs/print/preflight.ts";

/** Maximum characters of a stored display list; the longest of the golden designs has a tenth. */
const maxDisplayLength = 1_500_000;

export type DesignToCheck = Pick<PreflightInput, "document" | "spec" | "values" | "body">;

export interface CheckedDesign {
  readonly findings: readonly Finding[];
  /** Null when a finding blocks, or when the list is longer than `maxDisplayLength` and was not checked. */
  readonly list: DisplayList | null;
}

/** Draws a design and checks the drawing. */
export async function checkDesign(design: DesignToCheck): Promise<CheckedDesign> {
  const limits = drawingLimits(design.document, design.spec);
  if (limits.length > 0) return { findings: limits, list: null };
  const drawing = drawDocument({ ...design, fonts: await loadFonts() });
  const { list } = drawing;
  if (isTooLong(list)) return { findings: [], list: null };
  const findings = preflight({ ...design, drawing });
  const isBlocked = findings.some(({ severity }) => severity === "blocks");
  return { findings, list: isBlocked ? null : list };
}

/** Draws a design that may be unfinished. @returns null when it exceeds the drawing limits */
export async function drawDraft({
  document,
  spec,
}: Pick<DesignToCheck, "document" | "spec">): Promise<DisplayList | null> {
  if (drawingLimits(document, spec).length > 0) return null;
  const { list } = drawDocument({ document, spec, fonts: await loadFonts() });
  return isTooLong(list) ? null : list;
}

const isTooLong = (list: DisplayList) => displayText(list).length > maxDisplayLength;
