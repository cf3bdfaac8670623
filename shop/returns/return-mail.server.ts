import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { layoutMail, type MailBlock } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { ReturnKind } from "./return.ts";
import { type ReturnMailKind, returnMailTexts } from "./return-mail-texts.ts";

interface MailReturn {
  order_id: string;
  order_number: string;
  number: string;
  kind: ReturnKind;
  answer: string;
  resolution: "refund" | "replacement" | "both" | null;
  language: Language;
  email: string;
  recipient: string;
  shop_name: string;
  shop_address: string;
  lines: { label: string; value: string }[];
}

/** Queues the mail about a step of a return, in the transaction that takes it. One mail a step. */
export async function queueReturnMail(
  sql: Sql,
  returnId: string,
  kind: ReturnMailKind,
): Promise<void> {
  const [found] = await sql<MailReturn[]>`
    select r.order_id, o.number as order_number, r.number, r.kind, r.answer, r.resolution, o.language, o.email,
      o.recipient, s.name as shop_name, concat_ws(', ', nullif(s.street, ''), nullif(s.city, '')) as shop_address,
      (
        select json_agg(json_build_object('label', concat_ws(', ', l.name, nullif(l.options, '')),
          'value', x.quantity || ' ×') order by l.position)
        from return_lines x join order_lines l on l.id = x.order_line_id where x.return_id = r.id
      ) as lines
    from returns r join orders o on o.id = r.order_id cross join shop_settings s where r.id = ${returnId}`;
  // Whoever has deleted their account gets no more news.
  if (!found || found.email === "") return;
  const texts = returnMailTexts[found.language];
  const { subject, heading, body } = texts[kind](found);
  const path = localPath(found.language, `/dashboard/orders/${found.order_id}`);
  const blocks: MailBlock[] = [
    { kind: "heading", text: heading },
    { kind: "text", text: `${texts.greeting(found.recipient)}\n\n${body}` },
    ...(found.answer && kind !== "requested"
      ? [{ kind: "note", text: texts.answer(found.answer) } as const]
      : []),
    { kind: "lines", lines: found.lines },
    { kind: "button", text: texts.button, url: `${config().publicUrl}${path}` },
  ];
  const mail = layoutMail({
    language: found.language,
    shopName: found.shop_name,
    number: `No. ${found.number}`,
    preview: body,
    blocks,
    footer: texts.footer(found.shop_name),
  });
  await queueMail(sql, {
    kind: "email",
    to: found.email,
    subject,
    ...mail,
    dedupeKey: `order:${found.kind}_${kind}:${found.order_id}:${returnId}`,
  });
}
