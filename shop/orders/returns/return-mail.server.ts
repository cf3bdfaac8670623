import { createHash } from "node:crypto";
import { config } from "#base/config.server.ts";
import { localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { replyTo } from "#integrations/mail/reply-to.ts";
import { composeReturnMail, type MailReturn } from "./compose-return-mail.ts";
import type { ReturnMailKind } from "./return-mail-texts.ts";

/** Photos may be asked for again in other words. */
const shortHash = (text: string) =>
  createHash("sha256").update(text).digest("base64url").slice(0, 16);

/** Queues the mail about a step of a return in the step's transaction, one mail per step. */
export async function queueReturnMail(
  sql: Sql,
  returnId: string,
  kind: ReturnMailKind,
): Promise<void> {
  const [found] = await sql<(MailReturn & { order_id: string; email: string })[]>`
    select r.order_id, o.number as order_number, r.number, r.kind, r.answer, r.resolution, o.language, o.email,
      o.recipient, s.name as shop_name, s.email as shop_email, concat_ws(', ', nullif(s.street, ''), nullif(s.city, '')) as shop_address, s.return_postage,
      (
        select json_agg(json_build_object('label', concat_ws(', ', l.name, nullif(l.options, '')),
          'quantity', x.quantity) order by l.position)
        from return_lines x join order_lines l on l.id = x.order_line_id where x.return_id = r.id
      ) as lines
    from returns r join orders o on o.id = r.order_id cross join shop_settings s where r.id = ${returnId}`;
  // A customer with a deleted account gets no mail.
  if (!found || found.email === "") return;
  const path = localPath(found.language, `/dashboard/orders/${found.order_id}`);
  const mail = composeReturnMail(kind, found, `${config().publicUrl}${path}`);
  await queueMail(sql, {
    kind: "email",
    to: found.email,
    ...mail,
    headers: replyTo(found.shop_email),
    dedupeKey: [
      `order:${found.kind}_${kind}`,
      found.order_id,
      returnId,
      ...(kind === "photos_wanted" ? [shortHash(found.answer)] : []),
    ].join(":"),
  });
}
