import { randomUUID } from "node:crypto";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findRevision } from "#shop/production/customisations/find-revision.server.ts";
import { rejectDesign } from "#shop/production/customisations/proofs/review-design.server.ts";
import { type ReviseInput, reviseDesign } from "#shop/production/revisions/revise-design.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { type OrderedDesign, orderDesign } from "./customisations.ts";

/** Whole rupiah of each letter of a design that `orderLettered` orders. */
export const letterPrice = 1_000;

/** What a person at a customisation sees. */
export async function seenOf(customisation_id: string) {
  const [row] = await asSeed()<{ status: "submitted"; proof_id: string }[]>`
    select c.status, (select p.id from proofs p where p.customisation_id = c.id order by version desc limit 1) as proof_id
    from customisations c where c.id = ${customisation_id}`;
  if (!row) throw new Error("no customisation");
  return { customisation_id, ...row };
}

export const rejectAgain = async (staff: Person, { id }: OrderedDesign): Promise<void> => {
  const input = { ...(await seenOf(id)), reason: "quality", note: "" } as const;
  const done = await rejectDesign(staff, input);
  if (!done.ok) throw new Error(done.problem);
};

/** A paid, rejected design whose letters cost something: the buyer may change it. */
export async function orderLettered(
  buyer: Person,
  staff: Person,
  options: Parameters<typeof orderDesign>[2] = {},
): Promise<OrderedDesign> {
  const design = await orderDesign(buyer, "review", options);
  await asSeed()`
    update customisations set spec = jsonb_set(spec, '{price}', jsonb_build_array(jsonb_build_object('kind', 'letter',
      'label', '{"id": "Huruf", "en": "Letters"}'::jsonb, 'amount', ${letterPrice}::int, 'above', 0)))
    where id = ${design.id}`;
  if (options.isPaid !== false) await rejectAgain(staff, design);
  return design;
}

function lettered(document: DesignDocument, text: string): DesignDocument {
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({
        ...area,
        layers: area.layers.map((layer) => (layer.kind === "text" ? { ...layer, text } : layer)),
      })),
    })),
  };
}

/** What the buyer's board sends for this text. @param difference whole rupiah of all pieces */
export async function revisionTo(
  buyer: Person,
  { id }: OrderedDesign,
  text: string,
  difference: number,
): Promise<ReviseInput> {
  const start = await findRevision(buyer, id, "buyer");
  if (!start) throw new Error("not to be changed");
  return {
    ...(await seenOf(id)),
    id: randomUUID(),
    note: "",
    checked: true,
    difference,
    document: lettered(start.document, text),
  };
}

/** A dearer version whose supplement waits for its payment. @returns its id and the id of its order */
export async function askDearer(
  buyer: Person,
  design: OrderedDesign,
  text: string,
  difference: number,
): Promise<{ id: string; order: string }> {
  const input = await revisionTo(buyer, design, text, difference);
  const sent = await reviseDesign(buyer, input);
  if (!sent.ok) throw new Error(sent.problem);
  if (sent.value.to_pay === null) throw new Error("nothing is to be paid");
  return { id: input.id, order: sent.value.to_pay };
}
