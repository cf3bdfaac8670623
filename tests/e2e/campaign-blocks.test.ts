import { describe, expect } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the parts of a campaign", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  longProof(
    "two columns and automatic products are written by keyboard, keep the focus, and are stored as shown",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(`${program().url}/admin/MailList/Campaigns/New`);
      await settled(page);
      await page.getByLabel("Nama kampanye").fill("Dua kolom");
      const indonesian = page.getByRole("region", { name: "Bahasa Indonesia" });
      const add = async (kind: string, of = "") => {
        await indonesian.getByRole("combobox", { name: `${of}Tambah bagian` }).selectOption(kind);
        await indonesian
          .getByRole("button", { name: `${of}Tambah bagian`, exact: true })
          .press("Enter");
      };
      await indonesian.getByRole("button", { name: "Hapus Teks, bagian 2" }).press("Enter");
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      await expect.poll(focused).toBe("Hapus Judul, bagian 1");
      await indonesian.getByLabel("Teks", { exact: true }).fill("Kabar");
      await add("rule");
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
      await indonesian.getByLabel("Ambil yang").selectOption("popular");
      await indonesian.getByLabel("Dari kategori").selectOption({ label: "Mug" });
      await indonesian.getByLabel("Jumlah").selectOption("2");
      await add("columns");
      await indonesian.getByRole("button", { name: "Naikkan Dua kolom, bagian 3" }).press("Enter");
      await expect.poll(focused).toBe("Naikkan Dua kolom, bagian 2");
      for (const side of ["Kolom kiri", "Kolom kanan"]) {
        const column = indonesian.getByRole("region", { name: side });
        await column
          .getByRole("button", { name: `Hapus ${side}: Gambar, bagian 1` })
          .press("Enter");
        await expect.poll(focused).toBe(`Hapus ${side}: Teks, bagian 1`);
        await column.getByLabel("Teks", { exact: true }).fill(`Isi ${side}`);
        await add("button", `${side}: `);
        await page.keyboard.type("Lihat");
        await column.getByLabel("Alamat tujuan").fill("/Shop");
        await column
          .getByRole("button", { name: `Naikkan ${side}: Tombol, bagian 2` })
          .press("Enter");
        // At the top it cannot go up any more.
        await expect.poll(focused).toBe(`Turunkan ${side}: Tombol, bagian 1`);
      }
      await page.getByRole("button", { name: "Simpan draf" }).click();
      const column = (text: string) => [
        { kind: "button", text: "Lihat", url: "/Shop" },
        { kind: "text", text },
      ];
      const [category] = await asSeed()<
        { id: string }[]
      >`select id from categories where slug = 'mug'`;
      const stored = async () => {
        const [row] = await asSeed()<{ blocks: unknown }[]>`
        select v.blocks from private.mail_versions v join private.mail_campaigns c on c.number = v.campaign
        where c.name = 'Dua kolom'`;
        return row?.blocks;
      };
      await expect.poll(stored).toEqual([
        { kind: "heading", text: "Kabar" },
        { kind: "columns", left: column("Isi Kolom kiri"), right: column("Isi Kolom kanan") },
        { kind: "rule", order: "popular", category: category?.id, count: 2 },
      ]);
      const preview = page.frameLocator("iframe");
      const box = (text: string) => preview.getByText(text).boundingBox();
      await preview.getByText("Isi Kolom kiri").waitFor();
      const leftOf = async () => (await box("Isi Kolom kanan"))?.x ?? 0;
      expect(await preview.getByRole("link", { name: "Lihat produk" }).count()).toBe(2);
      await page.getByRole("button", { name: "Ponsel" }).click();
      await preview.getByText("Isi Kolom kiri").waitFor();
      // Below each other on a phone, at the same edge.
      await expect.poll(async () => (await box("Isi Kolom kiri"))?.x).toBe(await leftOf());
      expect(await brokenRules(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
