import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { displayText } from "#shop/designs/draw/display-list.ts";
import { fillFields, printedValue } from "#shop/designs/fill-template.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { bodyColumn } from "#shop/designs/mockups/body-colour.server.ts";
import { rightsOf } from "#shop/designs/rights.ts";
import { storeVersion } from "#shop/designs/store-version.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { RowProblem } from "./draw-roster.server.ts";
import { countByVariant, type RosterInput, type RosterWarning, rosterWarnings } from "./roster.ts";
import { readTemplate, type TemplateRow, templateSource } from "./template-source.server.ts";

/** Rosters that one network may send; each draws up to 99 pieces. */
const rostersPerNetwork = { limit: 60, windowSeconds: 3600 };
/** Characters of all display lists of a roster; 99 pieces of the demo shop's shirt with long names have less than half. */
const maxDisplayLength = 4_000_000;

export type RosterProblem =
  | { readonly code: "template_not_found" | "too_many_requests" | "id_reused" | "design_too_large" }
  | { readonly code: "roster_refused"; readonly problems: readonly RowProblem[] }
  /** It can be printed, and the buyer should look at it again. */
  | { readonly code: "roster_unconfirmed"; readonly warnings: readonly RosterWarning[] };

export interface KeptRoster {
  /** The version of the design. */
  readonly id: string;
  /** For the cart: one line a variant. */
  readonly lines: readonly { readonly variant_id: string; readonly quantity: number }[];
}

interface Sent {
  /** Of the request: each network may send 60 rosters an hour. */
  readonly network: string;
  /** The buyer saw its warnings and wants it as it is. */
  readonly isConfirmed: boolean;
}

/**
 * Draws every piece of a roster and stores them as one version of the design for lines of the cart. Problems that
 * prevent printing are reported before warnings.
 * @param id chosen by the form; a repeated one stores nothing
 */
export async function keepRoster(
  actor: Actor,
  id: string,
  input: RosterInput,
  { network, isConfirmed }: Sent,
): Promise<Result<KeptRoster, RosterProblem>> {
  if ((await countRequest(`rosters:${network}`, rostersPerNetwork)) > 0) {
    return fail({ code: "too_many_requests" });
  }
  const found = await findRosterTemplate(actor, input);
  if (!found) return fail({ code: "template_not_found" });
  const strangers = input.rows.flatMap(({ variant_id }, row): RowProblem[] =>
    found.bodies.has(variant_id) ? [] : [{ row, field: null, code: "variant_not_found" }],
  );
  if (strangers.length > 0) return fail({ code: "roster_refused", problems: strangers });
  const drawn = await drawInThread(
    "drawRoster",
    { document: found.document, spec: found.spec },
    input,
    found.bodies,
  );
  if (!drawn.ok) return fail({ code: "roster_refused", problems: drawn.problem });
  const roster = drawn.value;
  const [list] = roster.displays;
  if (!list) throw new Error("a roster has at least one row");
  const length = roster.displays.reduce((sum, one) => sum + displayText(one).length, 0);
  if (length > maxDisplayLength) return fail({ code: "design_too_large" });
  const own = found.document.fields.filter(({ each }) => each);
  const warnings = isConfirmed ? [] : rosterWarnings(input.rows, own);
  if (warnings.length > 0) return fail({ code: "roster_unconfirmed", warnings });
  const stored = await storeVersion(actor, id, {
    product_id: found.product_id,
    spec_id: found.spec_id,
    template_id: found.template_id,
    document: sharedDocument(found.document, input),
    list,
    roster,
    rights: rightsOf(found),
  });
  if (!stored.ok) return fail({ code: stored.problem });
  return ok({ id, lines: countByVariant(input.rows) });
}

interface RosterTemplate {
  readonly product_id: string;
  readonly spec_id: string;
  /** Null: a design of the drawing board. */
  readonly template_id: string | null;
  /** What the buyer ticked about the pictures of that design. */
  readonly rights_wording: string | null;
  readonly rights_at: Date | null;
  readonly spec: PrintSpec;
  readonly document: DesignDocument;
  /** Variants that are printed by the specification, which is the first row's, with the colour of the goods. */
  readonly bodies: ReadonlyMap<string, string | null>;
}

async function findRosterTemplate(
  actor: Actor,
  { template_id, rows }: RosterInput,
): Promise<RosterTemplate | undefined> {
  const sql = asShop();
  const [row] = await sql<
    (TemplateRow &
      Pick<RosterTemplate, "product_id" | "rights_wording" | "rights_at"> & {
        variants: { id: string; body: string | null }[];
      })[]
  >`
    select p.id as product_id, s.id as spec_id, s.spec, t.document, t.template_id, t.rights_wording, t.rights_at, o.spec as own, (
      select coalesce(json_agg(json_build_object('id', v.id, 'body', ${bodyColumn(sql)})), '[]')
      from product_variants v join variant_specs vs on vs.variant_id = v.id
      where v.product_id = p.id and vs.spec_id = s.id and not v.archived
    ) as variants
    from ${templateSource(sql, template_id, actor)} join products p on p.id = t.product_id
    join print_specs o on o.id = (t.document ->> 'spec')::uuid
    join variant_specs own on own.variant_id = ${rows[0]?.variant_id ?? null}::uuid
    join print_specs s on s.id = own.spec_id and s.product_id = p.id
    where p.takes_designs and p.status = 'published' and p.published_at <= now()`;
  const template = row && readTemplate(row);
  if (!row || !template?.document.fields.some(({ each }) => each)) return undefined;
  return { ...row, ...template, bodies: new Map(row.variants.map(({ id, body }) => [id, body])) };
}

/** The design without its rows: two rosters of one team have the same. */
function sharedDocument(template: DesignDocument, { values }: RosterInput): DesignDocument {
  const shared = template.fields.filter(({ each }) => !each);
  return fillFields(template, new Map(shared.map(({ id }) => [id, printedValue(values, id)])));
}
