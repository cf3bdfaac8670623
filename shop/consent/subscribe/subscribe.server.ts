import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { ConsentEvidence, MailTopic } from "#shop/consent/topic.ts";
import { requestConfirmation } from "./request-confirmation.server.ts";

/**
 * Subscribes an address that asks for one kind of mail in a form, in the caller's transaction. Who stopped it before gets
 * a confirmation mail first.
 */
export async function subscribe(
  sql: Sql,
  recipientId: string,
  topic: MailTopic,
  source: "stock_form",
  { language, ip }: ConsentEvidence & { readonly language: Language },
): Promise<void> {
  const evidence = { language, ...(ip ? { ip } : {}) };
  const [row] = await sql<{ outcome: string }[]>`
    select private.subscribe(${recipientId}, ${topic}, 'single', ${source}, ${sql.json(evidence)}) as outcome`;
  if (row?.outcome === "stopped") {
    await requestConfirmation(sql, recipientId, [topic], source, evidence);
  }
}
