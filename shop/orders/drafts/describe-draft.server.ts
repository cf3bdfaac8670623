import type { Sql } from "#db/client.server.ts";
import { maxShownChanges, type NewApproval } from "#shop/staff/approvals/approval.ts";
import type { DraftContent } from "./draft.ts";
import { cartOfDraft, recipientOfDraft } from "./draft-order.server.ts";
import { measureStaffCut } from "./staff-cut.server.ts";

/**
 * The request for a draft above the discount limit, as it is shown to the colleague who decides.
 * @param input the input of `orderDraft`, stored until the decision
 * @returns undefined for a draft that is no longer open or has no complete recipient
 */
export async function describeDraft(
  sql: Sql,
  id: string,
  input: object,
): Promise<NewApproval | undefined> {
  const [draft] = await sql<{ content: DraftContent }[]>`
    select content from order_drafts where id = ${id} and state = 'open'`;
  if (!draft) return undefined;
  const { content } = draft;
  const { language } = content.buyer;
  const recipient = await recipientOfDraft(sql, content, language);
  if (!recipient) return undefined;
  const cart = await cartOfDraft(sql, content);
  const { changes } = await measureStaffCut(sql, content, cart, recipient, language);
  const reasons = [content.discount?.reason, content.shipping_price?.reason].filter(Boolean);
  return {
    kind: "draft",
    subjectId: id,
    permissions: ["orders.draft"],
    payload: { ...input },
    shown: {
      title: recipient.recipient,
      ...(reasons.length > 0 ? { note: reasons.join(" · ") } : {}),
      changes: changes.slice(0, maxShownChanges),
      total: changes.length,
    },
  };
}
