import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { assetsOf, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { summarise, summariseRoster } from "#shop/designs/draw/summarise.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { rightsOf } from "#shop/designs/rights.ts";
import { countByVariant, type Roster, type RosterPiece } from "#shop/designs/roster/roster.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { storeVersion } from "#shop/designs/store-version.server.ts";
import { isMissingFiles } from "#shop/designs/uploads/find-asset.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";

export type ReorderProblem =
  | "customisation_not_found"
  /** The goods are no longer sold, or no longer printed. */
  | "goods_gone"
  /** They are printed otherwise now: the design has to be looked at in the designer. */
  | "print_changed"
  /** Some of the print has the colour of the goods. */
  | "print_unseen"
  /** Its pictures are no longer kept. */
  | "picture_gone"
  | "id_reused";

interface Approved {
  readonly id: string;
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly quantity: number;
  readonly spec_id: string | null;
  readonly is_same_spec: boolean;
  /** Colour of the goods as #rrggbb. */
  readonly body: string | null;
  readonly document: DesignDocument;
  readonly display: DisplayList;
  readonly display_hash: string;
  readonly words: readonly string[];
  readonly pieces: readonly RosterPiece[] | null;
  readonly displays: readonly DisplayList[] | null;
  readonly rights_wording: string | null;
  readonly rights_at: Date | null;
}

/**
 * Makes lines for the cart of what the buyer approved before: the same bytes are printed. They keep for checkout as long as any
 * version; nobody is asked to approve the same print twice, nor whether they may use its pictures: what they ticked then comes along. Of a roster all lines of the order come along, as one version.
 * @param versionId chosen by the page; a repeated one stores nothing
 */
export async function reorderDesign(
  actor: Person,
  customisationId: string,
  versionId: string,
): Promise<Result<readonly CartLine[], ReorderProblem>> {
  const lines = await findApproved(actor, customisationId);
  const found = lines.find(({ id }) => id === customisationId);
  if (!found) return fail("customisation_not_found");
  if (lines.some((line) => line.variant_id === null || line.spec_id === null)) {
    return fail("goods_gone");
  }
  if (lines.some((line) => !line.is_same_spec || line.spec_id !== found.spec_id)) {
    return fail("print_changed");
  }
  if (await isMissingFiles(lines.flatMap(printsOf).flatMap(assetsOf))) return fail("picture_gone");
  const unseen = await Promise.all(lines.map(isPrintInvisible));
  if (unseen.some(Boolean)) return fail("print_unseen");
  const { product_id, document, display: list, display_hash } = found;
  const origin = { product_id, spec_id: found.spec_id ?? "", template_id: null };
  const roster = rosterOf(lines);
  const stored = await storeVersion(actor, versionId, {
    ...origin,
    document,
    list: roster?.displays[0] ?? list,
    rights: rightsOf(found),
    ...(roster ? { roster } : { display_hash }),
  });
  if (!stored.ok) return fail(stored.problem === "id_reused" ? "id_reused" : "print_changed");
  const counted = roster
    ? countByVariant(roster.pieces)
    : [{ variant_id: found.variant_id ?? "", quantity: found.quantity }];
  return ok(counted.map((line) => ({ ...line, design_id: versionId })));
}

/** What is printed: of a roster each piece. */
function printsOf({ display, displays }: Approved): readonly DisplayList[] {
  return displays && displays.length > 0 ? displays : [display];
}

async function isPrintInvisible(line: Approved): Promise<boolean> {
  return line.body !== null && drawInThread("anyHasInvisiblePrint", printsOf(line), line.body);
}

/** The line of a customisation with what was approved of it, and those that print the same roster. */
function findApproved(actor: Person, customisationId: string): Promise<Approved[]> {
  const sql = asShop();
  return sql<Approved[]>`
    with approved as (
      select c.id, c.order_id, c.order_line_id, c.spec, p.document, p.document_hash, p.display, p.display_hash, p.words, p.pieces,
        p.piece_displays as displays, r.rights_wording, r.rights_at
      from customisations c join proofs p on p.customisation_id = c.id
      -- The newest tick about the pictures of what was approved; a later version's is none of it.
      cross join lateral (
        (select rights_wording, rights_at from proofs
          where customisation_id = c.id and version <= p.version and rights_wording is not null order by version desc limit 1)
        union all select c.rights_wording, c.rights_at limit 1
      ) r
      where c.customer_id = ${actor.id} and p.decision = 'approved' and p.display is not null
    )
    select a.id, l.product_id, case when not v.archived and g.takes_designs and g.status = 'published'
        and g.published_at <= now() then v.id end as variant_id,
      l.quantity, vs.spec_id, coalesce(s.spec = a.spec, false) as is_same_spec, ${bodyOfLine(sql)} as body, a.document, a.display, a.display_hash, a.words,
      a.pieces, a.displays, a.rights_wording, a.rights_at
    from approved a join approved wanted on wanted.id = ${customisationId} and (a.id = wanted.id or (
      a.order_id = wanted.order_id and a.document_hash = wanted.document_hash
      and a.pieces is not null and wanted.pieces is not null))
    join order_lines l on l.id = a.order_line_id
    left join product_variants v on v.id = l.variant_id left join products g on g.id = v.product_id
    left join variant_specs vs on vs.variant_id = v.id left join print_specs s on s.id = vs.spec_id
    order by l.position`;
}

/** Null where all pieces are alike. */
function rosterOf(lines: readonly Approved[]): Roster | null {
  const pieces = lines.flatMap((line) => line.pieces ?? []);
  const displays = lines.flatMap((line) => line.displays ?? []);
  const [first] = lines;
  if (!first || pieces.length === 0) return null;
  return {
    pieces,
    displays,
    shared: sharedWords({
      words: first.words,
      pieces: (first.pieces ?? []).map(({ text }) => text),
    }),
    summary: summariseRoster(displays.map(summarise)),
  };
}
