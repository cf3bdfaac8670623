import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { inTransaction } from "#db/client.server.ts";
import { campaignContent } from "../block.ts";
import { readRenderFacts } from "../mail-facts.server.ts";
import { renderMail } from "../render-mail.ts";

/**
 * Renders the versions of a campaign that is being frozen. From here on what it says never changes, whatever happens to
 * its products. Repeated calls change nothing.
 */
export async function renderVersions(campaign: number, publicUrl: string): Promise<void> {
  await inTransaction(async (sql) => {
    const rows = await sql<{ id: number; language: Language; topic: string; content: unknown }[]>`
      select v.id, v.language, c.topic,
        json_build_object('subject', v.subject, 'preheader', v.preheader, 'blocks', v.blocks) as content
      from private.mail_versions v join private.mail_campaigns c on c.number = v.campaign
      where v.campaign = ${campaign} and v.html is null and c.status = 'freezing' for update of v`;
    for (const { id, language, topic, content } of rows) {
      const read = v.parse(campaignContent, content);
      const facts = await readRenderFacts(topic, language, [read], publicUrl, sql);
      const { html, text } = renderMail(read, facts);
      const products = [...facts.products.values()].map((product) => ({
        ...{ id: product.id, price: product.price_from },
      }));
      await sql`
        update private.mail_versions set html = ${html}, text = ${text}, products = ${sql.json(products)} where id = ${id}`;
    }
  });
}
