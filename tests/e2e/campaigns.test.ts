import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { removePace, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a campaign", { timeout: 90_000 }, () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    provideSecret(Buffer.alloc(32, "a"));
    sink = await startSmtpSink({
      keep: 100,
      // The server takes the first mail and says nothing.
      script: (to, nth) => (to.startsWith("ragu") && nth === 1 ? { drop: "after_dot" } : undefined),
    });
  });
  afterAll(() => sink.close());
  const chromium = useChromium();
  const { program, messagesTo } = useProgram(() => ({ SMTP_NEWS_URL: sink.url }));

  test("is written, tested, sent to everybody once, paused, resumed and adds up", async () => {
    const emails = await subscribeMany(80);
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Campaigns");
    await settled(page);
    await page.getByText("Belum ada kampanye").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("link", { name: "Kampanye baru" }).click();

    await page.getByLabel("Nama kampanye").fill("Kabar akhir tahun");
    await page.getByLabel("Mulai pukul").selectOption("0");
    await page.getByLabel("Sampai pukul").selectOption("0");
    const indonesian = page.getByRole("region", { name: "Bahasa Indonesia" });
    const texts = indonesian.getByLabel("Teks", { exact: true });
    await texts.first().fill("Halo {name|Sahabat}");
    await texts.nth(1).fill("Barang **baru** sudah datang.");
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.waitForURL(/Campaigns\/[0-9a-f-]{36}/);
    await page.getByText("Subjek masih kosong.").waitFor();
    expect(await page.getByRole("button", { name: "Kirim sekarang" }).count()).toBe(0);

    await indonesian.getByLabel("Subjek", { exact: true }).fill("Kabar untuk {name|Anda}");
    await indonesian.getByLabel("Teks pratinjau", { exact: true }).fill("Yang baru minggu ini");
    await page.getByText("Ada perubahan yang belum disimpan.").waitFor();
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Tersimpan.").waitFor();
    // The words of the first save may still be there.
    await page.getByText("Subjek masih kosong.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Kirim uji coba" }).click();
    await page.getByText("Uji coba dikirim.").waitFor();
    const [mail] = await messagesTo("admin@etalase.test", 1);
    expect(mail?.subject).toBe("[Uji coba] Kabar untuk Anda");
    const preview = page.frameLocator("iframe");
    await preview.getByRole("heading", { name: "Halo Sahabat" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);

    await page.getByLabel("Ketik jumlah penerima: 80").fill("79");
    await page.getByRole("button", { name: "Kirim sekarang" }).click();
    await proveWithPassword(page);
    await page
      .getByText("Jumlahnya tidak sama dengan penerima sekarang.", { exact: false })
      .waitFor();
    await page.getByLabel("Ketik jumlah penerima: 80").fill("80");
    await page.getByRole("button", { name: "Kirim sekarang" }).click();

    // Ten a second: there is time to see its pace, and to pause it.
    await page.getByText(/\d email per detik · selesai paling lambat/).waitFor();
    await page.getByRole("button", { name: "Jeda" }).click();
    await page.getByText("Dijeda oleh tim.", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    const sent = sink.bodies.length;
    expect(sent).toBeLessThan(80);
    await removePace();
    await page.getByRole("button", { name: "Lanjutkan" }).click();
    await page.getByText("80 dari 80 selesai").waitFor({ timeout: 60_000 });
    await page.getByText("Terkirim", { exact: true }).waitFor();
    expect(sink.bodies.map(({ to }) => to).sort()).toEqual([...emails].sort());
    const decoded = sink.texts.map((text) => text.replaceAll("=\r\n", "").replaceAll("=20", " "));
    expect(decoded.some((text) => text.includes("Halo Rina"))).toBe(true);
    const [row] = await asSeed()<{ states: unknown }[]>`
      select json_object_agg(state, n) as states
      from (select state, count(*)::int as n from private.mail_deliveries group by state) s`;
    expect(row?.states).toEqual({ accepted: 80 });
    expect(complaints).toEqual([]);

    // Who stops by the link in the mail is counted there, and so is who comes by another one.
    const [text = ""] = decoded;
    const [stop = ""] = /\/(?:en\/)?Unsubscribe\?t=\S+/.exec(text.replaceAll("=3D", "=")) ?? [];
    const reader = await chromium.open();
    await reader.page.goto(program().url + stop);
    await reader.page.getByRole("button", { name: "Ya, berhenti" }).first().click();
    await reader.page.getByRole("button", { name: "Batalkan" }).waitFor();
    await page.reload();
    const results = page.getByRole("region", { name: "Hasil" });
    await results.getByText("1,3% dari email").waitFor();
    expect(
      await results.locator("dt", { hasText: "Berhenti" }).locator("..").textContent(),
    ).toMatch(/^Berhenti1 1,3%/);
    expect(await brokenRules(page)).toEqual([]);
  });

  longProof(
    "tries two subjects, waits for the winner, and sends the rest the one that staff choose",
    async () => {
      await subscribeMany(60, { prefix: "subjek" });
      await removePace();
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(`${program().url}/admin/MailList/Campaigns/New`);
      await settled(page);
      await page.getByLabel("Nama kampanye").fill("Dua subjek");
      await page.getByLabel("Mulai pukul").selectOption("0");
      await page.getByLabel("Sampai pukul").selectOption("0");
      const indonesian = page.getByRole("region", { name: "Bahasa Indonesia" });
      const texts = indonesian.getByLabel("Teks", { exact: true });
      await texts.first().fill("Halo {name|Sahabat}");
      await texts.nth(1).fill("Barang **baru** sudah datang.");
      await indonesian.getByLabel("Subjek", { exact: true }).fill("Kabar untuk {name|Anda}");
      await indonesian.getByLabel("Teks pratinjau", { exact: true }).fill("Yang baru minggu ini");
      await indonesian.getByLabel("Subjek B").fill("B".repeat(61));
      await page.getByRole("button", { name: "Simpan draf" }).click();
      await page.waitForURL(/Campaigns\/[0-9a-f-]{36}/);
      await page
        .getByText("Bahasa Indonesia, Subjek B: Subjek lebih dari 60 huruf dan bisa terpotong.")
        .waitFor();
      await page.getByText("Kurang dari 1.000 penerima per subjek", { exact: false }).waitFor();
      await indonesian.getByLabel("Subjek B").fill("Ada yang baru, {name|Kak}");
      await page.getByRole("button", { name: "Simpan draf" }).click();
      await page
        .getByText("Subjek lebih dari 60 huruf", { exact: false })
        .waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Subjek B" }).click();
      await page.getByText("Ada yang baru, Kak").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      const [audience] = await asSeed()<{ count: number }[]>`
      select count(*)::int as count from subscriptions where topic = 'news' and state = 'subscribed'`;
      const count = String(audience?.count);
      await page.getByLabel(`Ketik jumlah penerima: ${count}`).fill(count);
      await page.getByRole("button", { name: "Kirim sekarang" }).click();
      await proveWithPassword(page);

      const trial = page.getByRole("region", { name: "Uji dua subjek" });
      await page.getByText(/Menunggu pemenang, sampai \d+ \w+, \d\d\.\d\d\./).waitFor();
      await page.getByText(/Sekitar \d+ penerima lain mendapat subjek pemenang\./).waitFor();
      await trial.getByText("Selisihnya mungkin kebetulan.", { exact: false }).waitFor();
      await trial.getByText("Ada yang baru, {name|Kak}").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await trial.getByRole("button", { name: "Pilih B sekarang" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Kirim subjek B ke semua sisanya?").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Subjek B" }).click();
      await trial.getByText("Tim memilih subjek B untuk sisanya.").waitFor();
      await page.getByText(`${count} dari ${count} selesai`).waitFor({ timeout: 60_000 });
      await page.getByText("Terkirim", { exact: true }).waitFor();
      expect(await trial.getByRole("button").count()).toBe(0);
      expect(await brokenRules(page)).toEqual([]);
      const got = await asSeed()<{ arm: string; people: number }[]>`
      select v.arm, count(*)::int as people from private.mail_deliveries d
      join private.mail_versions v on v.id = d.version_id join private.mail_campaigns c on c.number = d.campaign
      where c.name = 'Dua subjek' and d.state = 'accepted' group by 1 order by 1`;
      expect(got.map(({ arm }) => arm)).toEqual(["a", "b"]);
      expect(got.reduce((sum, { people }) => sum + people, 0)).toBe(audience?.count);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "adds the other language by its tick, and shows the mail beside one language alone",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(`${program().url}/admin/MailList/Campaigns/New`);
      await settled(page);
      await page.getByLabel("Nama kampanye").fill("Dua bahasa");
      const english = page.getByRole("region", { name: "Bahasa Inggris" });
      const tick = english.getByRole("checkbox");
      await tick.check();
      await english.getByLabel("Subjek", { exact: true }).fill("News for you");
      await page.getByText("Riwayat (1)").waitFor();
      const stored = () => asSeed()<{ languages: string[] }[]>`
      select array_agg(v.language order by v.language) as languages from private.mail_versions v
      join private.mail_campaigns c on c.number = v.campaign where c.name = 'Dua bahasa'`;
      await expect.poll(stored).toEqual([{ languages: ["en", "id"] }]);
      await tick.uncheck();
      await expect.poll(stored).toEqual([{ languages: ["id"] }]);
      // Each save shows the mail anew.
      const isBeside = async () => {
        const frame = await page.locator("iframe").boundingBox();
        const subject = await page.getByLabel("Subjek", { exact: true }).first().boundingBox();
        return frame !== null && subject !== null && frame.x > subject.x + subject.width;
      };
      await expect.poll(isBeside).toBe(true);
      expect(await brokenRules(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "saves a draft by itself, tells of a colleague's save, and restores an earlier one",
    async () => {
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(`${program().url}/admin/MailList/Campaigns/New`);
      await settled(page);
      const indonesian = page.getByRole("region", { name: "Bahasa Indonesia" });
      const subject = indonesian.getByLabel("Subjek", { exact: true });
      // The first letter makes the draft, while the person goes on typing.
      await subject.pressSequentially("Pertama", { delay: 30 });
      await page.getByText("Riwayat (1)").waitFor();
      expect(await subject.inputValue()).toBe("Pertama");
      expect(await subject.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.getByLabel("Nama kampanye").fill("Simpan sendiri");
      const address = page.url();
      // A second tab of the same draft shows it, and makes no other one.
      const tab = await page.context().newPage();
      await tab.goto(address);
      await tab.getByRole("heading", { name: /^(Simpan sendiri|Tanpa nama)$/ }).waitFor();
      await tab.close();
      await page.getByRole("button", { name: "Simpan draf" }).click();
      await page.waitForURL(/Campaigns\/[0-9a-f-]{36}/);
      await page.getByText("Riwayat (2)").waitFor();
      const drafts = await asSeed()<{ name: string }[]>`
      select name from private.mail_campaigns where name in ('Simpan sendiri', 'Tanpa nama')`;
      expect(drafts).toEqual([{ name: "Simpan sendiri" }]);
      await settled(page);
      await subject.fill("Kedua");
      // Nobody presses anything.
      await page.getByText("Tersimpan.", { exact: true }).waitFor();
      await page.getByText("Riwayat (3)").click();
      await page.getByText("tersimpan sendiri · Kedua", { exact: false }).waitFor();
      expect(await brokenRules(page)).toEqual([]);

      // A colleague saves meanwhile.
      await asSeed()`update private.mail_campaigns set version = version + 1 where name = 'Simpan sendiri'`;
      await subject.fill("Ketiga");
      await page.getByText("Orang lain baru saja menyimpan draf ini.", { exact: false }).waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await page.getByRole("button", { name: "Simpan tulisan saya" }).click();
      await page.getByText("Riwayat (4)").waitFor();
      const first = page.getByRole("listitem").filter({ hasText: "· Pertama" }).first();
      await first.getByRole("button", { name: "Pulihkan" }).click();
      await page.getByText("Riwayat (5)").waitFor();
      expect(await subject.inputValue()).toBe("Pertama");

      // A picture of a product instead of a typed address.
      await indonesian.getByLabel("Tambah bagian").selectOption("picture");
      await indonesian.getByRole("button", { name: "Tambah bagian" }).click();
      await indonesian.getByRole("button", { name: "Pilih gambar" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Belum ada gambar yang diunggah", { exact: false }).waitFor();
      await dialog.getByRole("combobox", { name: "Gambar dari produk" }).fill("mug");
      await dialog.getByRole("option").first().click();
      const picture = dialog.getByRole("button", { name: /^Pilih: / }).first();
      await picture.waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await picture.click();
      expect(await indonesian.getByLabel("Teks pengganti").inputValue()).not.toBe("");
      await page.getByText("Tersimpan.", { exact: true }).waitFor();
      const [row] = await asSeed()<{ blocks: { kind: string; url?: string }[] }[]>`
      select v.blocks from private.mail_versions v join private.mail_campaigns c on c.number = v.campaign
      where c.name = 'Simpan sendiri'`;
      expect(row?.blocks.at(-1)).toMatchObject({
        kind: "picture",
        url: expect.stringMatching(/^\/storage\/.*\.960\.webp$/),
      });
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "goes to a topic of the shop's own, and once more to who may not have got it",
    async () => {
      const [email = ""] = await subscribeMany(1, { prefix: "ragu", domains: ["contoh.test"] });
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Topics/New");
      await settled(page);
      await page.getByLabel("Nama (Indonesia)").fill("Lokakarya");
      await page.getByLabel("Nama (Inggris)").fill("Workshops");
      await page.getByLabel("Penjelasan (Indonesia)").fill("Belajar menggambar, sebulan sekali.");
      await page.getByLabel("Penjelasan (Inggris)").fill("Drawing lessons, once a month.");
      expect(await brokenRules(page)).toEqual([]);
      await page.getByRole("button", { name: "Simpan" }).click();
      await expect
        .poll(() => asSeed()`select from private.mail_topics where name_id = 'Lokakarya'`)
        .toHaveLength(1);
      await asSeed()`
      select private.subscribe(r.id, t.slug, 'confirmed', 'page')
      from private.mail_recipients r cross join private.mail_topics t
      where r.email = ${email} and t.name_id = 'Lokakarya'`;

      await page.goto(`${program().url}/admin/MailList/Campaigns/New`);
      await settled(page);
      await page.getByLabel("Nama kampanye").fill("Undangan lokakarya");
      await page.getByLabel("Topik").selectOption({ label: "Lokakarya" });
      await page.getByLabel("Mulai pukul").selectOption("0");
      await page.getByLabel("Sampai pukul").selectOption("0");
      const indonesian = page.getByRole("region", { name: "Bahasa Indonesia" });
      const texts = indonesian.getByLabel("Teks", { exact: true });
      await texts.first().fill("Menggambar bersama");
      await texts.nth(1).fill("Lihat [semua jadwal](/Shop).");
      await indonesian.getByLabel("Subjek", { exact: true }).fill("Lokakarya bulan ini");
      await indonesian.getByLabel("Teks pratinjau", { exact: true }).fill("Tempat terbatas");
      await page.getByRole("button", { name: "Simpan draf" }).click();
      await page.getByLabel("Ketik jumlah penerima: 1", { exact: true }).fill("1");
      await page.getByRole("button", { name: "Kirim sekarang" }).click();
      await proveWithPassword(page);
      await page.getByText("1 orang mungkin sudah menerima, mungkin belum").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await page.getByLabel(email).check();
      await page.getByRole("button", { name: "Kirim sekali lagi ke 1 orang" }).click();
      await expect
        .poll(() => sink.bodies.filter(({ to }) => to === email).map(({ end }) => end), {
          timeout: 60_000,
        })
        .toEqual(["dropped", "accepted"]);
      await page.getByText("1 orang mungkin sudah menerima").waitFor({ state: "detached" });
      await page.getByText("1 dari 1 selesai").waitFor();
      expect(await brokenRules(page)).toEqual([]);

      // The reader finds the topic on the page of choices, and leaves it.
      const text = sink.texts.at(-1)?.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
      const [choices = ""] = /\/Unsubscribe\?t=[\w-]+/.exec(text) ?? [];
      const reader = await chromium.open();
      await reader.page.goto(program().url + choices);
      await settled(reader.page);
      const topic = reader.page.getByRole("checkbox", { name: /Lokakarya/ });
      expect(await topic.isChecked()).toBe(true);
      expect(await brokenRules(reader.page)).toEqual([]);
      await topic.uncheck();
      await reader.page.getByRole("button", { name: "Simpan" }).first().click();
      await expect
        .poll(
          () => asSeed()`
          select s.state from subscriptions s join private.mail_topics t on t.slug = s.topic
          where t.name_id = 'Lokakarya'`,
        )
        .toEqual([{ state: "unsubscribed" }]);
      expect([...complaints, ...reader.complaints]).toEqual([]);
    },
  );

  longProof(
    "says about how many a draft reaches while they are counted, and then how many",
    async () => {
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Campaigns");
      await settled(page);
      await page.getByRole("link", { name: "Kampanye baru" }).click();
      const name = page.getByLabel("Nama kampanye");
      await name.waitFor();
      await asSeed().begin(async (sql) => {
        // The count reads it, the estimate does not.
        await sql`lock table private.mail_caps in access exclusive mode`;
        await name.fill("Kabar yang dihitung");
        await page.getByRole("button", { name: "Simpan draf" }).click();
        await page.getByText("Menghitung tepatnya", { exact: false }).waitFor();
        await page.getByText("Pemeriksaan menyusul").waitFor();
        expect(await page.getByRole("button", { name: "Kirim sekarang" }).count()).toBe(0);
        expect(await brokenRules(page)).toEqual([]);
      });
      await page.getByText("Penerima sekarang").waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("does not exist for staff who may not read mails", async () => {
    await asSeed()`update profiles set staff_role = 'warehouse' where id = (
      select id from auth.users where email = 'staff@etalase.test')`;
    const { page } = await chromium.open();
    await signIn(page, program().url, "staff@etalase.test");
    const answer = await page.goto(`${program().url}/admin/MailList/Campaigns`);
    expect(answer?.status()).toBe(403);
  });
});
