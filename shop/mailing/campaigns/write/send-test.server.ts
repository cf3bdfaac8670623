import { config } from "#base/config.server.ts";
import { readEmail } from "#base/email-address.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { readRenderFacts } from "#shop/mailing/campaigns/render/mail-facts.server.ts";
import { sampleOccasion } from "#shop/mailing/campaigns/render/occasion.ts";
import { armsOf, contentOfArm } from "#shop/mailing/campaigns/trial/arm.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { composeTestMail } from "./compose-test-mail.server.ts";

/** Addresses of one test. */
export const maxTestAddresses = 5;

export type TestProblem =
  | "not_permitted"
  | "not_found"
  | "campaign_state"
  | "key_missing"
  | "address_invalid"
  | "not_staff"
  | "empty";

/**
 * Sends the present content to staff, in each language and with each subject that it has, with a marked subject and the
 * links of the addressed person. It passes the outbox, since it may arrive twice.
 * @param addresses at most `maxTestAddresses`, each of somebody on the staff
 * @param key a UUID of one press of the button: the same press again sends nothing and tests nothing
 */
export async function sendTest(
  actor: Person,
  id: string,
  addresses: readonly string[],
  key: string,
): Promise<Result<null, TestProblem>> {
  if (!isUuid(key)) return fail("key_missing");
  const campaign = await findCampaign(actor, id);
  if (!campaign) return fail("not_found");
  const wanted = [...new Set(addresses.map((address) => readEmail(address) ?? address))];
  if (wanted.length === 0 || wanted.length > maxTestAddresses) return fail("address_invalid");
  return asStaff<null, TestProblem>(actor, "mail.send", async (sql) => {
    const staff = await sql<{ email: string }[]>`
      select lower(u.email) as email from auth.users u join profiles p on p.id = u.id
      where lower(u.email) = any(${wanted}) and p.role in ('USER', 'ADMIN')`;
    if (staff.length !== wanted.length) return fail("not_staff");
    const { publicUrl } = config();
    let isAny = false;
    let isNew = false;
    for (const language of ["id", "en"] as const) {
      const content = campaign.contents[language];
      if (!content) continue;
      isAny = true;
      const facts = {
        ...(await readRenderFacts(campaign.topic, language, content, publicUrl, sql)),
        occasion: sampleOccasion(campaign.automation, language, publicUrl),
      };
      for (const to of wanted) {
        const recipientId = await recipientOf(sql, to, language);
        for (const arm of armsOf(content)) {
          const mail = composeTestMail(contentOfArm(content, arm), facts, {
            recipientId,
            topic: campaign.topic,
            arm: content.second ? arm : undefined,
          });
          const cause = [id, key, language, arm, to].join(":");
          const queued = await queueMail(sql, {
            kind: "email",
            to,
            ...mail,
            dedupeKey: `test:${cause}`,
          });
          isNew ||= queued !== undefined;
        }
      }
    }
    if (!isAny) return fail("empty");
    if (!isNew) return ok(null);
    await sql`update private.mail_campaigns set tested_version = ${campaign.version} where id = ${id}`;
    return ok(null);
  });
}
