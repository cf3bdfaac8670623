import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { resizeDocument } from "#shop/designs/document/resize-document.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { rosterTemplateOf } from "./roster-template.ts";

/** The columns of `templateSource`, with the specification `own` that the document was drawn for. */
export interface TemplateRow {
  readonly spec_id: string;
  readonly spec: unknown;
  readonly document: unknown;
  readonly own: unknown;
  /** Null: a design of the drawing board. */
  readonly template_id: string | null;
}

/**
 * A published template, or a version of a design that the actor drew on the board: the rows of `t`, with `product_id`,
 * `document`, `template_id`, `rights_wording` and `rights_at`.
 * @param actor whose versions may be meant; null: templates alone
 */
export function templateSource(sql: Sql, id: string, actor: Actor | null): SqlFragment {
  const owner = actor?.kind === "person" ? actor.id : null;
  return sql`(
    select product_id, document, id as template_id, null::text as rights_wording,
      null::timestamptz as rights_at
    from design_templates where id = ${id}::uuid and published
    union all
    select product_id, document, null, rights_wording, rights_at from design_versions
    where id = ${id}::uuid and ${actor !== null} and (customer_id is null or customer_id = ${owner}::uuid)
  ) t`;
}

/** The template in the size of the goods. @returns undefined for a design that leaves no words to be filled in */
export function readTemplate(
  row: TemplateRow,
): { readonly document: DesignDocument; readonly spec: PrintSpec } | undefined {
  const document = readDocument(row.document);
  const spec = readPrintSpec(row.spec);
  const own = readPrintSpec(row.own);
  if (!document.ok || !spec.ok || !own.ok)
    throw new Error(`a template of the specification ${row.spec_id} cannot be read`);
  const template = row.template_id === null ? rosterTemplateOf(document.value) : document.value;
  if (!template) return undefined;
  // A variant of another size is printed by a specification of its own.
  const printed = { id: row.spec_id, spec: spec.value };
  return { document: resizeDocument(template, own.value, printed), spec: spec.value };
}
