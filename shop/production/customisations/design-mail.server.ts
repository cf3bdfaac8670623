import { config } from "#base/config.server.ts";
import { localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { replyTo } from "#integrations/mail/reply-to.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { compareDesigns, comparePieces, type DesignChange } from "./compare-designs.ts";
import { composeDesignMail, type MailDesign } from "./compose-design-mail.ts";
import type { DesignMailKind } from "./design-mail-texts.ts";

/**
 * Queues the mail about a step of a customisation in the step's transaction.
 * @param about the id of the proof, the message or the step: one mail each
 */
export async function queueDesignMail(
  sql: Sql,
  customisationId: string,
  kind: DesignMailKind,
  about: string,
): Promise<void> {
  const [found] = await sql<
    (Omit<MailDesign, "changes"> & {
      order_id: string;
      email: string;
      rejection_note: string;
      message: string;
    })[]
  >`
    select o.id as order_id, o.email, o.number, o.language, o.recipient, s.name as shop_name, s.email as shop_email,
      concat_ws(', ', l.name, nullif(l.options, '')) as goods, coalesce(p.words, '{}') as words,
      coalesce(p.note, '') as note, p.proof_id, c.rejection, c.rejection_note,
      coalesce((select m.text from customisation_messages m where m.id::text = ${about}), '') as message
    from customisations c join orders o on o.id = c.order_id join order_lines l on l.id = c.order_line_id
    cross join shop_settings s
    left join lateral (
      select words, note, case when display is not null then id end as proof_id from proofs where customisation_id = c.id order by version desc limit 1
    ) p on true
    where c.id = ${customisationId}`;
  // A customer with a deleted account gets no mail.
  if (!found || found.email === "") return;
  const notes = { proof_sent: found.note, question: found.message, rejected: found.rejection_note };
  const note = kind in notes ? notes[kind as keyof typeof notes] : "";
  const changes = kind === "proof_sent" ? await newestChanges(sql, customisationId) : [];
  const path = localPath(found.language, `/dashboard/orders/${found.order_id}/Customisation`);
  await queueMail(sql, {
    kind: "email",
    to: found.email,
    ...composeDesignMail(kind, { ...found, note, changes }, `${config().publicUrl}${path}`),
    headers: replyTo(found.shop_email),
    dedupeKey: `design:${kind}:${customisationId}:${about}`,
  });
}

/** What the newest proof changes; nothing where it is the first, or the one before cannot be compared. */
async function newestChanges(sql: Sql, customisationId: string): Promise<readonly DesignChange[]> {
  const [now, before] = await sql<
    { display: DisplayList | null; pieces: readonly string[] | null }[]
  >`
    select display, jsonb_path_query_array(pieces, '$[*].text') as pieces from proofs
    where customisation_id = ${customisationId} order by version desc limit 2`;
  if (!now?.display || !before?.display) return [];
  return [...compareDesigns(before.display, now.display), ...comparePieces(before, now)];
}
