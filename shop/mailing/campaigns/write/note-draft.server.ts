import type { Sql } from "#db/client.server.ts";

/** Saves that are kept of a draft. */
const maxSaves = 50;
/** Minutes for which the automatic saves of one author are one. */
const mergedMinutes = 10;

/** Notes what a save made of a draft, in its transaction. */
export async function noteDraft(
  sql: Sql,
  campaign: number,
  version: number,
  { author, isAuto, content }: { author: string; isAuto: boolean; content: object },
): Promise<void> {
  const merged = isAuto
    ? await sql<{ begun_at: string }[]>`
        delete from private.mail_drafts d
        where d.campaign = ${campaign} and d.is_auto and d.author = ${author}
          and d.begun_at > now() - make_interval(mins => ${mergedMinutes})
          and d.version = (select max(version) from private.mail_drafts where campaign = ${campaign})
        returning begun_at::text as begun_at`
    : [];
  await sql`
    insert into private.mail_drafts (campaign, version, author, is_auto, content, begun_at)
    values (${campaign}, ${version}, ${author}, ${isAuto}, ${sql.json(content)},
      coalesce(${merged[0]?.begun_at ?? null}::timestamptz, now()))
    on conflict (campaign, version) do nothing`;
  await sql`
    delete from private.mail_drafts where campaign = ${campaign} and version <= (
      select version from private.mail_drafts where campaign = ${campaign}
      order by version desc offset ${maxSaves} limit 1)`;
}

/** Whether a draft was made with a content: the request that made it came again. */
export async function isFirstSave(sql: Sql, campaign: number, content: object): Promise<boolean> {
  const rows = await sql`
    select from private.mail_drafts
    where campaign = ${campaign} and version = 1 and content = ${sql.json(content)}`;
  return rows.length > 0;
}
