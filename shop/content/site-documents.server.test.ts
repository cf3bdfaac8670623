import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  findBanner,
  findFixedPage,
  findMovedPage,
  findOwnPage,
  listOwnPages,
} from "./live-site.server.ts";
import { createPage, movePage } from "./page-address.server.ts";
import {
  applySite,
  cancelSiteSchedule,
  publishSiteDraft,
  restoreSiteVersion,
  scheduleSiteDraft,
  withdrawSiteDocument,
} from "./publish-site.server.ts";
import { findSiteDocument, listSiteDocuments } from "./read-site.server.ts";
import { dropSiteDraft, saveSiteDraft } from "./site-drafts.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
/** Has neither `content.edit` nor `content.publish`. */
const sales = demoPerson("staff@etalase.test");

const about = { kind: "page", key: "about" } as const;
const banner = { kind: "banner", key: "main" } as const;

const page = (text: string, en = "") => ({
  title: { id: "Tentang", en: "" },
  description: { id: "Siapa kami", en: "" },
  text: { id: text, en },
  in_sitemap: true,
});
const announcement = (text: string) => ({
  text: { id: text, en: "" },
  link: "",
  tone: "ink",
  dismissible: false,
});

const revisionOf = async (name: Parameters<typeof findSiteDocument>[1]) =>
  (await findSiteDocument(admin, name))?.revision ?? 0;

async function publish(
  name: Parameters<typeof findSiteDocument>[1],
  body: Record<string, unknown>,
) {
  const saved = await saveSiteDraft(admin, name, await revisionOf(name), body);
  if (!saved.ok) throw new Error(saved.problem);
  const published = await publishSiteDraft(admin, name, saved.value.revision, "");
  if (!published.ok) throw new Error(published.problem);
  return published.value.version;
}

/** A minute in the shop's time zone. */
async function local(minutes: number): Promise<string> {
  const [row] = await asSeed()<{ at: string }[]>`
    select to_char((now() + ${minutes} * interval '1 minute') at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as at
    from shop_settings`;
  return row?.at ?? "";
}

/** Moves every period by an hour into the past, as if the time had passed. */
async function anHourLater() {
  await asSeed()`
    update site_schedule set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
    where state in ('waiting', 'on')`;
  await applySite();
}

const textOf = async () => (await findFixedPage("about", "id"))?.sections[0]?.text;

test("a draft is not public; publishing shows it once and empties the draft", async () => {
  const before = await textOf();
  const saved = await saveSiteDraft(admin, about, await revisionOf(about), page("Satu."));
  expect(saved.ok).toBe(true);
  const revision = saved.ok ? saved.value.revision : 0;
  expect(await textOf()).toBe(before);
  const first = await publishSiteDraft(admin, about, revision, "pertama");
  expect(await publishSiteDraft(admin, about, revision, "pertama")).toEqual(first);
  expect(await textOf()).toBe("Satu.");
  const found = await findSiteDocument(admin, about);
  expect(found).toMatchObject({ draft: null, live: { body: page("Satu.") } });
  expect(found?.versions[0]).toMatchObject({ note: "pertama" });
  expect(found?.versions[0]?.author).not.toBe("");
  expect(found?.versions[0]?.changed).toContain("text");
  // The first version replaces the built-in content and has no version before it.
  expect(found?.versions.at(-1)?.changed).toEqual([]);
  await expect(
    asSeed()`update site_versions set note = 'x' where document_id = 'page:about'`,
  ).rejects.toThrow();
});

test("two editors do not overwrite each other", async () => {
  const revision = await revisionOf(about);
  const first = await saveSiteDraft(admin, about, revision, page("Dari Sari."));
  expect(first).toEqual({ ok: true, value: { revision: revision + 1 } });
  // Saving identical text succeeds, although the revision is outdated.
  expect(await saveSiteDraft(admin, about, revision, page("Dari Sari."))).toEqual(first);
  const refused = { ok: false, problem: "draft_changed" };
  expect(await saveSiteDraft(admin, about, revision, page("Dari Budi."))).toEqual(refused);
  expect(await dropSiteDraft(admin, about, revision)).toEqual(refused);
  expect(await publishSiteDraft(admin, about, revision - 1, "")).toEqual(refused);
  expect((await findSiteDocument(admin, about))?.draft).toEqual(page("Dari Sari."));
  expect((await dropSiteDraft(admin, about, revision + 1)).ok).toBe(true);
  expect(await publishSiteDraft(admin, about, revision + 2, "")).toEqual({
    ok: false,
    problem: "draft_missing",
  });
});

test("a former version is restored as a new one, and withdrawing shows the built-in text", async () => {
  const old = await publish(about, page("Lama."));
  const fresh = await publish(about, page("Baru."));
  const restored = await restoreSiteVersion(admin, about, old);
  expect(restored).toEqual({ ok: true, value: { version: fresh + 1 } });
  // A repeated request changes nothing.
  expect(await restoreSiteVersion(admin, about, old)).toEqual(restored);
  expect(await textOf()).toBe("Lama.");
  expect((await withdrawSiteDocument(admin, about)).ok).toBe(true);
  expect(await textOf()).toBeUndefined();
  expect(await restoreSiteVersion(admin, about, 9999)).toEqual({
    ok: false,
    problem: "version_not_found",
  });
  await publish(about, page("Baru."));
});

test("a period shows its version from start to end, then the version that is published by then", async () => {
  const usual = await publish(banner, announcement("Biasa"));
  const saved = await saveSiteDraft(admin, banner, await revisionOf(banner), announcement("Obral"));
  const revision = saved.ok ? saved.value.revision : 0;
  const period = { id: randomUUID(), starts: await local(30), ends: await local(90) };
  const scheduled = await scheduleSiteDraft(admin, banner, revision, period, "");
  expect(scheduled).toMatchObject({ ok: true });
  expect(await scheduleSiteDraft(admin, banner, revision, period, "")).toEqual(scheduled);
  await applySite();
  expect((await findBanner("id"))?.text).toBe("Biasa");
  await anHourLater();
  expect((await findBanner("id"))?.text).toBe("Obral");
  const other = await publish(banner, announcement("Sesudah"));
  expect(other).toBe(usual + 2);
  expect((await findBanner("id"))?.text).toBe("Obral");
  await anHourLater();
  expect((await findBanner("id"))?.text).toBe("Sesudah");
  const [entry] = await asSeed()<{ actor: string }[]>`
    select actor_name as actor from audit_entries where subject_id = 'banner:main' and action = 'site_schedule.changed'
      and actor_kind = 'job' order by id desc limit 1`;
  expect(entry?.actor).toBe("apply-site");
});

test("a period that passed while no job ran is never shown", async () => {
  const saved = await saveSiteDraft(admin, banner, await revisionOf(banner), announcement("Lewat"));
  const period = { id: randomUUID(), starts: await local(10), ends: await local(20) };
  await scheduleSiteDraft(admin, banner, saved.ok ? saved.value.revision : 0, period, "");
  await anHourLater();
  expect((await findBanner("id"))?.text).toBe("Sesudah");
  const found = await findSiteDocument(admin, banner);
  expect(found?.schedule.find(({ id }) => id === period.id)?.state).toBe("over");
});

test("a period without an end stays published; overlaps are refused; a cancelled period does not begin", async () => {
  const draft = async (text: string) => {
    const saved = await saveSiteDraft(admin, banner, await revisionOf(banner), announcement(text));
    return saved.ok ? saved.value.revision : 0;
  };
  const first = { id: randomUUID(), starts: await local(100), ends: await local(200) };
  await scheduleSiteDraft(admin, banner, await draft("A"), first, "");
  const overlapping = { id: randomUUID(), starts: await local(150), ends: "" };
  expect(await scheduleSiteDraft(admin, banner, await draft("B"), overlapping, "")).toEqual({
    ok: false,
    problem: "schedule_overlaps",
  });
  expect((await cancelSiteSchedule(admin, banner, first.id)).ok).toBe(true);
  expect((await cancelSiteSchedule(admin, banner, first.id)).ok).toBe(true);
  const lasting = { id: randomUUID(), starts: await local(40), ends: "" };
  expect((await scheduleSiteDraft(admin, banner, await draft("B"), lasting, "")).ok).toBe(true);
  await anHourLater();
  expect((await findBanner("id"))?.text).toBe("B");
  await anHourLater();
  expect((await findBanner("id"))?.text).toBe("B");
});

test.each([
  ["time_missing", "", ""],
  ["time_invalid", "besok", ""],
  ["time_invalid", "2027-02-30T10:00", ""],
  ["time_invalid", "0000-01-01T00:00", ""],
  ["time_past", "2020-01-01T10:00", ""],
  ["period_invalid", "2027-03-02T10:00", "2027-03-01T10:00"],
] as const)("a period is refused with %s", async (problem, starts, ends) => {
  const saved = await saveSiteDraft(admin, banner, await revisionOf(banner), announcement("X"));
  const revision = saved.ok ? saved.value.revision : 0;
  const period = { id: randomUUID(), starts, ends };
  expect(await scheduleSiteDraft(admin, banner, revision, period, "")).toEqual({
    ok: false,
    problem,
  });
  expect((await findSiteDocument(admin, banner))?.draft).toEqual(announcement("X"));
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "//x.test",
  "/\\x.test",
  "http://x.test",
  "https://user:pass@x.test",
  "https://",
  "ftp://x.test/a",
])("the link %s is refused", async (link) => {
  const body = { ...announcement("Tautan"), link };
  expect(await saveSiteDraft(admin, banner, await revisionOf(banner), body)).toEqual({
    ok: false,
    problem: "body_invalid",
  });
});

test("markup stays text; a direction override becomes a space", async () => {
  const text = "<img src=x onerror=alert(1)> {{x}} \u202Etxt";
  await publish(about, page(text));
  expect(await textOf()).toBe("<img src=x onerror=alert(1)> {{x}}  txt");
});

test("an own page has one address; former ones redirect while it is published", async () => {
  const id = randomUUID();
  const created = await createPage(admin, id, "cara-cuci");
  expect(created).toMatchObject({ ok: true });
  expect(await createPage(admin, id, "cara-cuci")).toEqual(created);
  const name = { kind: "page", key: created.ok ? created.value.key : "" } as const;
  expect(await findOwnPage("cara-cuci", "id")).toBeUndefined();
  await publish(name, page("Cuci terbalik.", "Wash inside out."));
  expect((await findOwnPage("cara-cuci", "en"))?.sections[0]?.text).toBe("Wash inside out.");
  expect(await listOwnPages()).toEqual(["/pages/cara-cuci"]);
  expect((await movePage(admin, name, "merawat-kaos")).ok).toBe(true);
  expect(await findMovedPage("cara-cuci")).toBe("merawat-kaos");
  expect(await findOwnPage("cara-cuci", "id")).toBeUndefined();
  expect(await createPage(admin, randomUUID(), "cara-cuci")).toEqual({
    ok: false,
    problem: "slug_taken",
  });
  expect((await movePage(admin, name, "cara-cuci")).ok).toBe(true);
  expect(await findMovedPage("merawat-kaos")).toBe("cara-cuci");
  await withdrawSiteDocument(admin, name);
  expect(await findOwnPage("cara-cuci", "id")).toBeUndefined();
  expect(await findMovedPage("merawat-kaos")).toBeUndefined();
  expect((await listSiteDocuments(admin)).map(({ slug }) => slug)).toContain("cara-cuci");
});

test.each([
  ["slug_reserved", "admin"],
  ["slug_invalid", "Cart"],
  ["slug_invalid", "a b"],
  ["slug_invalid", "a".repeat(81)],
  ["slug_invalid", "../x"],
] as const)("%s: the address %s is refused", async (problem, slug) => {
  expect(await createPage(admin, randomUUID(), slug)).toEqual({ ok: false, problem });
});

test("versions stay when the account of their author is deleted", async () => {
  const author = randomUUID();
  await asSeed()`insert into auth.users (id, email) values (${author}, 'penulis@contoh.test')`;
  await asSeed().begin(async (sql) => {
    await sql`set local shop.actor = 'job:tests'`;
    await sql`update site_documents set drafted_by = ${author} where id = 'page:about'`;
    await sql`
      insert into site_versions (document_id, version, body, author_id) values ('page:about', 900, '{}', ${author})`;
    await sql`delete from auth.users where id = ${author}`;
  });
  const rows = await asSeed()<{ author_id: string | null }[]>`
    select author_id from site_versions where document_id = 'page:about' and version = 900`;
  expect(rows).toEqual([{ author_id: null }]);
});

test("staff without the permission read and write nothing", async () => {
  const refused = { ok: false, problem: "not_permitted" };
  const revision = await revisionOf(about);
  expect(await listSiteDocuments(sales)).toEqual([]);
  expect(await findSiteDocument(sales, about)).toBeUndefined();
  expect(await saveSiteDraft(sales, about, revision, page("x"))).toEqual(refused);
  expect(await dropSiteDraft(sales, about, revision)).toEqual(refused);
  expect(await publishSiteDraft(sales, about, revision, "")).toEqual(refused);
  expect(await restoreSiteVersion(sales, about, 1)).toEqual(refused);
  expect(await withdrawSiteDocument(sales, about)).toEqual(refused);
  expect(await cancelSiteSchedule(sales, about, randomUUID())).toEqual(refused);
  expect(await createPage(sales, randomUUID(), "milik-staf")).toEqual(refused);
  expect(await movePage(sales, { kind: "page", key: "p-x" }, "milik-staf")).toEqual(refused);
});
