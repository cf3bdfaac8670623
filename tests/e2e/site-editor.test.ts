import { describe, expect, test } from "vitest";
import type { Sql } from "#db/client.server.ts";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("publishing in another process", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  test("a stored page never has a draft, and has the published text within 2 seconds", async () => {
    const html = async () => (await fetch(`${program().url}/en/About`)).text();
    await html();
    expect(await html()).not.toContain("Another process");
    const body = {
      title: { id: "Judul", en: "" },
      description: { id: "", en: "" },
      text: { id: "Teks", en: "Another process" },
      in_sitemap: true,
    };
    const write = (work: (sql: Sql) => Promise<unknown>) =>
      asSeed().begin(async (sql) => {
        await sql`set local shop.actor = 'job:tests'`;
        await work(sql);
      });
    await write(
      (sql) => sql`update site_documents set draft = ${sql.json(body)} where id = 'page:about'`,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await html()).not.toContain("Another process");
    await write(async (sql) => {
      await sql`insert into site_versions (document_id, version, body) values ('page:about', 2, ${sql.json(body)})`;
      await sql`update site_documents set newest_version = 2, published_version = 2 where id = 'page:about'`;
      await sql`select private.apply_site('page:about')`;
    });
    await expect.poll(html, { timeout: 2_000 }).toContain("Another process");
  });
});

describe.runIf(hasBrowser)("editing the site", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const html = async (path: string) => (await fetch(program().url + path)).text();

  test("the page About is edited, published and restored", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Site");
    await page.getByRole("link", { name: "Tentang kami" }).first().click();
    await page.waitForURL(/Site\/page\/about$/);
    const text = page.getByLabel("Teks Indonesia");
    await text.fill("# Bagian uji\n\nIsi <b>uji</b> dan **tebal**.");
    await page.getByRole("heading", { name: "Bagian uji" }).waitFor();
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    expect(await html("/About")).not.toContain("Bagian uji");
    expect(await brokenRules(page)).toEqual([]);
    await page.getByLabel("Catatan").fill("Uji");
    await page.getByRole("button", { name: "Terbitkan" }).click();
    await page.getByText("Sudah terbit.").waitFor();
    expect(await html("/About")).toContain(
      "Isi &lt;b&gt;uji&lt;/b&gt; dan <strong>tebal</strong>.",
    );
    await page.getByRole("link", { name: "Riwayat", exact: true }).click();
    await page.getByRole("button", { name: "Kembalikan versi 1" }).click();
    await page.getByText("Versi lama tampil lagi.").waitFor();
    expect(await html("/About")).not.toContain("Bagian uji");
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a concurrent change of the draft is shown as a conflict", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Site/page/faq");
    const title = page.getByLabel("Judul Indonesia");
    await title.fill("Punya saya");
    await asSeed().begin(async (sql) => {
      await sql`set local shop.actor = 'job:tests'`;
      await sql`
        insert into site_documents (kind, key, draft, revision, drafted_at) values ('page', 'faq', ${sql.json(
          {
            title: { id: "Punya orang lain", en: "" },
            description: { id: "", en: "" },
            text: { id: "# Grup\n\n## Apa?\n\nIni.", en: "" },
            in_sitemap: true,
          },
        )}, 1, now())`;
    });
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByRole("heading", { name: "Orang lain baru saja mengubah ini" }).waitFor();
    await page.getByRole("button", { name: "Pakai isian saya" }).click();
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    const [row] = await asSeed()<{ title: string; text: string }[]>`
      select draft -> 'title' ->> 'id' as title, draft -> 'text' ->> 'id' as text from site_documents where id = 'page:faq'`;
    expect(row).toEqual({ title: "Punya saya", text: "# Grup\n\n## Apa?\n\nIni." });
  });

  test("an announcement is scheduled, shown, and stays dismissed on a device", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Site/banner/main");
    await page.getByLabel("Teks Indonesia").fill("Libur sampai Senin");
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Jadwal" }).click();
    const [now] = await asSeed()<{ at: string }[]>`
      select to_char(now() at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as at from shop_settings`;
    await page.getByLabel("Mulai").fill("2020-01-01T10:00");
    await page.getByRole("button", { name: "Jadwalkan" }).click();
    await page.getByText("Waktu ini sudah lewat.").waitFor();
    await page.getByLabel("Mulai").fill(now?.at ?? "");
    await page.getByRole("button", { name: "Jadwalkan" }).click();
    await page.getByText("Jadwal tersimpan.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.goto(`${program().url}/Faq`);
    await page.getByText("Libur sampai Senin").waitFor();
    await page.waitForSelector("html[data-alive]");
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Tutup pengumuman" }).click();
    await page.getByText("Libur sampai Senin").waitFor({ state: "hidden" });
    await page.goto(`${program().url}/About`);
    expect(await page.getByText("Libur sampai Senin").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("a look is linked after the built styles once it is published, and changes every page", async () => {
    const policyOf = async () =>
      (await fetch(`${program().url}/Faq`)).headers.get("content-security-policy");
    const [before, policy] = [await html("/Faq"), await policyOf()];
    expect(before).not.toContain("/theme/");
    expect(before).not.toContain("data-ground");
    expect((await fetch(`${program().url}/theme/1.css`)).status).toBe(404);
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Site/look/main");
    await page.getByLabel("Warna aksen", { exact: true }).fill("#ffff00");
    await page.getByText("1.07 : 1", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Kontras warna ini terlalu rendah.").waitFor();
    await page.getByLabel("Warna aksen", { exact: true }).fill("#e0218a");
    await page.getByRole("button", { name: /^Pakai #/ }).click();
    const accent = await page.getByLabel("Warna aksen", { exact: true }).inputValue();
    await page.getByLabel("Sudut").selectOption("8");
    const logo = (drawing: string) =>
      page.getByLabel("Logo untuk latar terang").setInputFiles({
        name: "logo.svg",
        mimeType: "image/svg+xml",
        buffer: Buffer.from(drawing),
      });
    await logo('<svg viewBox="0 0 9 3"><script>alert(1)</script></svg>');
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("(script)", { exact: false }).waitFor();
    await logo('<svg viewBox="0 0 90 30"><path d="M0 0h90v30z"/></svg>');
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Terbitkan" }).click();
    await page.getByText("Sudah terbit.").waitFor();

    const after = await html("/Faq");
    expect(after.indexOf("/theme/1.css")).toBeGreaterThan(after.indexOf("/assets/root"));
    expect(after).toContain('data-ground="#f6f7f5"');
    const [, source = ""] = /<img src="(\/theme\/[^"]+)" width="144" height="48"/.exec(after) ?? [];
    const drawing = await fetch(program().url + source);
    expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
    expect(drawing.headers.get("content-security-policy")).toBe("default-src 'none'");
    const styles = await fetch(`${program().url}/theme/1.css`);
    expect(styles.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await styles.text()).toContain(`--carbon:${accent}`);
    const sources = (value: string | null) => value?.replace(/'(sha256|nonce)-[^']+'/g, "");
    expect(sources(await policyOf())).toBe(sources(policy));
    for (const dark of [false, true]) {
      const { page: visit } = await chromium.open({ width: 390, dark });
      await visit.goto(`${program().url}/`);
      const tokens = await visit.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return ["--carbon", "--paper", "--corner"].map((name) => style.getPropertyValue(name));
      });
      expect(tokens.slice(1)).toEqual([dark ? "#0c0f24" : "#f6f7f5", "8px"]);
      if (!dark) expect(tokens[0]).toBe(accent);
      expect(await brokenRules(visit)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
