import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { Actor } from "#shop/access.ts";
import type { DisplayList } from "./display-list.ts";
import type { DesignDocument, Layer } from "./document.ts";
import { type Drawing, drawDocument } from "./draw-document.ts";
import type { FindingCode } from "./finding.ts";
import { loadFonts } from "./load-fonts.server.ts";
import { bodyColumn } from "./mockups/body-colour.server.ts";
import { mockupsColumn } from "./mockups/mockups-column.server.ts";
import { preflight } from "./preflight.ts";
import { type DesignCharge, priceDesign } from "./price-design.ts";
import { type PrintSpec, readPrintSpec } from "./print-spec.ts";
import { readDocument } from "./read-document.ts";
import { storeVersion } from "./store-version.server.ts";
import { summarise, wordsOf } from "./summarise.ts";

/** Characters of a field's value that are read at all; a field's own limit is lower. */
const maxValueLength = 500;

export const personaliseSchema = v.strictObject({
  variant_id: v.pipe(v.string(), v.uuid()),
  template_id: v.pipe(v.string(), v.uuid()),
  /** What the buyer typed, by field. */
  values: v.record(
    v.pipe(v.string(), v.maxLength(40)),
    v.pipe(v.string(), v.maxLength(maxValueLength)),
  ),
});
export type PersonaliseInput = v.InferOutput<typeof personaliseSchema>;

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

export interface Personalised {
  readonly document: DesignDocument;
  readonly list: DisplayList;
  readonly charges: readonly DesignCharge[];
  readonly words: readonly string[];
  readonly mockups: PrintSpec["mockups"];
  /** Colour of the goods as #rrggbb; null where the shop does not say. */
  readonly body: string | null;
}

export type PersonaliseProblem =
  | { readonly code: "template_not_found" }
  | { readonly code: "values_refused"; readonly problems: readonly ValueProblem[] };

/**
 * Draws a published template with a buyer's values on a variant that is printed, and prices it. Nothing is stored.
 */
export async function personalise(
  input: PersonaliseInput,
): Promise<Result<Personalised, PersonaliseProblem>> {
  const found = await findTemplate(asShop(), input);
  return found ? draw(found, input.values) : fail({ code: "template_not_found" });
}

/** Versions that one network may store. */
export const versionsPerNetwork = { limit: 120, windowSeconds: 3600 };

/**
 * Stores a version of the design for a line of the cart. A repeated id stores nothing; with another design it is refused.
 * @param id chosen by the form
 * @param network of the request: each network may store 120 versions an hour
 */
export async function createVersion(
  actor: Actor,
  id: string,
  input: PersonaliseInput,
  network: string,
): Promise<
  Result<{ id: string }, PersonaliseProblem | { readonly code: "too_many_requests" | "id_reused" }>
> {
  const found = await findTemplate(asShop(), input);
  if (!found) return fail({ code: "template_not_found" });
  const drawn = await draw(found, input.values);
  if (!drawn.ok) return drawn;
  if ((await countRequest(`designs:${network}`, versionsPerNetwork)) > 0) {
    return fail({ code: "too_many_requests" });
  }
  const { product_id, spec_id } = found;
  const { document, list } = drawn.value;
  const origin = { product_id, spec_id, template_id: input.template_id };
  const stored = await storeVersion(actor, id, { ...origin, document, list });
  return stored.ok ? stored : fail({ code: stored.problem });
}

interface FoundTemplate {
  readonly product_id: string;
  readonly spec_id: string;
  /** Whole rupiah of the variant without its design. */
  readonly base: number;
  readonly body: string | null;
  readonly mockups: PrintSpec["mockups"];
  readonly document: DesignDocument;
  readonly spec: PrintSpec;
}

async function findTemplate(
  sql: Sql,
  { variant_id, template_id }: PersonaliseInput,
): Promise<FoundTemplate | undefined> {
  const [row] = await sql<
    (Omit<FoundTemplate, "document" | "spec"> & { document: unknown; spec: unknown })[]
  >`
    select p.id as product_id, s.id as spec_id, v.shown_price as base, t.document, s.spec, ${bodyColumn(sql)} as body,
      ${mockupsColumn(sql, sql`s.spec -> 'mockups'`)} as mockups
    from product_variants v join products p on p.id = v.product_id
    join variant_specs vs on vs.variant_id = v.id join print_specs s on s.id = vs.spec_id
    join design_templates t on t.product_id = p.id
    where v.id = ${variant_id} and t.id = ${template_id} and t.published and not v.archived
      and p.takes_designs and p.status = 'published' and p.published_at <= now()`;
  if (!row) return undefined;
  const document = readDocument(row.document);
  const spec = readPrintSpec(row.spec);
  if (!document.ok || !spec.ok) throw new Error(`the template ${template_id} cannot be read`);
  return { ...row, document: document.value, spec: spec.value };
}

async function draw(
  { document: template, spec, base, body, mockups }: FoundTemplate,
  typed: Readonly<Record<string, string>>,
): Promise<Result<Personalised, PersonaliseProblem>> {
  const values = new Map(
    template.fields.map(({ id }) => [
      id,
      (typed[id] ?? "").normalize("NFC").replace(/\s+/g, " ").trim(),
    ]),
  );
  const document = filled(template, values);
  const drawing = drawDocument({ document, spec, fonts: await loadFonts() });
  const problems = problemsOf(template, spec, drawing, Object.fromEntries(values));
  if (problems.length > 0) return fail({ code: "values_refused", problems });
  const { list } = drawing;
  const charges = priceDesign(spec.price, summarise(list), base);
  return ok({ document, list, charges, words: wordsOf(list), mockups, body });
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

/** The document as it is printed: a field's layer has its value as its text, and an empty one is left out. */
function filled(template: DesignDocument, values: ReadonlyMap<string, string>): DesignDocument {
  const fill = (layers: readonly Layer[]): Layer[] =>
    layers.flatMap((layer): Layer[] => {
      if (layer.kind === "group") {
        const inner = fill(layer.layers);
        return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
      }
      if (layer.kind !== "text" || layer.field === undefined) return [layer];
      const { field, ...rest } = layer;
      const text = values.get(field) ?? "";
      return text === "" ? [] : [{ ...rest, text }];
    });
  return {
    ...template,
    fields: [],
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
