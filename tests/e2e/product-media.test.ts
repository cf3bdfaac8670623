import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderOf, photograph, productWithoutPictures } from "#tests/support/builders/media.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

describe.runIf(hasBrowser)("the pictures of a product", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  let files: readonly GivenFile[] = [];

  beforeAll(async () => {
    files = await Promise.all(
      ["merah", "hijau", "biru", "kuning"].map(async (name, n) => ({
        name: `${name}.jpg`,
        mimeType: "image/jpeg",
        buffer: await photograph({ r: n * 60, g: 200 - n * 60, b: 90 }, [1000 + n, 900]),
      })),
    );
  });

  /** Files from the desk, let go over the zone. */
  async function drop(page: Page, given: readonly GivenFile[]): Promise<void> {
    const data = await page.evaluateHandle(
      (list) => {
        const transfer = new DataTransfer();
        for (const { name, mimeType, bytes } of list) {
          const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          transfer.items.add(new File([content], name, { type: mimeType }));
        }
        return transfer;
      },
      given.map(({ buffer, ...rest }) => ({ ...rest, bytes: buffer.toString("base64") })),
    );
    const zone = page.getByText("Seret foto ke sini");
    await zone.dispatchEvent("dragover", { dataTransfer: data });
    await page.getByText("Lepaskan untuk mengunggah").dispatchEvent("drop", { dataTransfer: data });
  }

  const open = async (page: Page, productId: string) => {
    await signIn(page, program().url, "admin@etalase.test");
    await page.goto(`${program().url}/admin/Products/${productId}/Media`);
    await page.waitForSelector("html[data-alive]");
  };
  const lines = (page: Page) =>
    page.getByRole("list", { name: "Foto, urut dari yang pertama" }).getByRole("listitem");
  const namesOf = async (page: Page) =>
    (await lines(page).allInnerTexts()).map((text) => /\w+\.jpg/.exec(text)?.[0]);
  const storedNames = async (productId: string) => {
    await orderOf(productId);
    const rows = await asSeed()<{ name: string }[]>`
      select m.original_name as name from product_images i join media m on m.id = i.media_id
      where i.product_id = ${productId} order by i.position`;
    return rows.map(({ name }) => name);
  };

  test("are dropped, ordered by keyboard and described, and shoppers see them so", async () => {
    const product = await productWithoutPictures();
    const { page, complaints } = await chromium.open({ width: 1280 });
    await open(page, product.id);
    await page.getByText("Belum ada foto").waitFor();
    expect(await brokenRules(page)).toEqual([]);

    const [red, green, blue] = files as [GivenFile, GivenFile, GivenFile];
    const bad = { ...green, name: "rusak.jpg", buffer: green.buffer.subarray(0, 900) };
    await drop(page, [
      red,
      bad,
      green,
      { name: "catatan.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
      blue,
    ]);
    await page.getByText("Berkas ini rusak atau terpotong.", { exact: false }).waitFor();
    await page.getByText("Bukan JPEG, PNG, WebP, atau AVIF.", { exact: false }).waitFor();
    await expect.poll(() => namesOf(page)).toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);
    expect(await storedNames(product.id)).toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);
    expect(await brokenRules(page)).toEqual([]);

    // By keyboard: the last one forwards twice; the focus stays on its button.
    const forwards = page.getByRole("button", { name: "Majukan foto 3" });
    await forwards.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(() => namesOf(page)).toEqual(["biru.jpg", "merah.jpg", "hijau.jpg"]);
    await expect
      .poll(() => storedNames(product.id))
      .toEqual(["biru.jpg", "merah.jpg", "hijau.jpg"]);
    await page.getByText("Foto 2 pindah ke posisi 1.").waitFor({ state: "attached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Majukan foto 1",
    );
    // By its number.
    await page.getByLabel("Posisi foto 1").fill("3");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => storedNames(product.id))
      .toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);

    const first = lines(page).first();
    await first.getByText("Ubah foto").click();
    await first.getByLabel("Keterangan (Indonesia)").fill("Piring merah dari depan");
    await first.getByLabel("Keterangan (Inggris)").fill("Red plate from the front");
    await first.getByLabel("Dari kiri, %").fill("20");
    expect(await brokenRules(page)).toEqual([]);
    await first.getByRole("button", { name: "Simpan foto" }).click();
    await first.getByText("Tersimpan.").waitFor();
    const second = lines(page).nth(1);
    await second.getByText("Ubah foto").click();
    await second.getByLabel("Hiasan", { exact: false }).check();
    await second.getByRole("button", { name: "Simpan foto" }).click();
    await second.getByText("Tersimpan.").waitFor();
    expect(complaints).toEqual([]);

    const shopper = await chromium.open({ width: 390 });
    await shopper.page.goto(`${program().url}/en/item/${product.slug}`);
    const gallery = shopper.page.getByRole("region").locator("ul").first().locator("img");
    await expect
      .poll(() => gallery.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt)))
      .toEqual([
        "Red plate from the front",
        "",
        // Nobody has described it yet.
        "Plate",
      ]);
    expect(await gallery.first().evaluate((image) => getComputedStyle(image).objectPosition)).toBe(
      "20% 50%",
    );
    await expect
      .poll(() => gallery.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);

    const html = await (await fetch(`${program().url}/item/${product.slug}`)).text();
    const social = /\/social\/[a-z0-9-]+\.[0-9a-f]{12}\.jpg/.exec(html)?.[0] ?? "";
    const card = await fetch(program().url + social, { redirect: "manual" });
    expect(card.status).toBe(200);
    const { width, height } = await sharp(await card.arrayBuffer()).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  longProof("are removed and put back, and replaced where they stand", async () => {
    const product = await productWithoutPictures();
    const { page, complaints } = await chromium.open({ width: 390, dark: true });
    await open(page, product.id);
    const choose = page.getByLabel("Pilih foto");
    await choose.setInputFiles(files.slice(0, 3).map((file) => ({ ...file })));
    await expect.poll(() => namesOf(page)).toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);
    await lines(page).nth(1).getByText("Ubah foto").click();
    await lines(page).nth(1).getByRole("button", { name: "Hapus foto" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => storedNames(product.id)).toEqual(["merah.jpg", "biru.jpg"]);
    // The focus has gone to what undoes it, and goes back to the line.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Urungkan");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toContain("Ubah foto, nomor 2");
    await expect.poll(() => namesOf(page)).toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);
    const second = lines(page).nth(1);
    if (!(await second.getByRole("button", { name: "Hapus foto" }).isVisible()))
      await second.getByText("Ubah foto").click();
    await second.getByLabel("Ganti berkas").setInputFiles([{ ...(files[3] as GivenFile) }]);
    await expect
      .poll(() => storedNames(product.id))
      .toEqual(["merah.jpg", "kuning.jpg", "biru.jpg"]);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  longProof("are dragged by pointer and by keyboard, and a screen reader hears where", async () => {
    const product = await productWithoutPictures();
    const { page, complaints } = await chromium.open({ width: 1280 });
    await open(page, product.id);
    expect(
      await page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes("drag-sort")),
      ),
    ).toBe(false);
    await page
      .getByLabel("Pilih foto")
      .setInputFiles(files.slice(0, 3).map((file) => ({ ...file })));
    await expect.poll(() => namesOf(page)).toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);
    const handle = page.getByRole("button", { name: "Seret foto 1" });
    await handle.hover();
    await expect.poll(() => handle.getAttribute("aria-describedby")).not.toBeNull();
    const [from, to] = [await handle.boundingBox(), await lines(page).nth(2).boundingBox()];
    if (!from || !to) throw new Error("not in sight");
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 40, { steps: 4 });
    await page.mouse.move(from.x + 10, to.y + to.height - 10, { steps: 10 });
    await page.mouse.up();
    await expect
      .poll(() => storedNames(product.id))
      .toEqual(["hijau.jpg", "biru.jpg", "merah.jpg"]);

    await page.getByRole("button", { name: "Seret foto 3" }).focus();
    await page.keyboard.press("Space");
    await page.getByText("Foto 3 diambil.").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await page.getByText("Posisi 2 dari 3.").waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByText("Diletakkan di posisi 2.").waitFor({ state: "attached" });
    await expect
      .poll(() => storedNames(product.id))
      .toEqual(["hijau.jpg", "merah.jpg", "biru.jpg"]);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  longProof("go on behind the last byte after the connection was lost", async () => {
    const product = await productWithoutPictures();
    const { page, context } = await chromium.open({ width: 390 });
    await open(page, product.id);
    // Without compression: three requests of 6 MiB.
    const buffer = await sharp({
      create: { width: 2200, height: 2200, channels: 3, background: "#777" },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const pieces: string[] = [];
    let isCut = false;
    await context.route("**/storage/v1/upload/resumable/*", async (route) => {
      const request = route.request();
      if (request.method() !== "PATCH") return route.continue();
      pieces.push(request.headers()["upload-offset"] ?? "");
      if (pieces.length === 2 && !isCut) {
        isCut = true;
        await context.setOffline(true);
        return route.abort("internetdisconnected");
      }
      return route.continue();
    });
    await page
      .getByLabel("Pilih foto")
      .setInputFiles([{ name: "besar.png", mimeType: "image/png", buffer }]);
    await page.getByText("Sambungan terputus.", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => storedNames(product.id), { timeout: 30_000 }).toEqual(["besar.png"]);
    // No byte that had arrived was sent again.
    expect(pieces.filter((offset) => offset === "0").length).toBeLessThanOrEqual(1);
    expect(new Set(pieces).size).toBe(pieces.length - 1);
  });

  longProof("are tried again or canceled, file by file", async () => {
    const product = await productWithoutPictures();
    const { page, context } = await chromium.open({ width: 1280 });
    await open(page, product.id);
    await context.route("**/Media/Uploads", (route) => route.abort());
    const [red, green, blue] = files as [GivenFile, GivenFile, GivenFile];
    // Recognised by its length, and never answered.
    const stuck = { ...blue, buffer: Buffer.concat([blue.buffer, Buffer.alloc(4_321)]) };
    await context.route("**/storage/v1/upload/resumable", async (route) => {
      const length = route.request().headers()["upload-length"];
      if (length !== String(stuck.buffer.length)) return route.continue();
    });
    await page.getByLabel("Pilih foto").setInputFiles([{ ...red }, { ...green }, stuck]);
    await page.getByRole("button", { name: "Coba lagi merah.jpg" }).waitFor();
    await page.getByRole("button", { name: "Coba lagi hijau.jpg" }).waitFor();
    await page.getByRole("button", { name: "Batalkan biru.jpg" }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Pilih foto",
    );
    expect(await brokenRules(page)).toEqual([]);
    await context.unrouteAll({ behavior: "ignoreErrors" });
    // The second one first: the drop decides the order all the same.
    await page.getByRole("button", { name: "Coba lagi hijau.jpg" }).click();
    await expect.poll(() => storedNames(product.id)).toEqual(["hijau.jpg"]);
    await page.getByRole("button", { name: "Coba lagi merah.jpg" }).click();
    await expect.poll(() => storedNames(product.id)).toEqual(["merah.jpg", "hijau.jpg"]);
    await expect.poll(() => page.getByText("biru.jpg").count()).toBe(0);
  });

  longProof("go on being uploaded while another page of the back office is open", async () => {
    const product = await productWithoutPictures();
    const { page, context } = await chromium.open({ width: 1280 });
    await open(page, product.id);
    let pass = () => {};
    const isElsewhere = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await context.route("**/storage/v1/upload/resumable", async (route) => {
      await isElsewhere;
      await route.continue();
    });
    await page.getByLabel("Pilih foto").setInputFiles(files.map((file) => ({ ...file })));
    await page.getByText("Menunggu giliran").waitFor();
    await page.getByRole("link", { name: "Pesanan" }).click();
    await page.getByRole("heading", { name: "Pesanan", level: 1 }).waitFor();
    pass();
    const all = ["merah.jpg", "hijau.jpg", "biru.jpg", "kuning.jpg"];
    await expect.poll(() => storedNames(product.id)).toEqual(all);
    await page.goBack();
    await expect.poll(() => namesOf(page)).toEqual(all);
  });

  longProof("are ordered and described without script", async () => {
    const product = await productWithoutPictures();
    const { page, context } = await chromium.open({ width: 1280 });
    await open(page, product.id);
    await page
      .getByLabel("Pilih foto")
      .setInputFiles(files.slice(0, 3).map((file) => ({ ...file })));
    await expect.poll(() => namesOf(page)).toEqual(["merah.jpg", "hijau.jpg", "biru.jpg"]);
    const state = await context.storageState();
    const plain = await context
      .browser()
      ?.newContext({ javaScriptEnabled: false, storageState: state, locale: "id-ID" });
    const still = await plain?.newPage();
    if (!still) throw new Error("no browser");
    await still.goto(`${program().url}/admin/Products/${product.id}/Media`);
    expect(await still.locator("noscript").first().textContent()).toContain(
      "memerlukan JavaScript",
    );
    await still.getByRole("button", { name: "Mundurkan foto 1" }).click();
    expect(await storedNames(product.id)).toEqual(["hijau.jpg", "merah.jpg", "biru.jpg"]);
    await still.getByLabel("Posisi foto 3").fill("1");
    await still.keyboard.press("Enter");
    await still.waitForLoadState();
    await expect
      .poll(() => storedNames(product.id))
      .toEqual(["biru.jpg", "hijau.jpg", "merah.jpg"]);
    await still.getByText("Ubah foto").first().click();
    await still.getByLabel("Keterangan (Indonesia)").first().fill("Piring biru");
    await still.getByRole("button", { name: "Simpan foto" }).first().click();
    await still.getByText("Piring biru").first().waitFor();
    await still.getByText("Ubah foto").first().click();
    await still.getByRole("button", { name: "Hapus foto" }).first().click();
    await still.getByRole("button", { name: "Urungkan" }).click();
    await still.getByText("Foto dikembalikan.").waitFor();
    expect(await storedNames(product.id)).toEqual(["biru.jpg", "hijau.jpg", "merah.jpg"]);
    await plain?.close();
  });

  longProof("are described by two people at once, and no word is lost", async () => {
    const product = await productWithoutPictures();
    const [one, two] = [await chromium.open({ width: 1280 }), await chromium.open({ width: 1280 })];
    await open(one.page, product.id);
    await one.page.getByLabel("Pilih foto").setInputFiles([{ ...(files[0] as GivenFile) }]);
    await expect.poll(() => namesOf(one.page)).toEqual(["merah.jpg"]);
    await open(two.page, product.id);
    for (const { page } of [one, two]) await page.getByText("Ubah foto").click();
    await one.page.getByLabel("Keterangan (Indonesia)").fill("Dari yang pertama");
    await one.page.getByLabel("Dari kiri, %").fill("10");
    await one.page.getByRole("button", { name: "Simpan foto" }).click();
    await one.page.getByText("Tersimpan.").waitFor();
    await two.page.getByLabel("Keterangan (Indonesia)").fill("Dari yang kedua");
    await two.page.getByLabel("Keterangan (Inggris)").fill("By the second");
    await two.page.getByRole("button", { name: "Simpan foto" }).click();
    const conflict = two.page.getByRole("alert");
    await conflict.getByText("Dari yang pertama").waitFor();
    await conflict.getByText("Dari yang kedua").waitFor();
    expect(await brokenRules(two.page)).toEqual([]);
    // What only one of them changed is joined.
    expect(await two.page.getByLabel("Dari kiri, %").inputValue()).toBe("10");
    expect(await two.page.getByLabel("Keterangan (Inggris)").inputValue()).toBe("By the second");
    await conflict.getByRole("button", { name: "Pakai isian orang lain" }).click();
    await two.page.getByRole("button", { name: "Simpan foto" }).click();
    await two.page.getByText("Tersimpan.").waitFor();
    const [row] =
      await asSeed()`select alt, focal_x from product_images where product_id = ${product.id}`;
    expect(row).toEqual({ alt: { id: "Dari yang pertama", en: "By the second" }, focal_x: 10 });
  });

  test("are not there for staff without the right", async () => {
    const product = await productWithoutPictures();
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "staff@etalase.test", "/admin");
    const address = `${program().url}/admin/Products/${product.id}/Media`;
    expect((await page.goto(address))?.status()).toBe(403);
    const status = await page.evaluate(
      async (to) =>
        (
          await fetch(to, {
            method: "POST",
            body: new URLSearchParams({ upload: crypto.randomUUID(), name: "x" }),
          })
        ).status,
      `${address}/Uploads`,
    );
    expect(status).toBe(403);
  });
});
