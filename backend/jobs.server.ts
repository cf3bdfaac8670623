import * as v from "valibot";
import type { Config } from "#base/config-type.ts";
import { log } from "#base/log.server.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { deliverMail, type MailSettings } from "#integrations/mail/deliver.server.ts";
import { CurrentSigner } from "#integrations/mail/domain/current-signer.server.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { purgeStorage } from "./storage/objects/purge-storage.server.ts";
import { removeBytes } from "./storage/objects/remove-bytes.server.ts";

/** A task of the queue. It may run again after a crash, so each is idempotent. */
export type JobHandler = (payload: unknown) => Promise<void>;

const mailPayload = v.object({ id: v.pipe(v.string(), v.uuid()) });

/**
 * The handlers by task name. Run `sweep-backend` every hour and `sweep-storage` every night.
 * @param hooks.drawPicture draws the pictures of mails
 * @param hooks.noteRefusal acts on a mail that a server refused for its recipient
 */
export function backendJobs(
  config: Config,
  hooks: Pick<MailSettings, "drawPicture" | "noteRefusal">,
): Readonly<Record<string, JobHandler>> {
  const store = openStore(config.storageUrl);
  const signer = new CurrentSigner({ selector: config.dkimSelector, from: config.mailFrom });
  return {
    "deliver-mail": async (payload) =>
      deliverMail(inTransaction, v.parse(mailPayload, payload).id, {
        ...config,
        ...hooks,
        signer,
      }),
    "remove-object": (payload) => removeBytes(store, payload),
    "sweep-backend": purge,
    "sweep-storage": async () => {
      const removed = await purgeStorage(store);
      if (removed > 0) log.info({ removed }, "bytes without a row were removed");
    },
  };
}

/** Deletes expired rows. Each statement is small enough for its own transaction. */
async function purge(): Promise<void> {
  const sql = asShop();
  await sql`delete from private.rate_limits where resets_at < now()`;
  await sql`delete from private.idempotency_keys where created_at < now() - interval '24 hours'`;
  await sql`delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`;
  await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`;
  await sql`delete from auth.oauth_states where created_at < now() - interval '1 hour'`;
  await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
  await sql`
    delete from auth.attempts
    where updated_at < now() - interval '2 days' and (locked_until is null or locked_until < now())`;
  await sql`
    delete from auth.guesses
    where updated_at < now() - interval '2 days' and (locked_until is null or locked_until < now())`;
  await sql`delete from auth.known_networks where seen_at < now() - interval '180 days'`;
  // Ended sessions stay for a while, to distinguish a replayed token from an unknown one.
  await sql`delete from auth.sessions where not_after < now() - interval '30 days'`;
  // The browser's cookie expires after 400 days.
  await sql`
    delete from auth.sessions
    where coalesce(refreshed_at, created_at) < now() - interval '400 days'`;
  await sql`
    delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days'`;
  await sql`delete from realtime.messages where expires_at < now()`;
  await sql`delete from realtime.long_notices where inserted_at < now() - interval '1 hour'`;
}
