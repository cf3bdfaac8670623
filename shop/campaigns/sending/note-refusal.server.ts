import { log } from "#base/log.server.ts";
import { bounceClass, type MailEvent, statusIn } from "#integrations/mail-events/mail-event.ts";
import { recordMailEvents } from "../events/record-mail-events.server.ts";
import { deliveryId } from "./delivery-id.server.ts";

/** What the server says at once is an event like one that comes later. A refusal ends the attempt whether or not it is noted. */
export async function noteRefusal(campaign: number, n: number, reply: string): Promise<void> {
  const code = statusIn(reply);
  const event: MailEvent = {
    ...{ id: `smtp:${campaign}:${n}`, bounce: bounceClass(code), code, reason: reply },
    ...{ address: undefined, messageId: deliveryId(campaign, n), envelopeToken: undefined },
    kind: "bounced",
  };
  await recordMailEvents([event]).catch((error: unknown) =>
    log.warn({ err: error, campaign }, "a refused address was not noted"),
  );
}
