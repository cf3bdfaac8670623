import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { choicesOf, type MailSubscriber } from "./choices.server.ts";
import { readLinkToken } from "./link-token.server.ts";
import { requestConfirmation } from "./subscribe/request-confirmation.server.ts";
import type { ConsentEvidence } from "./topic.ts";
import { recipientOf } from "./topic-mail.server.ts";

/** Each may become a mail to somebody who did not ask for it. */
const perRecipient = { limit: 3, windowSeconds: 86_400 };

/**
 * Moves the topics that are on to another address: it gets the confirmation mail, and with its confirmation the old address
 * ends. The answer is the same whether the new address is known, or gets no more mail today.
 */
export async function moveAddress(
  token: string,
  email: string,
  evidence: ConsentEvidence & { readonly language: Language },
): Promise<
  Result<{ subscriber: MailSubscriber }, "link_invalid" | "nothing_on" | "too_many_requests">
> {
  const recipientId = readLinkToken(token);
  if (!recipientId) return fail("link_invalid");
  if ((await countRequest(`mail-move:${recipientId}`, perRecipient)) > 0) {
    return fail("too_many_requests");
  }
  return inTransaction(async (sql) => {
    const subscriber = await choicesOf(sql, recipientId);
    if (!subscriber) return fail("link_invalid");
    const topics = subscriber.topics.filter(({ isOn }) => isOn).map(({ slug }) => slug);
    // Without news there are no reminders of carts, whatever their switch says.
    if (topics.every((topic) => topic === "cart_reminder")) return fail("nothing_on");
    const newId = await recipientOf(sql, email, subscriber.language);
    if (newId !== recipientId) {
      await requestConfirmation(sql, newId, topics, "page", evidence, {
        movedFrom: recipientId,
      });
    }
    return ok({ subscriber });
  });
}
