import { type Language, languages } from "#base/language.ts";
import { inSavepoint, type Sql, sqlState } from "#db/client.server.ts";
import { hashesOf } from "#shop/consent/address-hash.server.ts";
import { requireMailKey } from "#shop/consent/mail-key.server.ts";
import { requestConfirmation } from "#shop/consent/subscribe/request-confirmation.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { failedRows } from "#shop/imports/failed-rows.ts";
import type { ImportFile, Plan, RunContext } from "#shop/imports/kind.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";
import type { Subscription } from "./read-subscriber.ts";
import { pairOf, verdictsOf } from "./subscriber-verdicts.server.ts";

/** Confirmation mails that leave in a second. */
const mailsPerSecond = 5;

export interface SubscriberPlan extends Plan {
  readonly email: string;
  /** What the shop does not have yet, one of each topic. */
  readonly wanted: readonly Subscription[];
}

/** Ends the savepoint of an address that is left as it is. */
class Left extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = "Left";
    this.code = code;
  }
}

/** Writes an address with its topics, or nothing of it. */
export async function applyPlan(
  sql: Sql,
  file: ImportFile,
  run: RunContext,
  plan: SubscriberPlan,
): Promise<readonly TaskRow[]> {
  const { rows, problems } = plan;
  const row_no = rows[0]?.row_no ?? 0;
  if (problems.length > 0) return failedRows(plan, problems);
  try {
    await inSavepoint(sql, (inner) => add(inner, file, run, plan, row_no));
  } catch (error) {
    if (!(error instanceof Left)) throw error;
    return failedRows(plan, [{ row_no, code: error.code, column: "email" }]);
  }
  return addedRows(plan);
}

async function add(
  sql: Sql,
  file: ImportFile,
  run: RunContext,
  { email, wanted }: SubscriberPlan,
  row_no: number,
): Promise<void> {
  const [first] = wanted;
  const recipient = await recipientOf(sql, email, first?.language);
  // Whoever stops meanwhile waits for this row, or came first and is heard.
  const [locked] = await sql<{ language: Language; is_new: boolean }[]>`
    select language, created_at = now() as is_new from private.mail_recipients where id = ${recipient} for update`;
  if (!locked) throw new Left("changed_meanwhile");
  for (const verdict of (await verdictsOf(sql, [{ email, wanted }])).values()) {
    if (verdict !== "new") throw new Left(verdict === "known" ? "changed_meanwhile" : verdict);
  }
  if (first && locked.is_new) {
    await sql`
      update private.mail_recipients set name = ${first.name ?? null}, tags = ${[...first.tags]}
      where id = ${recipient} and (name, tags) is distinct from (${first.name ?? null}, ${[...first.tags]}::text[])`;
  }
  const evidence = { language: locked.language, import: file.id, actor: run.actorId };
  const unproved = wanted.filter(({ consent }) => !consent).map(({ topic }) => topic);
  if (unproved.length > 0) {
    const isAsked = await requestConfirmation(sql, recipient, unproved, "import", evidence, {
      dedupeKey: `import:${file.id}:${recipient}`,
      delay: row_no / mailsPerSecond,
    });
    if (!isAsked) throw new Left("confirmation_limited");
  }
  for (const { topic, consent } of wanted) {
    if (!consent) continue;
    const proof = proofOf(file, run, locked.language, consent);
    const [row] = await sql<{ outcome: string }[]>`
      select private.subscribe(${recipient}, ${topic}, 'imported', 'import', ${sql.json(proof)}) as outcome`;
    if (row?.outcome !== "subscribed") throw new Left("changed_meanwhile");
  }
}

/**
 * Writes the addresses that come with a consent of each topic in a few statements. An address that somebody changed since it was
 * planned takes all of it back: each is then written by itself, so that only this one is refused.
 */
export async function applyProved(
  sql: Sql,
  file: ImportFile,
  run: RunContext,
  plans: readonly SubscriberPlan[],
): Promise<ReadonlyMap<SubscriberPlan, readonly TaskRow[]>> {
  const proved = plans.filter(
    ({ problems, wanted }) => problems.length === 0 && wanted.every(({ consent }) => consent),
  );
  if (proved.length === 0) return new Map();
  try {
    await inSavepoint(sql, (inner) => addProved(inner, file, run, proved));
  } catch (error) {
    // 42501: somebody was suppressed while the statement ran.
    if (!(error instanceof Left) && sqlState(error) !== "42501") throw error;
    return new Map();
  }
  return new Map(proved.map((plan) => [plan, addedRows(plan)]));
}

async function addProved(
  sql: Sql,
  file: ImportFile,
  run: RunContext,
  plans: readonly SubscriberPlan[],
): Promise<void> {
  const emails = plans.map(({ email }) => email);
  await addRecipients(sql, plans);
  // Whoever stops meanwhile waits for these rows, or came first and is heard.
  const locked = await sql<{ id: string; email: string; language: Language }[]>`
    select id, email, language from private.mail_recipients where email = any (${emails}) order by email for update`;
  const recipients = new Map(locked.map((row) => [row.email, row]));
  const verdicts = await verdictsOf(sql, plans);
  const subscriptions = plans.flatMap(({ email, wanted }) =>
    wanted.map(({ topic, consent }) => {
      const recipient = recipients.get(email);
      if (!recipient || !consent || verdicts.get(pairOf(email, topic)) !== "new") {
        throw new Left("changed_meanwhile");
      }
      return {
        recipient: recipient.id,
        topic,
        evidence: proofOf(file, run, recipient.language, consent),
      };
    }),
  );
  const [row] = await sql<{ count: number }[]>`
    select private.subscribe_imported(${sql.json(subscriptions)})::int as count`;
  if (row?.count !== subscriptions.length) throw new Left("changed_meanwhile");
}

/** Adds the addresses that the shop does not know, with what their first rows say of them. */
async function addRecipients(sql: Sql, plans: readonly SubscriberPlan[]): Promise<void> {
  const emails = plans.map(({ email }) => email);
  const rows = await sql<{ email: string }[]>`
    select email from private.mail_recipients where email = any (${emails})`;
  const known = new Set(rows.map(({ email }) => email));
  const unknown = plans.filter(({ email }) => !known.has(email));
  if (unknown.length === 0) return;
  await requireMailKey(sql);
  const added = unknown.map(({ email, wanted: [first] }) => {
    const { emailHash, mailboxHash } = hashesOf(email);
    const hashes = { email_hash: emailHash.toString("hex"), mailbox: mailboxHash.toString("hex") };
    const { language = languages[0], name = null, tags = [] } = first ?? {};
    return { email, language, name, tags: [...tags], ...hashes };
  });
  await sql`
    insert into private.mail_recipients (email, language, name, tags, email_hash, mailbox_hash)
    select a.email, a.language, a.name, a.tags, decode(a.email_hash, 'hex'), decode(a.mailbox, 'hex')
    from jsonb_to_recordset(${sql.json(added)})
      a (email text, language text, name text, tags text[], email_hash text, mailbox text)
    on conflict on constraint mail_recipient_known do nothing`;
}

/** What the ledger keeps of a consent that the file tells of. */
function proofOf(
  file: ImportFile,
  run: RunContext,
  language: Language,
  { at, source }: NonNullable<Subscription["consent"]>,
) {
  return {
    language,
    import: file.id,
    actor: run.actorId,
    consented_at: at,
    consent_source: source,
  };
}

/** The row by which an added address is listed and undone. */
function addedRows({ rows, wanted, email }: SubscriberPlan): readonly TaskRow[] {
  const after = wanted.map(({ topic }) => topic);
  const row_no = rows[0]?.row_no ?? 0;
  return [{ row_no, subject_id: email, outcome: "done", code: "create", field: email, after }];
}
