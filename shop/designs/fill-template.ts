import type { DesignDocument, Layer } from "./document.ts";
import { type Drawing, drawDocument } from "./draw-document.ts";
import type { FindingCode } from "./finding.ts";
import { preflight } from "./preflight.ts";
import type { PrintSpec } from "./print-spec.ts";
import type { FontLibrary } from "./typeface.ts";

/** Why a design cannot be printed with these values. */
export interface ValueProblem {
  /** Null: the problem is not in a field. */
  readonly field: string | null;
  readonly code: FindingCode;
  /** The field's most letters. */
  readonly max?: number;
  /** The letter that cannot be printed. */
  readonly letter?: string;
}

interface Template {
  readonly document: DesignDocument;
  readonly spec: PrintSpec;
}

interface Filled {
  /** The template as it is printed, without its fields. */
  readonly document: DesignDocument;
  readonly drawing: Drawing;
  /** None: it can be printed. */
  readonly problems: readonly ValueProblem[];
}

/** Draws a template with what was typed into its fields. */
export function fillTemplate(
  { document: template, spec }: Template,
  typed: Readonly<Record<string, string>>,
  fonts: FontLibrary,
): Filled {
  const values = new Map(template.fields.map(({ id }) => [id, printedValue(typed, id)]));
  const document = fillFields(template, values);
  const drawing = drawDocument({ document, spec, fonts });
  const problems = problemsOf(template, spec, drawing, Object.fromEntries(values));
  return { document, drawing, problems };
}

/** A value as it is printed: composed letters, single spaces. */
export function printedValue(typed: Readonly<Record<string, string>>, field: string): string {
  return (typed[field] ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
}

/** What keeps the design from being printed; of a field with several problems the one that names most. */
function problemsOf(
  template: DesignDocument,
  spec: PrintSpec,
  drawing: Drawing,
  values: Readonly<Record<string, string>>,
): ValueProblem[] {
  const problems = preflight({ document: template, spec, drawing, values })
    .filter(({ severity }) => severity === "blocks")
    .map(({ code, layer, letter }): ValueProblem => {
      const field = layer === undefined ? null : fieldOf(template, layer);
      const max = template.fields.find(({ id }) => id === field)?.max;
      return {
        field,
        code,
        ...(code === "field_too_long" && max !== undefined ? { max } : {}),
        ...(letter === undefined ? {} : { letter }),
      };
    });
  return problems.filter(
    ({ code, field }) =>
      code !== "field_invalid" ||
      !problems.some((other) => other.field === field && other.code !== code),
  );
}

/**
 * The document with some of its fields filled in: a field's layer has its value as its text, an empty one is left out, and
 * fields without a value stay.
 */
export function fillFields(
  template: DesignDocument,
  values: ReadonlyMap<string, string>,
): DesignDocument {
  const fill = (layers: readonly Layer[]): Layer[] =>
    layers.flatMap((layer): Layer[] => {
      if (layer.kind === "group") {
        const inner = fill(layer.layers);
        return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
      }
      if (layer.kind !== "text" || layer.field === undefined) return [layer];
      const { field, ...rest } = layer;
      const text = values.get(field);
      if (text === undefined) return [layer];
      return text === "" ? [] : [{ ...rest, text }];
    });
  return {
    ...template,
    fields: template.fields.filter(({ id }) => !values.has(id)),
    sides: template.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: fill(area.layers) })),
    })),
  };
}

function fieldOf({ sides }: DesignDocument, layerId: string): string | null {
  const find = (layers: readonly Layer[]): string | null => {
    for (const layer of layers) {
      if (layer.kind === "group") {
        const found = find(layer.layers);
        if (found !== null) return found;
      } else if (layer.kind === "text" && layer.id === layerId) return layer.field ?? null;
    }
    return null;
  };
  for (const { areas } of sides) {
    for (const { layers } of areas) {
      const found = find(layers);
      if (found !== null) return found;
    }
  }
  return null;
}
