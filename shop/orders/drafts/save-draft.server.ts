import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { type Sql, type SqlFragment, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type ContentInvalid, checkDraft } from "./check-draft.ts";
import type { DraftContent, DraftState } from "./draft.ts";

export type SaveDraftProblem =
  | ContentInvalid
  | { readonly code: "not_permitted" }
  | { readonly code: "draft_not_found" }
  /** A colleague saved another revision. */
  | { readonly code: "draft_changed" }
  /** The draft was ordered or dropped. */
  | { readonly code: "draft_closed" }
  /** Another open draft replaces the same order. */
  | { readonly code: "replaced_already" };

interface Stored {
  readonly revision: number;
  readonly state: DraftState;
  readonly is_same: boolean;
}

/**
 * Staff: stores a draft. A repeated request changes nothing.
 * @param id chosen by the form
 * @param revision that the form shows; 0 for a new draft
 * @param form see `draftFormSchema`
 * @param replaces the order that a new draft will replace; ignored for a stored draft
 * @returns the new revision
 */
export async function saveDraft(
  actor: Person,
  id: string,
  revision: number,
  form: unknown,
  replaces: string | null = null,
): Promise<Result<{ revision: number }, SaveDraftProblem>> {
  if (!isUuid(id)) return fail({ code: "draft_not_found" });
  const checked = checkDraft(form);
  if (!checked.ok) return checked;
  const content = checked.value;
  const save = asStaff<{ revision: number }, SaveDraftProblem>(
    actor,
    "orders.draft",
    async (sql) => {
      if (revision === 0 && (await insert(sql, actor, id, content, replaces)))
        return ok({ revision: 1 });
      const stored = await lock(sql, id, content);
      if (!stored) return fail({ code: "draft_not_found" });
      if (stored.state !== "open") return fail({ code: "draft_closed" });
      if (stored.is_same) return ok({ revision: stored.revision });
      if (stored.revision !== revision) return fail({ code: "draft_changed" });
      await sql`
        update order_drafts set content = ${sql.json(content)}, customer_id = ${accountOf(sql, content)},
          revision = revision + 1, updated_by = ${actor.id}
        where id = ${id}`;
      return ok({ revision: revision + 1 });
    },
    { code: "not_permitted" },
  );
  return save.catch((error: unknown) => {
    if (violatedConstraint(error) !== "draft_replaces_already") throw error;
    return fail({ code: "replaced_already" });
  });
}

/** SQL: the buyer's account, so that its deletion deletes the draft; null without one. */
function accountOf(sql: Sql, { buyer }: DraftContent): SqlFragment {
  return sql`(select id from auth.users where id = ${buyer.account_id}::uuid)`;
}

async function insert(
  sql: Sql,
  actor: Person,
  id: string,
  content: DraftContent,
  replaces: string | null,
) {
  const added = await sql`
    insert into order_drafts (id, content, customer_id, replaces, created_by, updated_by)
    values (${id}, ${sql.json(content)}, ${accountOf(sql, content)}, (select id from orders where id = ${replaces}::uuid),
      ${actor.id}, ${actor.id})
    on conflict (id) do nothing returning id`;
  return added.length > 0;
}

async function lock(sql: Sql, id: string, content: DraftContent): Promise<Stored | undefined> {
  const [stored] = await sql<Stored[]>`
    select revision, state, content = ${sql.json(content)}::jsonb as is_same from order_drafts
    where id = ${id} for update`;
  return stored;
}

/** Staff: drops an open draft. A repeated call changes nothing. */
export async function dropDraft(
  actor: Person,
  id: string,
): Promise<Result<null, SaveDraftProblem>> {
  if (!isUuid(id)) return fail({ code: "draft_not_found" });
  return asStaff<null, SaveDraftProblem>(
    actor,
    "orders.draft",
    async (sql) => {
      const [draft] = await sql<{ state: DraftState }[]>`
        select state from order_drafts where id = ${id} for update`;
      if (!draft) return fail({ code: "draft_not_found" });
      if (draft.state === "ordered") return fail({ code: "draft_closed" });
      if (draft.state === "open") {
        await sql`
          update order_drafts set state = 'dropped', updated_by = ${actor.id} where id = ${id}`;
      }
      return ok(null);
    },
    { code: "not_permitted" },
  );
}
