import { randomUUID } from "node:crypto";
import { beforeAll, test } from "vitest";
import { createPage, movePage } from "#shop/content/page-address.server.ts";
import {
  cancelSiteSchedule,
  publishSiteDraft,
  restoreSiteVersion,
  scheduleSiteDraft,
  withdrawSiteDocument,
} from "#shop/content/publish-site.server.ts";
import { dropSiteDraft, saveSiteDraft } from "#shop/content/site-drafts.server.ts";
import { addSiteFile } from "#shop/content/site-files.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
let admin: Person;
beforeAll(async () => {
  admin = await actingAdmin();
});

const pageId = randomUUID();
const period = { id: randomUUID(), starts: "2999-01-01T10:00", ends: "2999-01-02T10:00" };
const faq = { kind: "page", key: "faq" } as const;
const own = { kind: "page", key: `p-${pageId}` } as const;
const ofFaq = about("site_document", "page:faq");
const ofOwn = about("site_document", `page:p-${pageId}`);
const body = (question: string) => ({
  title: { id: "Tanya", en: "" },
  description: { id: "", en: "" },
  text: { id: `# Grup\n\n## ${question}\n\nIni.`, en: "" },
  in_sitemap: true,
});

const acts: readonly Act[] = [
  {
    name: "a first draft",
    useCase: "saveSiteDraft",
    run: () => saveSiteDraft(admin, faq, 0, body("Apa?")),
    entries: [
      ofFaq("site_documents.created", "id revision"),
      ofFaq("site_documents.changed", "revision"),
    ],
    again: true,
  },
  {
    name: "a publication",
    useCase: "publishSiteDraft",
    run: () => publishSiteDraft(admin, faq, 1, "Uji"),
    entries: [
      ofFaq("site_documents.changed", "revision"),
      ofFaq("site_documents.changed", "published_version"),
    ],
    again: true,
  },
  {
    name: "a draft that is discarded",
    useCase: "dropSiteDraft",
    prepare: () => saveSiteDraft(admin, faq, 2, body("Siapa?")),
    run: () => dropSiteDraft(admin, faq, 3),
    entries: [ofFaq("site_documents.changed", "revision")],
    again: true,
  },
  {
    name: "a period",
    useCase: "scheduleSiteDraft",
    prepare: () => saveSiteDraft(admin, faq, 4, body("Kapan?")),
    run: () => scheduleSiteDraft(admin, faq, 5, period, ""),
    entries: [
      ofFaq("site_documents.changed", "revision"),
      ofFaq("site_schedule.created", "document_id ends_at starts_at state"),
    ],
    again: true,
  },
  {
    name: "a period that is canceled",
    useCase: "cancelSiteSchedule",
    run: () => cancelSiteSchedule(admin, faq, period.id),
    entries: [ofFaq("site_schedule.changed", "state")],
    again: true,
  },
  {
    name: "a version that is restored",
    useCase: "restoreSiteVersion",
    run: () => restoreSiteVersion(admin, faq, 2),
    entries: [ofFaq("site_documents.changed", "published_version")],
    again: true,
  },
  {
    name: "a document that is taken down",
    useCase: "withdrawSiteDocument",
    run: () => withdrawSiteDocument(admin, faq),
    entries: [ofFaq("site_documents.changed", "published_version")],
    again: true,
  },
  {
    name: "a picture, which is audited with the version that uses it",
    useCase: "addSiteFile",
    run: () => addSiteFile(admin, "logo_light", Buffer.from('<svg viewBox="0 0 1 1"/>')),
    entries: [],
  },
  {
    name: "a new page",
    useCase: "createPage",
    run: () => createPage(admin, pageId, "halaman-baru"),
    entries: [
      ofOwn("site_documents.created", "id revision"),
      ofOwn("site_slugs.created", "document_id is_current slug"),
    ],
    again: true,
  },
  {
    name: "another address of a page",
    useCase: "movePage",
    run: () => movePage(admin, own, "halaman-lain"),
    entries: [
      ofOwn("site_slugs.changed", "is_current"),
      ofOwn("site_slugs.created", "document_id is_current slug"),
    ],
    again: true,
  },
];

test("acts on content of the site leave their entries", () => expectEntries(admin, acts));

test("every use case of content is tried", () => expectEveryUseCase(/^content\//, acts));
