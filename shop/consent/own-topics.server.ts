import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isTopicSlug } from "./topic.ts";

/** A topic as staff see it. */
export interface ManagedTopic {
  readonly slug: string;
  readonly name: LocalText;
  readonly hint: LocalText;
  /** Pauses, limits and "at most one a month" apply to it. */
  readonly marketing: boolean;
  /** Of the merchant; the others are the program's, and stay as they are. */
  readonly isOwn: boolean;
  /** ISO 8601. */
  readonly archivedAt: string | null;
  readonly version: number;
  /** Whether anybody ever had to do with it: then it is archived and never deleted. */
  readonly isUsed: boolean;
}

export const topicInput = v.object({
  /** Null: a new one. */
  slug: v.nullable(v.string()),
  /** That the form read; 0 for a new one. */
  version: v.pipe(v.number("invalid_input"), v.integer(), v.minValue(0)),
  name_id: textLine(60),
  name_en: textLine(60),
  hint_id: optionalTextLine(200),
  hint_en: optionalTextLine(200),
  marketing: v.boolean(),
});
export type TopicInput = v.InferOutput<typeof topicInput>;

export type TopicProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  /** Five are in use. */
  | "topics_full"
  /** People agreed to it as marketing, or as not. */
  | "topic_agreed"
  /** A campaign that is not sent yet has it. */
  | "topic_in_use"
  /** The ledger of consent names it: it can be archived. */
  | "topic_known";

/** All topics, those of the program first, archived ones last. */
export async function listManagedTopics(actor: Person): Promise<readonly ManagedTopic[]> {
  if (!may(actor, "mail.read")) return [];
  const rows = await asShop()<(Omit<ManagedTopic, "archivedAt"> & { archived_at: Date | null })[]>`
    select t.slug, json_build_object('id', t.name_id, 'en', t.name_en) as name,
      json_build_object('id', t.hint_id, 'en', t.hint_en) as hint, t.marketing, t.is_own as "isOwn", t.archived_at, t.version,
      exists (select from subscriptions s where s.topic = t.slug)
        or exists (select from private.mail_campaigns c where c.topic = t.slug) as "isUsed"
    from private.mail_topics t order by t.archived_at nulls first, t.is_own, t.position, t.slug`;
  return rows.map(({ archived_at, ...topic }) => ({
    ...topic,
    archivedAt: archived_at?.toISOString() ?? null,
  }));
}

/**
 * Makes a topic of the merchant's own, or changes its words. What people agreed to stays marketing, or stays none.
 * @returns its name in addresses and headers
 */
export function saveTopic(
  actor: Person,
  { slug, version, ...words }: TopicInput,
): Promise<Result<{ slug: string }, TopicProblem>> {
  return write(actor, async (sql) => {
    const { name_id, name_en, hint_id, hint_en, marketing } = words;
    if (slug === null) {
      // A form that is sent twice makes one, also at the same moment.
      await sql`select pg_advisory_xact_lock(hashtext('mail_topics'))`;
      const [same] = await sql<{ slug: string }[]>`
        select slug from private.mail_topics
        where is_own and archived_at is null and (name_id, name_en, hint_id, hint_en, marketing)
          = (${name_id}, ${name_en}, ${hint_id}, ${hint_en}, ${marketing})`;
      if (same) return ok({ slug: same.slug });
      const made = await freeSlug(sql, words.name_id);
      await sql`
        insert into private.mail_topics ${sql([{ ...words, slug: made, is_own: true, position: 50 }])}`;
      return ok({ slug: made });
    }
    const known = await lockOwn(sql, slug);
    if (known === undefined) return fail("not_found");
    if (known !== version) return fail("changed_meanwhile");
    await sql`
      update private.mail_topics set ${sql(words)} where slug = ${slug}
        and (name_id, name_en, hint_id, hint_en, marketing)
          is distinct from (${name_id}, ${name_en}, ${hint_id}, ${hint_en}, ${marketing})`;
    return ok({ slug });
  });
}

/**
 * Takes a topic out of use, or brings it back. Nobody is asked about an archived one and nobody gets mails of it; what people
 * chose and the ledger stay, so that a "stop" of the past holds when it comes back.
 */
export function archiveTopic(
  actor: Person,
  slug: string,
  isArchived: boolean,
): Promise<Result<null, TopicProblem>> {
  return write(actor, async (sql) => {
    if ((await lockOwn(sql, slug)) === undefined) return fail("not_found");
    await sql`
      update private.mail_topics set archived_at = case when ${isArchived} then now() end
      where slug = ${slug} and (archived_at is not null) <> ${isArchived}`;
    return ok(null);
  });
}

/** Deletes a topic that nobody ever had to do with. */
export function deleteTopic(actor: Person, slug: string): Promise<Result<null, TopicProblem>> {
  return write(actor, async (sql) => {
    if ((await lockOwn(sql, slug)) === undefined) return fail("not_found");
    await sql`delete from private.mail_topics where slug = ${slug}`;
    return ok(null);
  });
}

const problems: Readonly<Record<string, TopicProblem>> = {
  mail_topics_full: "topics_full",
  mail_topic_agreed: "topic_agreed",
  mail_topic_in_use: "topic_in_use",
  // What names it.
  mail_topic_unknown: "topic_known",
  mail_event_topic_unknown: "topic_known",
  mail_campaign_topic_unknown: "topic_known",
};

async function write<T>(
  actor: Person,
  work: (sql: Sql) => Promise<Result<T, TopicProblem>>,
): Promise<Result<T, TopicProblem>> {
  try {
    return await asStaff<T, TopicProblem>(actor, "mail.send", work);
  } catch (error) {
    const problem = problems[violatedConstraint(error) ?? ""];
    if (problem) return fail(problem);
    throw error;
  }
}

/** @returns the version of an own topic */
async function lockOwn(sql: Sql, slug: string): Promise<number | undefined> {
  if (!isTopicSlug(slug)) return undefined;
  const [row] = await sql<{ version: number }[]>`
    select version from private.mail_topics where slug = ${slug} and is_own for update`;
  return row?.version;
}

/** The words of a name as a slug that no topic has. The caller holds the lock of topics. */
async function freeSlug(sql: Sql, name: string): Promise<string> {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 30);
  const stem = words.length < 2 ? "topik" : words;
  const taken = await sql<{ slug: string }[]>`
    select slug from private.mail_topics where starts_with(slug, ${stem})`;
  const slugs = new Set(taken.map(({ slug }) => slug));
  if (!slugs.has(stem)) return stem;
  for (let n = 2; ; n++) if (!slugs.has(`${stem}_${n}`)) return `${stem}_${n}`;
}
