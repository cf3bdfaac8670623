import type { LocalText } from "#base/language.ts";
import type { DesignDocument, DocumentArea, Layer } from "#shop/designs/document/document.ts";
import { maxLayersOfASide } from "#shop/designs/document/document-limits.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { PrintSpec, SpecSide } from "#shop/designs/document/print-spec.ts";
import { resizeDocument } from "#shop/designs/document/resize-document.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import type { FontLibrary } from "#shop/designs/text/typeface.ts";

/** What is otherwise than in the design that somebody left, in the order of the sides. */
export type Move =
  /** An area has another size, so what lies in it was scaled. Millimetres. */
  | {
      readonly kind: "area_resized";
      readonly side: LocalText;
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
    }
  /** An area is not printed any more: its layers are kept, hidden, in another one. */
  | {
      readonly kind: "area_gone";
      /** Null: not even the former specification knows it. */
      readonly side: LocalText | null;
      readonly layers: number;
      readonly to: LocalText;
    }
  /** A layer has a finding that it did not have before, or a font that is not offered any more. */
  | { readonly kind: "layer"; readonly finding: Finding };

interface Revision {
  readonly id: string;
  readonly spec: PrintSpec;
}

/**
 * A design of a former revision of a print specification, for the one that its goods are printed by now. Nothing is lost: what is
 * in an area of another size is scaled to it, and what is in an area that is gone is hidden in the first one of its side, or
 * of the first side. Fonts that are not offered any more stay.
 */
export function fitToSpec(
  document: DesignDocument,
  from: PrintSpec,
  to: Revision,
  fonts: FontLibrary,
): { readonly document: DesignDocument; readonly moves: readonly Move[] } {
  const resized = resizeDocument(document, from, to);
  const { document: fitted, gone } = withoutGoneAreas(resized, from, to.spec);
  const before = keysOf(findingsOf(document, from, fonts));
  const own = hiddenIn(resized, fitted);
  const findings = findingsOf(fitted, to.spec, fonts).filter(
    (finding) =>
      finding.layer !== undefined &&
      !own.has(finding.layer) &&
      (finding.code === "font_retired" || !before.has(keyOf(finding))),
  );
  return {
    document: fitted,
    moves: [
      ...resizedAreas(document, from, to.spec),
      ...gone,
      ...findings.map((finding): Move => ({ kind: "layer", finding })),
    ],
  };
}

function findingsOf(document: DesignDocument, spec: PrintSpec, fonts: FontLibrary): Finding[] {
  return preflight({ document, spec, drawing: drawDocument({ document, spec, fonts }) });
}

const keyOf = ({ code, layer }: Finding) => `${code} ${layer ?? ""}`;
const keysOf = (findings: readonly Finding[]) => new Set(findings.map(keyOf));

/** Areas with layers whose size is another one. */
function resizedAreas(document: DesignDocument, from: PrintSpec, to: PrintSpec): Move[] {
  return document.sides.flatMap((side) =>
    side.areas.flatMap(({ id, layers }): Move[] => {
      const old = areaOf(from, side.id, id);
      const own = areaOf(to, side.id, id);
      const name = sideOf(to, side.id)?.name;
      if (!old || !own || !name || layers.length === 0) return [];
      if (old.w === own.w && old.h === own.h) return [];
      return [{ kind: "area_resized", side: name, from: [old.w, old.h], to: [own.w, own.h] }];
    }),
  );
}

function withoutGoneAreas(
  document: DesignDocument,
  from: PrintSpec,
  to: PrintSpec,
): { document: DesignDocument; gone: Move[] } {
  const [firstSide] = to.sides;
  if (!firstSide) throw new Error("a specification has a side");
  const gone: Move[] = [];
  const kept = new Map<string, DocumentArea[]>();
  const moved = new Map<string, Layer[]>();
  for (const side of document.sides)
    for (const area of side.areas) {
      const target = sideOf(to, side.id) ?? firstSide;
      if (areaOf(to, side.id, area.id) !== undefined) {
        kept.set(side.id, [...(kept.get(side.id) ?? []), area]);
        continue;
      }
      if (area.layers.length === 0) continue;
      const hidden = area.layers.map((layer) => inMiddleOf(target, layer));
      moved.set(target.id, [...(moved.get(target.id) ?? []), ...hidden]);
      gone.push({
        kind: "area_gone",
        side: sideOf(from, side.id)?.name ?? null,
        layers: area.layers.length,
        to: target.name,
      });
    }
  if (gone.length === 0) return { document, gone };
  const sides = to.sides.flatMap(({ id, areas: [first] }) => {
    const areas = kept.get(id) ?? [];
    const hidden = moved.get(id) ?? [];
    if (hidden.length === 0 || !first) return areas.length > 0 ? [{ id, areas }] : [];
    const own = areas.find((area) => area.id === first.id) ?? { id: first.id, layers: [] };
    const others = areas.filter((area) => area !== own);
    return [{ id, areas: [{ ...own, layers: [...hidden, ...own.layers] }, ...others] }];
  });
  const isTooFull = sides.some(
    ({ areas }) => areas.flatMap((area) => [...layersOf(area)]).length > maxLayersOfASide,
  );
  // More than a document may have: it stays as it is, and the checks say which side is gone.
  return isTooFull ? { document, gone: [] } : { document: { ...document, sides }, gone };
}

/** Hidden, so that nothing is printed which nobody placed there. */
function inMiddleOf({ areas: [area] }: SpecSide, layer: Layer): Layer {
  const { w = layer.w, h = layer.h } = area ?? {};
  return { ...layer, hidden: true, x: rounded(w / 2), y: rounded(h / 2) };
}

/** Ids of layers that are hidden in one document and not in the other. */
function hiddenIn(before: DesignDocument, after: DesignDocument): Set<string> {
  const hidden = ({ sides }: DesignDocument) =>
    sides.flatMap(({ areas }) =>
      areas.flatMap(({ layers }) => layers.flatMap((one) => (one.hidden ? one.id : []))),
    );
  const already = new Set(hidden(before));
  return new Set(hidden(after).filter((id) => !already.has(id)));
}

const sideOf = ({ sides }: PrintSpec, id: string) => sides.find((side) => side.id === id);
const areaOf = (spec: PrintSpec, side: string, id: string) =>
  sideOf(spec, side)?.areas.find((area) => area.id === id);
