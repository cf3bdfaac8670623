import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { maxShownChanges, type NewApproval } from "#shop/staff/approvals/approval.ts";
import type { DraftContent } from "./draft.ts";
import { cartOfDraft, recipientOfDraft } from "./draft-order.server.ts";
import { measureStaffCut } from "./staff-cut.server.ts";

/**
 * A draft above the limit of discounts, as a colleague decides about it.
 * @param input with which it becomes an order
 * @returns undefined for a draft that is gone
 */
export async function describeDraft(
  sql: Sql,
  id: string,
  input: object,
  language: Language,
): Promise<NewApproval | undefined> {
  const [draft] = await sql<{ content: DraftContent }[]>`
    select content from order_drafts where id = ${id} and state = 'open'`;
  const recipient = draft && (await recipientOfDraft(sql, draft.content, language));
  if (!draft || !recipient) return undefined;
  const { content } = draft;
  const cart = await cartOfDraft(sql, content);
  const { changes } = await measureStaffCut(sql, content, cart, recipient, language);
  const reasons = [content.discount?.reason, content.shipping_price?.reason].filter(Boolean);
  return {
    kind: "draft",
    subjectId: id,
    permissions: ["orders.draft"],
    payload: { ...input, language },
    shown: {
      title: recipient.recipient,
      ...(reasons.length > 0 ? { note: reasons.join(" · ") } : {}),
      changes: changes.slice(0, maxShownChanges),
      total: changes.length,
    },
  };
}
