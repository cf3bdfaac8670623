import * as v from "valibot";
import { asCaller, asShop } from "#db/client.server.ts";
import { callerOf, may, type Person } from "#shop/kernel/access.ts";
import {
  type DocumentName,
  documentId,
  fixedDocuments,
  type SiteBody,
  type SiteKind,
} from "./document.ts";
import { type HomePage, homeSchema } from "./home-page.ts";

/** A document in the list of staff. */
export interface SiteDocumentRow extends DocumentName {
  /** Of an own page. */
  readonly slug: string | null;
  readonly title: string | null;
  readonly live_version: number | null;
  readonly is_drafted: boolean;
  /** Periods that have not begun. */
  readonly waiting: number;
  /** The published text lacks English somewhere. */
  readonly lacks_english: boolean;
}

/** Staff: the fixed documents, then the shop's own pages by address. */
export async function listSiteDocuments(actor: Person): Promise<readonly SiteDocumentRow[]> {
  if (!may(actor, "content.edit")) return [];
  const rows = await asCaller(
    callerOf(actor),
    (sql) => sql<SiteDocumentRow[]>`
      select d.kind, d.key, s.slug, coalesce(d.draft, l.body) -> 'title' ->> 'id' as title, l.version as live_version,
        d.draft is not null as is_drafted,
        (select count(*)::int from site_schedule w where w.document_id = d.id and w.state = 'waiting') as waiting,
        coalesce(jsonb_path_exists(l.body, 'strict $.** ? (@.id != "" && @.en == "")', silent => true), false) as lacks_english
      from site_documents d left join site_live l on l.document_id = d.id
      left join site_slugs s on s.document_id = d.id and s.is_current
      order by s.slug nulls first, d.kind, d.key`,
    "read only",
  );
  const known = new Map(rows.map((row) => [documentId(row), row]));
  const fixed = fixedDocuments.map(
    (name) => known.get(documentId(name)) ?? { ...name, ...nothing },
  );
  return [...fixed, ...rows.filter(({ slug }) => slug !== null)];
}

const nothing = {
  slug: null,
  title: null,
  live_version: null,
  is_drafted: false,
  waiting: 0,
  lacks_english: false,
};

export interface SiteVersion {
  readonly version: number;
  readonly note: string;
  /** The fields that differ from the version before it. */
  readonly changed: readonly string[];
  /** Empty for a deleted account, and for a version from a seed. */
  readonly author: string;
  /** ISO 8601. */
  readonly created_at: string;
}

export interface SiteSchedule {
  readonly id: string;
  readonly version: number;
  /** ISO 8601. */
  readonly starts_at: string;
  readonly ends_at: string | null;
  readonly state: "waiting" | "on" | "over" | "canceled";
}

export interface SiteDocument {
  readonly kind: SiteKind;
  readonly key: string;
  readonly slug: string | null;
  readonly draft: SiteBody | null;
  readonly revision: number;
  /** Who saved the draft last; empty when the account was deleted. */
  readonly drafted_by: string;
  readonly drafted_at: string | null;
  /** What visitors see. */
  readonly live: { readonly version: number; readonly body: SiteBody } | null;
  readonly published_version: number | null;
  /** Newest first. */
  readonly versions: readonly SiteVersion[];
  readonly schedule: readonly SiteSchedule[];
}

/** Versions and periods that the editor lists. */
const maxListed = 100;

/** Staff: a document with its history; undefined for an own page that does not exist. */
export async function findSiteDocument(
  actor: Person,
  name: DocumentName,
): Promise<SiteDocument | undefined> {
  if (!may(actor, "content.edit")) return undefined;
  const id = documentId(name);
  const found = await asCaller(
    callerOf(actor),
    async (sql) => {
      const [row] = await sql<DocumentRow[]>`
        select d.draft, d.revision, d.drafted_by, d.drafted_at, d.published_version, s.slug, l.version as live_version, l.body
        from site_documents d left join site_live l on l.document_id = d.id
        left join site_slugs s on s.document_id = d.id and s.is_current where d.id = ${id}`;
      const versions = await sql<VersionRow[]>`
        select v.version, v.note, v.author_id, v.created_at, array(
          select e.key from jsonb_each(v.body) e
          -- The first version has none before it: it replaces the built-in content.
          where b.version is not null and e.value is distinct from b.body -> e.key) as changed
        from site_versions v left join site_versions b on b.document_id = v.document_id and b.version = v.version - 1
        where v.document_id = ${id} order by v.version desc limit ${maxListed}`;
      const schedule = await sql<ScheduleRow[]>`
        select id, version, starts_at, ends_at, state from site_schedule
        where document_id = ${id} order by starts_at desc limit ${maxListed}`;
      return { row, versions, schedule };
    },
    "read only",
  );
  const { row, versions, schedule } = found;
  if (!row && !fixedDocuments.some((one) => documentId(one) === id)) return undefined;
  const names = await namesOf([row?.drafted_by, ...versions.map(({ author_id }) => author_id)]);
  const nameOf = (person: string | null | undefined) => names.get(person ?? "") ?? "";
  return {
    ...name,
    slug: row?.slug ?? null,
    draft: row?.draft ?? null,
    revision: row?.revision ?? 0,
    drafted_by: nameOf(row?.drafted_by),
    drafted_at: row?.drafted_at?.toISOString() ?? null,
    live:
      row?.body && row.live_version !== null ? { version: row.live_version, body: row.body } : null,
    published_version: row?.published_version ?? null,
    versions: versions.map(({ author_id, created_at, ...version }) => ({
      ...version,
      author: nameOf(author_id),
      created_at: created_at.toISOString(),
    })),
    schedule: schedule.map((period) => ({
      ...period,
      starts_at: period.starts_at.toISOString(),
      ends_at: period.ends_at?.toISOString() ?? null,
    })),
  };
}

/** Staff: the draft of the home page; undefined without one. */
export async function findDraftOfHome(actor: Person): Promise<HomePage | undefined> {
  const document = await findSiteDocument(actor, { kind: "home", key: "main" });
  const read = v.safeParse(homeSchema, document?.draft);
  return read.success ? read.output : undefined;
}

interface DocumentRow {
  draft: SiteBody | null;
  revision: number;
  drafted_by: string | null;
  drafted_at: Date | null;
  published_version: number | null;
  slug: string | null;
  live_version: number | null;
  body: SiteBody | null;
}

interface VersionRow {
  version: number;
  note: string;
  changed: string[];
  author_id: string | null;
  created_at: Date;
}

type ScheduleRow = Omit<SiteSchedule, "starts_at" | "ends_at"> & {
  starts_at: Date;
  ends_at: Date | null;
};

/** Read as the shop, because row-level security limits which accounts staff see. */
async function namesOf(
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const people = [...new Set(ids.filter((id) => typeof id === "string"))];
  if (people.length === 0) return new Map();
  const sql = asShop();
  const rows = await sql<{ id: string; name: string }[]>`
    select u.id, coalesce(nullif(p.full_name, ''), u.email, '') as name
    from auth.users u left join profiles p on p.id = u.id where u.id in ${sql(people)}`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
