import { asShop } from "#db/client.server.ts";

/** Recipients of one statement. */
const perRun = 1_000;

/** The task of the queue, each minute. */
export const refreshFactsTask = "refresh-recipient-facts";

/**
 * Computes what segments ask about recipients whose orders changed. Each statement commits by itself; a run that ends early is
 * continued by the next one.
 */
export async function refreshRecipientFacts(): Promise<void> {
  for (;;) {
    const [row] = await asShop()<{ done: number }[]>`
      select private.refresh_recipient_facts(${perRun}) as done`;
    if ((row?.done ?? 0) < perRun) return;
  }
}

/** Compares the facts of all recipients with their orders (`npm run reconcile`). @returns ids of those that differ */
export async function findWrongFacts(): Promise<{ recipients: number; wrong: readonly string[] }> {
  const wrong: string[] = [];
  let recipients = 0;
  for (let after: string | null = null; ; ) {
    const rows: { recipient_id: string; is_wrong: boolean }[] = await asShop()`
      select recipient_id, is_wrong from private.wrong_recipient_facts(${after}::uuid, ${perRun})`;
    recipients += rows.length;
    wrong.push(...rows.filter(({ is_wrong }) => is_wrong).map(({ recipient_id }) => recipient_id));
    after = rows.at(-1)?.recipient_id ?? null;
    if (rows.length < perRun) return { recipients, wrong };
  }
}
