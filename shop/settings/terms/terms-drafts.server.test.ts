import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readTerms } from "./terms.server.ts";
import {
  applyTerms,
  beginTermsDraft,
  dropTermsDraft,
  findTermsDraft,
  listTerms,
  publishTermsDraft,
  saveTermsDraft,
  type TermsDraftInput,
} from "./terms-drafts.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
const staff = demoPerson("staff@etalase.test");

async function day(offset: number): Promise<string> {
  const [row] = await asSeed()<{ day: string }[]>`
    select ((now() at time zone time_zone)::date + ${offset}::int)::text as day from shop_settings`;
  return row?.day ?? "";
}
const input = (over: Partial<TermsDraftInput> = {}): TermsDraftInput => ({
  version: "2027-uji",
  in_force_from: "",
  id: "# Pihak\n\nPenjual dan pembeli.",
  en: "# Parties\n\nSeller and buyer.",
  ...over,
});
async function draft(over: Partial<TermsDraftInput> = {}) {
  const id = randomUUID();
  await beginTermsDraft(admin, id);
  const saved = await saveTermsDraft(admin, id, 1, input(over));
  if (!saved.ok) throw new Error(saved.problem);
  return { id, revision: saved.value.revision };
}
const current = async () => (await readTerms("id", undefined))?.version;

test("terms shipped with the program do not replace those that the merchant chose", async () => {
  const before = await current();
  await asSeed()`update shop_settings set terms_version = '2026-11'`;
  await applyTerms();
  expect(await current()).toBe("2026-11");
  await asSeed()`update shop_settings set terms_version = ${before ?? ""}`;
});

test("a draft starts with the terms in force, and is saved while typing", async () => {
  const id = randomUUID();
  await beginTermsDraft(admin, id);
  const begun = await findTermsDraft(admin, id);
  expect(begun?.id).toMatch(/^# Pihak\n\nPenjual adalah/);
  expect(begun?.en).toMatch(/^# Parties\n\n/);
  expect(await saveTermsDraft(admin, id, 1, input())).toEqual({ ok: true, value: { revision: 2 } });
  await beginTermsDraft(admin, id);
  expect(await findTermsDraft(admin, id)).toMatchObject({ ...input(), revision: 2 });
  // Saving identical text succeeds, although the revision is outdated.
  expect(await saveTermsDraft(admin, id, 1, input())).toEqual({ ok: true, value: { revision: 2 } });
  await dropTermsDraft(admin, id);
});

test("two people do not overwrite each other", async () => {
  const { id, revision } = await draft();
  await saveTermsDraft(admin, id, revision, input({ en: "# Parties\n\nFirst." }));
  const late = await saveTermsDraft(admin, id, revision, input({ en: "# Parties\n\nSecond." }));
  expect(late).toEqual({ ok: false, problem: "draft_changed" });
  expect(await publishTermsDraft(admin, id, revision, "x")).toEqual({
    ok: false,
    problem: "draft_changed",
  });
  expect((await findTermsDraft(admin, id))?.en).toBe("# Parties\n\nFirst.");
});

test("terms published for today apply at the checkout, once however often they are sent", async () => {
  const { id, revision } = await draft({ version: "2027-hari-ini", in_force_from: await day(0) });
  for (let n = 0; n < 2; n++) {
    expect(await publishTermsDraft(admin, id, revision, "2027-hari-ini")).toEqual({
      ok: true,
      value: { version: "2027-hari-ini" },
    });
  }
  expect(await current()).toBe("2027-hari-ini");
  expect(await findTermsDraft(admin, id)).toBeUndefined();
  expect((await readTerms("en", undefined))?.sections).toEqual([
    { heading: "Parties", paragraphs: ["Seller and buyer."] },
  ]);
  await expect(
    asSeed()`update terms_versions set sections = sections where version = '2027-hari-ini'`,
  ).rejects.toThrow();
});

test("terms published for a later day take effect on that day", async () => {
  const before = await current();
  const { id, revision } = await draft({ version: "2027-nanti", in_force_from: await day(3) });
  await publishTermsDraft(admin, id, revision, "2027-nanti");
  await applyTerms();
  expect(await current()).toBe(before);
  expect(await readTerms("id", "2027-nanti")).toMatchObject({ is_current: false, is_future: true });
  const { published } = await listTerms(admin);
  expect(published.find(({ version }) => version === "2027-nanti")?.state).toBe("future");
  expect(published.find(({ version }) => version === before)?.state).toBe("current");
  // Administrators see the publisher; a version installed with the program has none.
  const { published_by, published_at } =
    published.find((one) => one.version === "2027-nanti") ?? {};
  expect(published_by).toBe("admin@etalase.test");
  expect(Date.parse(published_at ?? "")).not.toBeNaN();
  expect(published.find(({ version }) => version === "2026-11")).toMatchObject({
    published_by: null,
    published_at: null,
  });

  // A version whose day has come.
  await asSeed()`
    insert into terms_versions (version, in_force_from, sections, published_at)
    select '2027-tiba', (now() at time zone time_zone)::date, sections, now()
    from terms_versions cross join shop_settings where terms_versions.version = '2026-11'`;
  await applyTerms();
  expect(await current()).toBe("2027-tiba");
  await applyTerms();
  expect(await current()).toBe("2027-tiba");
});

test.each([
  ["version_missing", { version: "" }],
  ["day_missing", { in_force_from: "" }],
  ["day_past", { in_force_from: "2026-01-01" }],
  ["version_taken", { version: "2026-11" }],
  ["text_empty", { en: "" }],
  ["heading_missing", { id: "Tanpa judul" }],
  ["paragraph_missing", { id: "# Kosong" }],
  ["parts_differ", { en: "# One\n\nA\n\n# Two\n\nB" }],
] as const)("nothing is published with %s", async (problem, over) => {
  const { id, revision } = await draft({ in_force_from: await day(1), ...over });
  expect(await publishTermsDraft(admin, id, revision, "x")).toEqual({ ok: false, problem });
  expect(await findTermsDraft(admin, id)).toBeDefined();
});

test("only administrators write terms", async () => {
  const { id, revision } = await draft({ in_force_from: await day(1) });
  const refused = { ok: false, problem: "draft_not_found" };
  expect(await listTerms(staff)).toEqual({ drafts: [], published: [] });
  expect(await findTermsDraft(staff, id)).toBeUndefined();
  expect(await beginTermsDraft(staff, randomUUID())).toEqual(refused);
  expect(await saveTermsDraft(staff, id, revision, input())).toEqual(refused);
  expect(await publishTermsDraft(staff, id, revision, "2027-uji")).toEqual(refused);
  expect(await dropTermsDraft(staff, id)).toEqual(refused);
  expect(await findTermsDraft(admin, id)).toMatchObject({ revision });
});
