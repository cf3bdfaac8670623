import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { subscribeMany } from "#tests/support/builders/campaigns.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { saveChoices } from "./change-choices.server.ts";
import { readChoices } from "./choices.server.ts";
import { linkToken } from "./link-token.server.ts";
import { archiveTopic, deleteTopic, listManagedTopics, saveTopic } from "./own-topics.server.ts";

testDatabase({ demo: true, max: 6 });
let admin: Person;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
});

const words = (name: string, marketing = true) => ({
  name_id: name,
  name_en: `${name} (en)`,
  hint_id: "Sekali sebulan.",
  hint_en: "",
  marketing,
});
const add = (name: string, marketing = true) =>
  saveTopic(admin, { slug: null, version: 0, ...words(name, marketing) });
const slugOf = async (made: ReturnType<typeof add>) => {
  const saved = await made;
  if (!saved.ok) throw new Error(saved.problem);
  return saved.value.slug;
};

test("five topics of the merchant's own, and no sixth however many ask at once; the program's stay as they are", async () => {
  const slugs = [
    await slugOf(add("Promo Akhir Pekan!")),
    await slugOf(add("Promo akhir pekan")),
    await slugOf(add("新商品")),
  ];
  expect(slugs).toEqual(["promo_akhir_pekan", "promo_akhir_pekan_2", "topik"]);
  const again = await Promise.all([add("新商品"), add("新商品")]);
  expect(again).toEqual(Array.from({ length: 2 }, () => ({ ok: true, value: { slug: "topik" } })));
  const more = await Promise.all(["A1", "B2", "C3", "D4"].map((name) => add(name)));
  expect(more.filter(({ ok }) => ok)).toHaveLength(2);
  expect(more.filter(({ ok }) => !ok)).toEqual(
    Array.from({ length: 2 }, () => ({ ok: false, problem: "topics_full" })),
  );
  const customer = demoPerson("customer@etalase.test");
  expect(await saveTopic(customer, { slug: null, version: 0, ...words("X") })).toMatchObject({
    problem: "not_permitted",
  });
  expect(await listManagedTopics(customer)).toEqual([]);
  for (const slug of ["news", "tidak_ada", "BUKAN"]) {
    expect(await saveTopic(admin, { slug, version: 1, ...words("X") })).toMatchObject({
      problem: "not_found",
    });
    expect(await archiveTopic(admin, slug, true)).toMatchObject({ problem: "not_found" });
    expect(await deleteTopic(admin, slug)).toMatchObject({ problem: "not_found" });
  }
  const refused = (sql: Promise<unknown>) =>
    sql.then(
      () => "",
      ({ constraint }: { constraint: string }) => constraint,
    );
  expect(
    await refused(
      asSeed()`update private.mail_topics set name_id = 'x' where slug = 'news'`.execute(),
    ),
  ).toBe("mail_topic_needed");
  expect(
    await refused(asSeed()`delete from private.mail_topics where slug = 'review'`.execute()),
  ).toBe("mail_topic_needed");
  expect(
    await refused(
      asSeed()`update private.mail_topics set marketing = false, default_on = true where slug = 'topik'`.execute(),
    ),
  ).toBe("mail_topic_by_consent");

  const [first = ""] = slugs;
  expect(
    await saveTopic(admin, { slug: first, version: 1, ...words("Lain", false) }),
  ).toMatchObject({
    ok: true,
  });
  expect(await saveTopic(admin, { slug: first, version: 1, ...words("Telat") })).toMatchObject({
    problem: "changed_meanwhile",
  });
  // Nobody had to do with it: it can go, and makes room.
  expect(await deleteTopic(admin, first)).toEqual({ ok: true, value: null });
  expect(await add("Ruang lagi")).toMatchObject({ ok: true });
});

test("a topic that people chose is archived, not deleted, and what they said holds when it comes back", async () => {
  const [slug = ""] = (await listManagedTopics(admin))
    .filter(({ isOwn }) => isOwn)
    .map((topic) => topic.slug);
  const [on = "", off = ""] = await subscribeMany(2, { prefix: "topik" });
  const idOf = async (email: string) => {
    const [row] = await asSeed()<{ id: string }[]>`
      select id from private.mail_recipients where email = ${email}`;
    return row?.id ?? "";
  };
  const [subscriber, stopper] = [linkToken(await idOf(on)), linkToken(await idOf(off))];
  const evidence = { language: "id" as const };
  for (const token of [subscriber, stopper]) await saveChoices(token, { [slug]: true }, evidence);
  await saveChoices(stopper, { [slug]: false }, evidence);
  const offered = async (token: string) =>
    (await readChoices(token))?.topics.find((topic) => topic.slug === slug);
  expect(await offered(subscriber)).toMatchObject({ isOn: true });
  expect(await offered(stopper)).toMatchObject({ isOn: false, isStopped: true });
  const ledger = () => asSeed()`
    select action from private.mail_choice_events where topic = ${slug} order by id`;
  const before = await ledger();
  expect(before.length).toBeGreaterThan(2);

  const topic = (await listManagedTopics(admin)).find((one) => one.slug === slug);
  expect(topic).toMatchObject({ isUsed: true, archivedAt: null });
  const version = topic?.version ?? 0;
  const other = words("Sama", !topic?.marketing);
  expect(await saveTopic(admin, { slug, version, ...other })).toMatchObject({
    problem: "topic_agreed",
  });
  expect(await deleteTopic(admin, slug)).toMatchObject({ problem: "topic_known" });
  const id = randomUUID();
  await asSeed()`
    insert into private.mail_campaigns (id, name, topic) values (${id}, 'Draf', ${slug})`;
  expect(await archiveTopic(admin, slug, true)).toMatchObject({ problem: "topic_in_use" });
  await asSeed()`delete from private.mail_campaigns where id = ${id}`;
  expect(await archiveTopic(admin, slug, true)).toMatchObject({ ok: true });
  expect(await archiveTopic(admin, slug, true)).toMatchObject({ ok: true });
  expect(await offered(stopper)).toBeUndefined();
  // Who gets it can still stop it.
  expect(await offered(subscriber)).toMatchObject({ isOn: true });
  expect(await ledger()).toEqual(before);
  expect(await archiveTopic(admin, slug, false)).toMatchObject({ ok: true });
  expect(await offered(stopper)).toMatchObject({ isStopped: true });
});
