import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { subscribeMany } from "#tests/support/builders/campaigns.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)(
  "templates, previews and the calendar of campaigns",
  { timeout: 60_000 },
  () => {
    beforeAll(() => provideSecret(Buffer.alloc(32, "a")));
    const chromium = useChromium();
    const { program } = useProgram();
    const open = async (page: Page, path: string) => {
      await page.goto(program().url + path);
      await settled(page);
    };

    longProof(
      "a template of the program becomes a draft, and a draft a template that is renamed and deleted",
      async () => {
        const { page, complaints } = await chromium.open();
        await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Campaigns");
        await settled(page);
        await page.getByRole("link", { name: "Mulai dari templat" }).click();
        await page.getByText("Belum ada. Buka sebuah kampanye", { exact: false }).waitFor();
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Pakai templat Produk baru" }).click();
        await page.waitForURL(/Campaigns\/[0-9a-f-]{36}$/);
        await page.getByRole("heading", { name: "Produk baru", level: 1 }).waitFor();
        const form = page.locator("form", { has: page.getByLabel("Nama templat") });
        await form.getByLabel("Nama templat").fill(" ");
        await form.getByRole("button", { name: "Simpan sebagai templat" }).click();
        await form.getByText("Isi namanya.").waitFor();
        await form.getByLabel("Nama templat").fill("Setiap bulan");
        await form.getByRole("button", { name: "Simpan sebagai templat" }).click();
        await form.getByText("Templat disimpan.").waitFor();
        expect(await brokenRules(page)).toEqual([]);
        await form.getByRole("link", { name: "Lihat semua templat" }).click();
        await page.getByRole("button", { name: "Ganti nama templat Setiap bulan" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Nama templat").fill("Tiap tahun");
        expect(await brokenRules(page)).toEqual([]);
        await dialog.getByRole("button", { name: "Simpan nama" }).click();
        await page.getByRole("heading", { name: "Tiap tahun" }).waitFor();
        const [row] = await asSeed()<{ name: string; languages: string[] }[]>`
      select name, array(select jsonb_object_keys(contents) order by 1) as languages from private.mail_templates`;
        expect(row).toEqual({ name: "Tiap tahun", languages: ["en", "id"] });
        await page.getByRole("button", { name: "Hapus templat Tiap tahun" }).click();
        await dialog.getByRole("button", { name: "Hapus", exact: true }).click();
        await page.getByText("Belum ada. Buka sebuah kampanye", { exact: false }).waitFor();
        expect(await asSeed()`select from private.mail_templates`).toHaveLength(0);
        const answer = await page.request.post(`${program().url}/admin/MailList/Templates.data`, {
          form: { intent: "use", template: "lain", newId: randomUUID() },
          headers: { origin: program().url },
        });
        expect(answer.status()).toBe(400);
        expect(complaints).toEqual([]);
      },
    );

    longProof(
      "a mail is seen as a subscriber, with its headers and in a forced dark look",
      async () => {
        await subscribeMany(3, { prefix: "lihat", domains: ["contoh.test"] });
        const { page, complaints } = await chromium.open({ width: 1280 });
        await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Templates");
        await settled(page);
        await page.getByRole("button", { name: "Pakai templat Produk baru" }).click();
        await page.waitForURL(/Campaigns\/[0-9a-f-]{36}$/);
        const preview = page.frameLocator("iframe");
        await preview.getByText("Halo Sahabat", { exact: false }).waitFor();
        const box = page.getByRole("combobox", { name: "Lihat sebagai pelanggan milis" });
        await box.fill("lihat2@");
        await page.getByRole("option", { name: "lihat2@contoh.test" }).waitFor();
        await box.press("Enter");
        await page.getByText("Dilihat sebagai Rina").waitFor();
        await preview.getByText("Halo Rina", { exact: false }).waitFor();
        await page.getByRole("button", { name: "Ponsel" }).click();
        // Beside a product's picture its name and price do not stand in a sliver.
        const beside = preview.locator("td:has(> a > img) + td").first();
        await expect
          .poll(async () => (await beside.boundingBox())?.width ?? 0)
          .toBeGreaterThan(170);
        await page.getByRole("button", { name: "Gelap paksa" }).click();
        await page.getByText("Simulasi:", { exact: false }).waitFor();
        const brightest = async () => {
          const colour = await preview
            .locator("body")
            .evaluate((body) => getComputedStyle(body).backgroundColor);
          return Math.max(...(colour.match(/\d+/g) ?? ["255"]).map(Number));
        };
        await expect.poll(brightest).toBeLessThan(80);
        await page.getByRole("button", { name: "Header", exact: true }).click();
        await preview.getByText("To: lihat2@contoh.test", { exact: false }).waitFor();
        expect(await preview.locator("body").textContent()).toContain("List-Unsubscribe-Post");
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Lihat sebagai siapa saja" }).click();
        await preview.getByText("To: penerima@example.com", { exact: false }).waitFor();
        await box.fill("tidakada");
        await page.getByText("Tidak ada alamat yang dimulai dengan itu.").waitFor();
        expect(complaints).toEqual([]);
      },
    );

    longProof(
      "a month is a table on a desktop and a list on a phone, and leads to the campaign",
      async () => {
        const id = randomUUID();
        const today = async () => {
          const [row] = await asSeed()<{ day: string }[]>`
        select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as day from shop_settings`;
          return row?.day ?? "";
        };
        const day = await today();
        await asSeed()`
      insert into private.mail_campaigns (id, name, status, scheduled_at)
      select ${id}, 'Hari besar', 'scheduled', (${day}::date + time '23:30') at time zone time_zone from shop_settings`;
        const desktop = await chromium.open({ width: 1280 });
        await signIn(
          desktop.page,
          program().url,
          "admin@etalase.test",
          "/admin/MailList/Campaigns",
        );
        await settled(desktop.page);
        await desktop.page.getByRole("link", { name: "Kalender" }).click();
        const cell = desktop.page.getByRole("cell", { name: "Hari ini" });
        await cell.getByRole("link", { name: "Hari besar" }).waitFor();
        expect(await cell.getAttribute("aria-current")).toBe("date");
        expect(await brokenRules(desktop.page)).toEqual([]);
        await desktop.page.getByRole("link", { name: "Bulan berikutnya" }).click();
        await desktop.page
          .getByText("Tidak ada kampanye yang dijadwalkan", { exact: false })
          .waitFor();
        await desktop.page.getByRole("link", { name: "Bulan ini" }).click();
        await cell.getByRole("link", { name: "Hari besar" }).click();
        await desktop.page.waitForURL(new RegExp(id));

        const phone = await chromium.open();
        await signIn(phone.page, program().url, "admin@etalase.test", "/admin/MailList/Calendar");
        await settled(phone.page);
        expect(await phone.page.getByRole("table").count()).toBe(0);
        await phone.page.getByRole("listitem").getByText("Hari ini").waitFor();
        await phone.page.getByRole("link", { name: "Hari besar" }).waitFor();
        expect(await brokenRules(phone.page)).toEqual([]);
        for (const bad of ["month=2026-13", "day=2026-02-30", "month=0"]) {
          const answer = await phone.page.request.get(
            `${program().url}/admin/MailList/Calendar?${bad}`,
          );
          expect(answer.status()).toBe(404);
        }
        await open(phone.page, `/admin/MailList/Calendar?day=${day}`);
        await phone.page.getByRole("link", { name: "Hari besar" }).waitFor();
        expect([...desktop.complaints, ...phone.complaints]).toEqual([]);
      },
    );
  },
);
