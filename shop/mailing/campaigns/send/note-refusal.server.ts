import { log } from "#base/log.server.ts";
import type { Sql } from "#db/client.server.ts";
import type { MailRefusal } from "#integrations/mail/deliver.server.ts";
import { bounceClass, type MailEvent, statusIn } from "#integrations/mail-events/mail-event.ts";
import { deliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import {
  recordMailEvent,
  recordMailEvents,
} from "#shop/mailing/campaigns/results/record-mail-events.server.ts";

/** What the server says at once is an event like one that comes later. A refusal ends the attempt whether or not it is noted. */
export async function noteRefusal(campaign: number, n: number, reply: string): Promise<void> {
  const code = statusIn(reply);
  const event: MailEvent = {
    id: `smtp:${campaign}:${n}`,
    bounce: bounceClass(code),
    code,
    reason: reply,
    address: undefined,
    messageId: deliveryId(campaign, n),
    envelopeToken: undefined,
    kind: "bounced",
  };
  await recordMailEvents([event]).catch((error: unknown) =>
    log.warn({ err: error, campaign }, "a refused address was not noted"),
  );
}

/** The same of a message of the outbox, in the transaction that parks it. */
export async function noteParked(sql: Sql, { id, to, attempt, reply }: MailRefusal): Promise<void> {
  const code = statusIn(reply);
  await recordMailEvent(sql, {
    id: `outbox:${id}:${attempt}`,
    kind: "bounced",
    bounce: bounceClass(code),
    code,
    reason: reply,
    address: to.toLowerCase(),
    messageId: id,
    envelopeToken: undefined,
  });
}
