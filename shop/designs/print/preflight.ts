import type { PrintedLooks } from "#shop/designs/colour-profiles/printed-look.ts";
import type {
  DesignDocument,
  DocumentArea,
  Layer,
  TextLayer,
} from "#shop/designs/document/document.ts";
import { shownSlots, slotsOf } from "#shop/designs/document/photo-slots.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import type { DisplayArea, DisplayItem } from "#shop/designs/draw/display-list.ts";
import type { Drawing } from "#shop/designs/draw/draw-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { holds } from "#shop/designs/draw/flatten.ts";
import { dpiOf, extentOf } from "#shop/designs/draw/printed-pixels.ts";
import {
  boxOf,
  coveredOf,
  type DisplayLeaf,
  flat,
  inksOf,
  leavesOf,
} from "#shop/designs/draw/summarise.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { fontWith } from "#shop/designs/fonts/font-with.ts";
import { checkContrast, checkLooks, checkPalette } from "./preflight-colours.ts";
import { checkPlace } from "./preflight-place.ts";

/*
 * What would make a bad print, before the cart and again for staff. Pure: browser and server find the same. Words for a
 * code are in the message catalogue.
 */

export interface PreflightInput {
  readonly document: DesignDocument;
  readonly spec: PrintSpec;
  readonly drawing: Drawing;
  readonly values?: Readonly<Record<string, string>>;
  /** Colour of the product, as #rrggbb; absent: contrast is not checked. */
  readonly body?: string;
  /** How colours look once they are printed; absent: that is not checked. */
  readonly looks?: PrintedLooks | undefined;
  /** Pictures that the shop does not have any more, by SHA-256. */
  readonly gone?: ReadonlySet<string>;
}

/** All findings, those that block first, each group in the order of the document. */
export function preflight(input: PreflightInput): Finding[] {
  const { document, spec, drawing } = input;
  const findings: Finding[] = [...emptySlots(input), ...fieldsOf(input), ...drawProblems(input)];
  const isEmpty = drawing.list.sides.every(({ areas }) =>
    areas.every((area) => coveredOf(area) === null),
  );
  // A slot that waits for a photograph says more, and the slots of a template are what it prints.
  const hasSlots = slotsOf(document).some(({ field }) => input.values?.[field]);
  if (isEmpty && !hasSlots && !findings.some(isMissingPhoto))
    findings.push({ code: "design_empty", severity: "blocks" });
  for (const side of spec.sides)
    for (const area of side.areas) {
      const drawn = drawing.list.sides
        .find(({ id }) => id === side.id)
        ?.areas.find(({ id }) => id === area.id);
      const layers = document.sides
        .find(({ id }) => id === side.id)
        ?.areas.find(({ id }) => id === area.id);
      if (!drawn || !layers) continue;
      for (const finding of checkArea(input, area, drawn, layers))
        findings.push({ ...finding, side: side.id, area: area.id });
    }
  return [
    ...findings.filter(({ severity }) => severity === "blocks"),
    ...findings.filter(({ severity }) => severity === "warns"),
  ];
}

/** A slot that needs a photograph has none. */
export const isMissingPhoto = ({ code, severity }: Pick<Finding, "code" | "severity">): boolean =>
  code === "slot_empty" && severity === "blocks";

function* drawProblems({ document, drawing, spec }: PreflightInput): Generator<Finding> {
  const layers = layersById(document);
  for (const problem of drawing.problems) {
    const layer = problem.layer === undefined ? undefined : layers.get(problem.layer);
    const { code, width, ...place } = problem;
    const isWarning = code === "arc_straightened" || code === "text_empty";
    // The field's own finding says more; an optional field may stay empty.
    if (code === "text_empty" && layer?.kind === "text" && layer.field !== undefined) continue;
    yield {
      ...place,
      code,
      severity: isWarning ? "warns" : "blocks",
      ...(layer ? { name: nameOf(layer) } : {}),
      ...(width === undefined ? {} : { millimetres: width }),
      ...repairOf(code, layer, areaOf(spec, problem)),
    };
  }
}

function areaOf(
  { sides }: PrintSpec,
  { side, area }: { readonly side: string; readonly area?: string },
): SpecArea | undefined {
  return sides.find(({ id }) => id === side)?.areas.find(({ id }) => id === area);
}

function repairOf(
  code: Finding["code"],
  layer: Layer | undefined,
  area: SpecArea | undefined,
): Pick<Finding, "repair"> {
  if (code === "text_empty") return { repair: { kind: "remove" } };
  const lacksLetter = code === "letter_missing" || code === "emoji_missing";
  // The words of a field are its buyers'.
  if (!lacksLetter || !area || layer?.kind !== "text" || layer.field !== undefined) return {};
  const font = fontWith(layer.text, area, layer.font);
  return font ? { repair: { kind: "font", font: font.id, family: font.family } } : {};
}

function layersById(document: DesignDocument): Map<string, Layer> {
  const areas = document.sides.flatMap(({ areas }) => areas);
  return new Map(areas.flatMap((area) => [...layersOf(area)].map((layer) => [layer.id, layer])));
}

/** Empty: a layer without words that nobody named. */
const nameOf = (layer: Layer) => layer.name ?? (layer.kind === "text" ? layer.text : "");

type TextRule = Exclude<DesignDocument["fields"][number]["rule"], "photo">;
/** Each matches one character that a field takes. */
const rules: Readonly<Record<TextRule, RegExp>> = {
  name: /[\p{L}\p{M}\p{N} .,'’&()\-/]/u,
  number: /[0-9]/,
  date: /[\p{L}\p{N} .,/-]/u,
  free: /^/,
};

function* fieldsOf(input: PreflightInput): Generator<Finding> {
  const { document, values = {} } = input;
  for (const { id, max, rule, required } of document.fields) {
    if (rule === "photo") continue;
    const value = (values[id] ?? "").trim();
    const users = [...layersById(document).values()].filter(
      (layer): layer is TextLayer => layer.kind === "text" && layer.field === id,
    );
    const [layer] = users;
    const at = layer ? { layer: layer.id, name: nameOf(layer) } : {};
    if (value === "" && required) yield { ...at, code: "field_missing", severity: "blocks" };
    else if (values[id] === undefined && layer)
      yield { ...at, code: "template_words", severity: "warns" };
    if ([...value].length > max) yield { ...at, code: "field_too_long", severity: "blocks" };
    const letter = [...value].find((one) => !rules[rule].test(one));
    if (letter !== undefined) yield { ...at, code: "field_invalid", severity: "blocks", letter };
  }
}

/** Open slots for which there is no photograph. */
function* emptySlots({ document, values = {} }: PreflightInput): Generator<Finding> {
  const required = new Set(document.fields.flatMap((field) => (field.required ? field.id : [])));
  for (const slot of shownSlots(document)) {
    if (values[slot.field]) continue;
    const severity = required.has(slot.field) ? "blocks" : "warns";
    yield { code: "slot_empty", severity, layer: slot.id, name: nameOf(slot) };
  }
}

function* checkArea(
  { document, body, gone, spec, looks }: PreflightInput,
  area: SpecArea,
  drawn: DisplayArea,
  layers: DocumentArea,
): Generator<Finding> {
  const all = [...layersOf(layers)];
  const leaves = all.filter(({ kind }) => kind !== "group");
  if (all.length > area.maxLayers) yield { code: "too_many_layers", severity: "blocks" };
  if (leaves.length > 0 && drawn.items.length === 0 && all.some(({ hidden }) => hidden))
    yield { code: "only_hidden_layers", severity: "warns" };
  for (const layer of all) yield* checkLayer(layer, area, document, gone);
  const items = flat(drawn.items);
  for (const [index, item] of items.entries()) {
    const layer = all.find(({ id }) => id === item.layer);
    if (!layer) continue;
    const at = { layer: layer.id, name: nameOf(layer) };
    for (const finding of [
      ...checkPlace(item, drawn, area.wrap),
      ...checkItem(item, area),
      ...checkPalette(item, area),
      ...checkContrast(items, index, body, area),
    ])
      yield { ...finding, ...at };
  }
  for (const finding of looks ? checkLooks(items, area, looks) : []) {
    const layer = all.find(({ id }) => id === finding.layer);
    if (layer) yield { ...finding, name: nameOf(layer) };
  }
  yield* textUnderPictures(items, all);
  if (area.wrap) yield* coveredWords(drawn, all);
  const inks = inksOf(drawn.items);
  if (area.maxInks !== undefined && inks.length > area.maxInks && spec.process === "screen")
    yield { code: "too_many_inks", severity: "blocks" };
}

/** Finds text inside the box of an opaque picture above it. The file may have transparent parts, so this is only a warning. */
function* textUnderPictures(
  items: readonly DisplayLeaf[],
  all: readonly Layer[],
): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    if (item.kind !== "path" || item.text === undefined) continue;
    const box = boxOf(item);
    const cover = items.slice(index + 1).find((other) => {
      const outer = other.kind === "picture" && other.opacity === undefined && boxOf(other);
      return box !== null && outer && holds(outer, box);
    });
    const [layer, above] = [item, cover].map((leaf) => all.find(({ id }) => id === leaf?.layer));
    if (layer && above)
      yield {
        code: "text_covered",
        severity: "warns",
        layer: layer.id,
        name: nameOf(layer),
        other: nameOf(above),
      };
  }
}

/** Where what goes on beyond the seam of an area covers words there, or words go on below something else. */
function* coveredWords({ items }: DisplayArea, all: readonly Layer[]): Generator<Finding> {
  const leaves = leavesOf(items);
  const found = new Set<string>();
  for (const [index, copy] of leaves.entries()) {
    if (copy.seam === undefined) continue;
    for (const [other, item] of leaves.entries()) {
      const key = `${copy.layer} ${item.layer}`;
      if (item.seam !== undefined || item.layer === copy.layer || found.has(key)) continue;
      const lower = index < other ? copy : item;
      if (lower.kind !== "path" || lower.text === undefined || !meets(copy, item)) continue;
      found.add(key);
      const [layer, covered] = [copy, item].map(({ layer }) => all.find(({ id }) => id === layer));
      if (layer && covered)
        yield {
          code: "seam_covers",
          severity: "warns",
          layer: layer.id,
          name: nameOf(layer),
          other: nameOf(covered),
        };
    }
  }
}

/** Whether the boxes of two items have something in common. */
function meets(one: DisplayItem, other: DisplayItem): boolean {
  const [a, b] = [boxOf(one), boxOf(other)];
  return (
    a !== null &&
    b !== null &&
    a.left < b.right &&
    b.left < a.right &&
    a.top < b.bottom &&
    b.top < a.bottom
  );
}

function* checkLayer(
  layer: Layer,
  area: SpecArea,
  document: DesignDocument,
  gone: ReadonlySet<string> | undefined,
): Generator<Finding> {
  const at = { layer: layer.id, name: nameOf(layer) };
  if (layer.hidden)
    yield { ...at, code: "layer_hidden", severity: "warns", repair: { kind: "show" } };
  const tool = layer.kind === "slot" ? "image" : layer.kind;
  if (tool !== "group" && !area.tools.includes(tool))
    yield { ...at, code: "tool_not_allowed", severity: "blocks", repair: { kind: "remove" } };
  if (layer.kind === "image" && gone?.has(layer.asset))
    yield { ...at, code: "picture_gone", severity: "blocks", repair: { kind: "remove" } };
  if (layer.kind !== "text") return;
  if (area.fonts !== "all" && !area.fonts.includes(layer.font))
    yield { ...at, code: "font_not_allowed", severity: "blocks" };
  const font = fontCatalogue.find(({ sha256 }) => sha256 === document.fonts[layer.font]);
  if (font?.isRetired) yield { ...at, code: "font_retired", severity: "warns" };
  if (/(?<!\p{L})(\p{L}{2,}) \1(?!\p{L})/iu.test(layer.text))
    yield { ...at, code: "word_doubled", severity: "warns" };
}

/** Problems of the item's own size and colours. */
function* checkItem(
  item: Exclude<DisplayItem, { kind: "group" }>,
  area: SpecArea,
): Generator<Finding> {
  if (item.kind === "picture") {
    const dpi = Math.floor(dpiOf(item));
    const { target, min, floor } = area.dpi;
    if (dpi >= target) return;
    const wanted = dpi < min ? min : target;
    const { across, down } = extentOf(item.matrix);
    const share = Math.floor((dpiOf(item) / wanted) * 10_000) / 10_000;
    const shrunk = (length: number) => Math.floor(length * share * 1000) / 1000;
    const code = dpi < floor ? "dpi_below_floor" : dpi < min ? "dpi_below_min" : "dpi_below_target";
    yield {
      code,
      severity: dpi < floor ? "blocks" : "warns",
      dpi,
      repair: { kind: "resize", w: shrunk(across), h: shrunk(down) },
    };
    return;
  }
  const { stroke, size } = item;
  if (stroke && stroke.width < area.minStroke)
    yield {
      code: "stroke_too_thin",
      severity: "warns",
      millimetres: stroke.width,
      repair: { kind: "stroke", width: area.minStroke },
    };
  if (size !== undefined && size < area.minText)
    yield {
      code: "text_too_small",
      severity: "blocks",
      millimetres: size,
      repair: { kind: "size", size: area.minText },
    };
}
