import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { checkJson, type JsonProblem } from "./check-json.ts";
import { type Box, rounded } from "./geometry.ts";
import { boundsOf, fromPath } from "./outline.ts";
import { type PrintProcess, printProcesses } from "./print-processes.ts";

/*
 * The print specification of a product: its process, its sides and the areas that can be printed, in millimetres on the
 * product (docs/why/designs.md). A stored revision never changes.
 */

/** Processes on cloth: they have no trim, so no bleed. */
const onCloth: readonly PrintProcess[] = ["dtf", "dtg", "screen"];

export const maxSpecBytes = 200_000;

const id = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
const label = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60));
const words = v.strictObject({ id: label, en: label });
const millimetres = (from: number, to: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(from), v.maxValue(to), v.transform(rounded));
const whole = (from: number, to: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));
const path = v.pipe(
  v.string(),
  v.maxLength(20_000),
  // One space between two numbers: digits that could be one number or two take exponential time.
  v.regex(
    /^M-?\d+(?:\.\d{1,3})? -?\d+(?:\.\d{1,3})?(?:[MLQC]-?\d+(?:\.\d{1,3})?(?: -?\d+(?:\.\d{1,3})?)* ?|Z)*$/,
  ),
  v.check(isComplete, "Numbers are missing"),
);
const percent = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(100));

const paletteColour = v.strictObject({
  id,
  name: words,
  hex: v.pipe(
    v.string(),
    v.regex(/^#[0-9a-f]{6}$/i),
    v.transform((value) => value.toLowerCase()),
  ),
  /** What a press prints of it, in per cent. */
  cmyk: v.optional(v.strictTuple([percent, percent, percent, percent])),
  /** Name of the ink on the printer's chart, e.g. `Pantone 186 C`: its plate has that name. */
  spot: v.optional(label),
});

const area = v.strictObject({
  id,
  name: v.optional(words),
  shape: v.picklist(["rect", "ellipse", "path"]),
  /** Where the shape is `path`: the trim line from the area's corner. */
  path: v.optional(path),
  x: millimetres(-2_000, 2_000),
  y: millimetres(-2_000, 2_000),
  w: millimetres(1, 2_000),
  h: millimetres(1, 2_000),
  /** Print beyond the trim. */
  bleed: millimetres(0, 20),
  /** Distance from the trim that text keeps. */
  safe: millimetres(0, 1_000),
  /** The left edge meets the right edge, as round a mug. */
  wrap: v.boolean(),
  dpi: v.strictObject({
    target: whole(30, 1_200),
    min: whole(20, 1_200),
    floor: whole(10, 1_200),
  }),
  /** Zones without print, from the area's corner. */
  holes: v.optional(v.pipe(v.array(path), v.maxLength(20)), []),
  tools: v.pipe(v.array(v.picklist(["text", "image", "shape", "clip"])), v.minLength(1)),
  fonts: v.union([v.literal("all"), v.pipe(v.array(id), v.minLength(1), v.maxLength(60))]),
  colours: v.union([
    v.literal("any"),
    v.pipe(v.array(paletteColour), v.minLength(1), v.maxLength(120)),
  ]),
  maxInks: v.optional(whole(1, 12)),
  maxLayers: whole(1, 100),
  minStroke: millimetres(0, 10),
  minText: millimetres(0, 50),
  underbase: v.picklist(["none", "auto", "full"]),
  cut: v.picklist(["none", "area", "contour"]),
  mirror: v.boolean(),
});

const rupiah = whole(0, 1_000_000_000);
/**
 * What a price rule counts; the amounts are rupiah, `percent` is of the base price. `setup` is paid once for a design in an
 * order (docs/why/designs.md), all others for each piece.
 */
const priceRule = v.variant("kind", [
  v.strictObject({
    kind: v.picklist(["piece", "side", "area", "ink", "picture", "setup"]),
    label: words,
    amount: rupiah,
  }),
  v.strictObject({
    kind: v.literal("quantity"),
    label: words,
    /** What a piece costs from so many pieces of the design on; the first step begins at 1, and no step is dearer. */
    steps: v.pipe(
      v.array(v.strictObject({ from: whole(1, 5_000), amount: rupiah })),
      v.minLength(1),
      v.maxLength(12),
    ),
  }),
  v.strictObject({ kind: v.literal("letter"), label: words, amount: rupiah, above: whole(0, 500) }),
  v.strictObject({
    kind: v.literal("percent"),
    label: words,
    /** Hundredths of a per cent. */
    basisPoints: whole(0, 100_000),
  }),
]);

const specSchema = v.strictObject({
  v: v.literal(1),
  process: v.picklist(printProcesses),
  policy: v.picklist(["self", "review", "proof"]),
  /** Estimated work on one piece. */
  minutes: whole(0, 10_000),
  /** Days on which the shop ships that it takes to print an order, before it leaves. */
  days: v.optional(whole(0, 60), 0),
  sides: v.pipe(
    v.array(
      v.strictObject({
        id,
        name: words,
        areas: v.pipe(v.array(area), v.minLength(1), v.maxLength(8)),
      }),
    ),
    v.minLength(1),
    v.maxLength(6),
  ),
  mockups: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          id,
          kit: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
          sides: v.record(id, id),
          bodyFromVariant: v.boolean(),
        }),
      ),
      v.maxLength(20),
    ),
    [],
  ),
  price: v.optional(v.pipe(v.array(priceRule), v.maxLength(40)), []),
  templates: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(100)), []),
});

export type PrintSpec = v.InferOutput<typeof specSchema>;
export type SpecSide = PrintSpec["sides"][number];
export type SpecArea = SpecSide["areas"][number];
export type PriceRule = PrintSpec["price"][number];

export type SpecProblemCode =
  | JsonProblem
  | "not_a_spec"
  | "duplicate_id"
  | "safe_too_wide"
  | "dpi_disorder"
  | "bleed_on_cloth"
  | "path_missing"
  | "path_outside"
  | "hole_outside"
  | "wrap_needs_rectangle"
  | "screen_needs_inks"
  | "quantity_table_disorder"
  | "mockup_side_unknown";

/** `path` is where the specification breaks the rule, e.g. `sides.0.areas.1.safe`. */
export interface SpecProblem {
  readonly code: SpecProblemCode;
  readonly path: string;
}

/** Reads a specification as staff sent it; all problems between members at once, of the schema the first. */
export function readPrintSpec(input: unknown): Result<PrintSpec, SpecProblem[]> {
  const unfit = checkJson(input, maxSpecBytes);
  if (unfit) return fail([unfit]);
  const read = v.safeParse(specSchema, input);
  if (!read.success)
    return fail(
      read.issues.map((issue) => ({ code: "not_a_spec", path: v.getDotPath(issue) ?? "" })),
    );
  const problems = [...problemsOf(read.output)];
  return problems.length > 0 ? fail(problems) : ok(read.output);
}

function* problemsOf(spec: PrintSpec): Generator<SpecProblem> {
  yield* duplicates(spec.sides, "sides");
  for (const [index, side] of spec.sides.entries()) {
    yield* duplicates(side.areas, `sides.${index}.areas`);
    for (const [at, area] of side.areas.entries())
      yield* problemsOfArea(area, spec.process, `sides.${index}.areas.${at}`);
  }
  yield* duplicates(spec.mockups, "mockups");
  const known = new Set(spec.sides.map(({ id }) => id));
  for (const [index, mockup] of spec.mockups.entries())
    if (Object.keys(mockup.sides).some((id) => !known.has(id)))
      yield { code: "mockup_side_unknown", path: `mockups.${index}.sides` };
  for (const [index, rule] of spec.price.entries())
    if (rule.kind === "quantity" && !isTable(rule.steps))
      yield { code: "quantity_table_disorder", path: `price.${index}.steps` };
}

function isTable(steps: readonly { from: number; amount: number }[]): boolean {
  return steps.every(({ from, amount }, index) => {
    const before = steps[index - 1];
    return before ? from > before.from && amount <= before.amount : from === 1;
  });
}

function* problemsOfArea(
  area: SpecArea,
  process: PrintProcess,
  at: string,
): Generator<SpecProblem> {
  const { dpi } = area;
  if (area.safe * 2 > Math.min(area.w, area.h)) yield { code: "safe_too_wide", path: `${at}.safe` };
  if (dpi.floor > dpi.min || dpi.min > dpi.target)
    yield { code: "dpi_disorder", path: `${at}.dpi` };
  if (area.bleed > 0 && onCloth.includes(process))
    yield { code: "bleed_on_cloth", path: `${at}.bleed` };
  if (process === "screen" && area.colours === "any")
    yield { code: "screen_needs_inks", path: `${at}.colours` };
  if (area.wrap && area.shape !== "rect")
    yield { code: "wrap_needs_rectangle", path: `${at}.wrap` };
  if (area.shape === "path" && area.path === undefined)
    yield { code: "path_missing", path: `${at}.path` };
  if (area.path !== undefined && !isInside(area.path, area))
    yield { code: "path_outside", path: `${at}.path` };
  for (const [index, hole] of area.holes.entries())
    if (!isInside(hole, area)) yield { code: "hole_outside", path: `${at}.holes.${index}` };
  if (area.colours !== "any") yield* duplicates(area.colours, `${at}.colours`);
}

function* duplicates(items: readonly { id: string }[], at: string): Generator<SpecProblem> {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) yield { code: "duplicate_id", path: `${at}.${index}.id` };
    seen.add(id);
  }
}

function isInside(path: string, { w, h }: { w: number; h: number }): boolean {
  const box: Box | null = boundsOf(fromPath(path));
  return box !== null && box.left >= 0 && box.top >= 0 && box.right <= w && box.bottom <= h;
}

/** Each operation has the numbers that it needs. */
function isComplete(path: string): boolean {
  return [...path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].every(([, op = "", numbers = ""]) => {
    const count = numbers.trim() === "" ? 0 : numbers.trim().split(" ").length;
    return count === { M: 2, L: 2, Q: 4, C: 6, Z: 0 }[op];
  });
}
