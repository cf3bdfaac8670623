import { describe, expect, test } from "vitest";
import { showBoard, useBoard } from "#tests/support/browser/board.ts";
import { brokenRules, hasBrowser, signIn } from "#tests/support/browser/browser.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";

describe.runIf(hasBrowser)("what the drawing board keeps", { timeout: 120_000 }, () => {
  const { chromium, openBoard, program } = useBoard();

  longProof(
    "says that a picture is sent, how much of it, and only then that it is checked",
    async () => {
      const begun = new Date();
      const { page, context, complaints } = await chromium.open({ width: 1280 });
      await showBoard(page, `${program().url}/item/tote-desain-anda/Design`);
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      const throttle = (uploadThroughput: number) =>
        devtools.send("Network.emulateNetworkConditions", {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        });
      // Bytes a second.
      await throttle(20_000);
      const paused: string[] = [];
      devtools.on("Fetch.requestPaused", ({ requestId }) => paused.push(requestId));
      await devtools.send("Fetch.enable", {
        patterns: [{ urlPattern: "*design-assets?name=*", requestStage: "Response" }],
      });
      const buffer = await photograph({ r: 90, g: 130, b: 20 }, [3000, 3000]);
      await page.getByRole("button", { name: "Gambar", exact: true }).click();
      await page
        .getByLabel("Pilih gambar")
        .setInputFiles({ name: "bunga.jpg", mimeType: "image/jpeg", buffer });
      const said = page.locator("[data-waiting] text");
      await expect.poll(() => said.textContent()).toMatch(/^Mengirim gambar \d{1,2}%$/);
      expect(paused).toEqual([]);
      // Without it, the design is not what its buyer made.
      const add = page.getByRole("button", { name: "Masukkan keranjang" });
      const waits = page
        .getByRole("listitem")
        .filter({ hasText: "Gambar masih dikirim atau diperiksa." });
      await page.getByRole("button", { name: "Teks", exact: true }).click();
      await add.click();
      await waits.waitFor();
      await throttle(-1);
      await expect
        .poll(() => said.textContent(), { timeout: 20_000 })
        .toBe("Gambar sedang diperiksa");
      await expect.poll(() => paused.length).toBe(1);
      await add.click();
      await waits.waitFor();
      expect(await asSeed()`select from design_versions where created_at > ${begun}`).toHaveLength(
        0,
      );
      for (const requestId of paused) await devtools.send("Fetch.continueRequest", { requestId });
      await page.locator("svg :not([data-waiting]) > image").first().waitFor();
      await waits.waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toContain("/Design");
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "shows a picture on a phone while it is checked, says why one is refused, and leaves the handles of a full one free",
    async () => {
      const { page, context, complaints } = await chromium.open({ width: 390 });
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
      await showBoard(page, `${program().url}/item/tote-desain-anda/Design`);
      const held: (() => void)[] = [];
      await page.route(/design-assets\?name=/, (route) => {
        held.push(() => void route.continue());
      });
      const picture = await photograph({ r: 90, g: 30, b: 200 }, [1400, 1600]);
      const send = async (name: string, buffer: Buffer) => {
        const sent = held.length;
        await page.getByRole("button", { name: "Gambar", exact: true }).click();
        await page
          .getByLabel("Pilih gambar")
          .setInputFiles({ name, mimeType: "image/jpeg", buffer });
        await expect.poll(() => held.length).toBe(sent + 1);
      };
      // A refusal is read with its panel closed, and again nowhere once it was put away.
      await send("catatan.jpg", Buffer.from("halo"));
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      held[0]?.();
      const refusal = page
        .getByRole("alert")
        .filter({ hasText: "bukan JPEG, PNG, WebP, atau AVIF" });
      await refusal.filter({ visible: true }).waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await refusal.getByRole("button", { name: "Tutup" }).click();
      await expect.poll(() => refusal.count()).toBe(0);

      await send("kucing.jpg", picture);
      const place = page.locator("[data-waiting] image");
      await place.waitFor();
      const expected = await place.getAttribute("width");
      held[1]?.();
      await place.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Posisi" }).click();
      const width = page.getByLabel("Lebar");
      const wide = Number((await width.inputValue()).replace(",", "."));
      expect(wide).toBeCloseTo(Number(expected), 0);

      const gripsUnderFinger = () =>
        page.locator("[data-grip]").evaluateAll((grips) =>
          grips.flatMap((grip) => {
            const { left, top, width, height } = grip.getBoundingClientRect();
            if (width === 0) return [];
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return hit?.closest("[data-grip]") === grip
              ? (grip.getAttribute("data-grip") ?? "")
              : [];
          }),
        );
      const all = ["ne", "nw", "se", "sw", "turn"];
      await width.fill("280");
      await width.press("Enter");
      await expect.poll(async () => (await gripsUnderFinger()).sort()).toEqual(all);
      // Beyond the lower edge, its turning handle is above it.
      await page.getByLabel("Atas", { exact: true }).last().fill("200");
      await page.getByLabel("Atas", { exact: true }).last().press("Enter");
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await page.getByRole("button", { name: "catatan" }).click();
      await page.getByText("200 mm di luar bidang cetak terpotong.").waitFor();
      expect(await gripsUnderFinger()).toContain("turn");
      await page.getByRole("button", { name: "Urungkan" }).click();
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await expect.poll(async () => (await gripsUnderFinger()).sort()).toEqual(all);
      const add = await page.getByRole("button", { name: "Masukkan keranjang" }).boundingBox();
      expect(add?.width).toBeGreaterThan(350);

      // A press on the chosen layer opens its panel again.
      const board = await page.getByRole("region", { name: "Papan gambar" }).boundingBox();
      if (!board) throw new Error("there is no board");
      await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2);
      await width.waitFor();
      // Beyond the board on all sides, its corners come with the smaller view.
      const smaller = page.getByRole("button", { name: "Perkecil tampilan" });
      expect(await smaller.isDisabled()).toBe(true);
      await width.fill("900");
      await width.press("Enter");
      await expect.poll(gripsUnderFinger).not.toContain("nw");
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      while (await smaller.isEnabled()) await smaller.click();
      await expect.poll(async () => (await gripsUnderFinger()).sort()).toEqual(all);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "says where more pieces are cheaper, and prints a blurred picture only after a tick",
    async () => {
      const { page, complaints } = await openBoard("tote-desain-anda", 390);
      await page.getByText("Mulai 10 buah: Rp7.000 lebih murah sebuah.").waitFor();
      await page.getByRole("textbox", { name: "Jumlah" }).fill("10");
      await page.getByRole("textbox", { name: "Jumlah" }).press("Tab");
      await page.getByText("Mulai 50 buah: Rp10.000 lebih murah sebuah.").waitFor();
      await page.getByRole("button", { name: "Templat", exact: true }).click();
      await page.getByRole("button", { name: "Mulai dari kosong" }).click();
      const buffer = await photograph({ r: 90, g: 30, b: 200 }, [900, 900]);
      await page.getByRole("button", { name: "Gambar", exact: true }).click();
      await page
        .getByLabel("Pilih gambar")
        .setInputFiles({ name: "kucing.jpg", mimeType: "image/jpeg", buffer });
      await page.getByRole("button", { name: "Posisi" }).click();
      const width = page.getByLabel("Lebar");
      await width.fill("228");
      await width.press("Enter");
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      const add = page.getByRole("button", { name: "Masukkan keranjang" });
      const tick = page.getByLabel(/walau gambarnya akan tampak buram/);
      const refusal = page.getByText(/^Ada gambar yang akan tampak buram/);
      await page.getByLabel(/boleh memakai gambar ini/).check();
      await add.click();
      await refusal.waitFor();
      expect(await tick.isChecked()).toBe(false);
      expect(await faultsOf(page, "the tick about a blurred picture")).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByLabel(/^Cetak saja.* \(100 dpi\)/).check();
      await expect.poll(() => refusal.count()).toBe(0);
      // Larger, it is another picture.
      await page.getByRole("button", { name: "Lapisan" }).click();
      await page.getByRole("option", { name: /^Gambar/ }).click();
      await page.getByRole("button", { name: "Sifat" }).click();
      await page.getByRole("button", { name: "Posisi" }).click();
      await width.fill("250");
      await width.press("Enter");
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await page.getByLabel(/^Cetak saja.* \(91 dpi\)/).waitFor();
      expect(await tick.isChecked()).toBe(false);
      await add.click();
      await refusal.waitFor();
      await tick.check();
      await add.click();
      await page.waitForURL(/\/Cart$/);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "says at once that the shop does not have a picture any more, and takes it again",
    async () => {
      const { page } = await openBoard("tote-desain-anda", 1280);
      const buffer = await photograph({ r: 90, g: 120, b: 20 }, [1500, 1000]);
      const upload = async () => {
        await page.getByRole("button", { name: "Gambar", exact: true }).click();
        await page
          .getByLabel("Pilih gambar")
          .setInputFiles({ name: "lama.jpg", mimeType: "image/jpeg", buffer });
        await page.locator("svg :not([data-waiting]) > image").first().waitFor();
      };
      await upload();
      await page.getByText(/^Tersimpan/).waitFor();
      // A visitor's pictures are kept for a month.
      expect(
        await asSeed()`delete from design_assets where name = 'lama.jpg' returning 1`,
      ).toHaveLength(1);
      await page.reload();
      const finding = page
        .getByRole("listitem")
        .filter({ hasText: "Gambar ini sudah tidak ada. Hapus, lalu unggah lagi." });
      await finding.waitFor();
      await page.getByText("1 harus dibereskan").waitFor();
      await finding.getByRole("button", { name: /^Hapus/ }).click();
      await expect.poll(() => finding.count()).toBe(0);
      await upload();
      await expect.poll(() => page.getByText("1 harus dibereskan").count()).toBe(0);
      expect(await finding.count()).toBe(0);
    },
  );

  test("keeps a customer's design with the account, and shows both where two tabs change it", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "customer@etalase.test", "/item/kaos-nama-tim/Design");
    await page.waitForSelector("html[data-alive]");
    const words = page.getByRole("textbox", { name: "Tulisan" });
    await page.getByRole("option", { name: /Teks “Garuda”/ }).click();
    await words.fill("Elang");
    await page.getByText(/^Tersimpan \d\d\.\d\d$/).waitFor();

    await page.goto(`${program().url}/dashboard/Customisations`);
    await page.getByRole("link", { name: "Lanjut mendesain" }).click();
    await page.waitForURL(/\?design=/);
    await page.getByRole("option", { name: /Teks “Elang”/ }).click();
    const saved = new URL(page.url()).searchParams.get("design") ?? "";
    await asSeed()`
      update designs set rev = rev + 1, document = replace(document::text, 'Elang', 'Rajawali')::jsonb where id = ${saved}`;
    await words.fill("Merpati");
    await page.getByRole("heading", { name: "Desain ini juga diubah di tempat lain" }).waitFor();
    await page.getByRole("img", { name: "Yang tersimpan" }).waitFor();
    expect(await faultsOf(page, "the choice between two designs", "dialog[open]")).toEqual([]);
    await page.getByRole("button", { name: "Simpan keduanya" }).click();
    await page.getByText(/^Tersimpan \d\d\.\d\d$/).waitFor();
    const kept = await asSeed()<{ document: string }[]>`
      select document::text from designs where document ->> 'v' = '2' and customer_id is not null order by created_at`;
    expect(kept.map(({ document }) => /Rajawali|Merpati/.exec(document)?.[0])).toEqual([
      "Rajawali",
      "Merpati",
    ]);
    // The board is answered with what was refused.
    expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
  });

  test("the server gets a design that somebody goes on with after fifteen seconds at most, and undo shows its side", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.clock.install();
    await showBoard(page, `${program().url}/item/kaos-nama-tim/Design`);
    const saves: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") saves.push(request.url());
    });
    await page.getByRole("button", { name: "Bentuk", exact: true }).click();
    await page.getByRole("button", { name: "Bintang" }).click();
    const left = page.getByLabel("Kiri", { exact: true });
    await page.getByRole("option", { name: /Bintang/ }).focus();
    /** Moves the star, and a second goes by. */
    const goOn = async () => {
      const before = await left.inputValue();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => left.inputValue()).not.toBe(before);
      await page.clock.fastForward(1_000);
    };
    for (let second = 0; second < 8; second++) await goOn();
    expect(saves).toEqual([]);
    for (let second = 0; second < 8; second++) await goOn();
    await expect.poll(() => saves.length).toBeGreaterThan(0);

    const front = page.getByRole("radio", { name: "Depan" });
    await front.check();
    await page.getByRole("option", { name: /Bintang/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await page.getByRole("option", { name: /Bintang/ }).waitFor();
    expect(await front.isChecked()).toBe(false);
    expect(complaints).toEqual([]);
  });

  longProof(
    "works on without a connection, and sends what was drawn meanwhile once it is back",
    async () => {
      const { page, context, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "customer@etalase.test", "/item/kaos-nama-tim/Design");
      await page.waitForSelector("html[data-alive]");
      const words = page.getByRole("textbox", { name: "Tulisan" });
      await page.getByRole("option", { name: /Teks “Garuda”/ }).click();
      await words.fill("Kutilang");
      await page.getByText(/^Tersimpan \d\d\.\d\d$/).waitFor();
      const stored = () => asSeed()<{ words: string }[]>`
      select substring(document::text from 'Kutilang|Cendrawasih') as words from designs
      where document::text ~ 'Kutilang|Cendrawasih'`;
      expect(await stored()).toEqual([{ words: "Kutilang" }]);

      await page.clock.install();
      await context.setOffline(true);
      await words.fill("Cendra");
      await page.clock.fastForward("05:00");
      await page.getByText("Belum terkirim, tersimpan di perangkat ini").waitFor();
      // The board goes on: words, undo, and words again.
      await page.getByRole("button", { name: "Urungkan" }).click();
      await words.fill("Cendrawasih");
      await page.getByRole("option", { name: /Teks “Cendrawasih”/ }).waitFor();
      expect(await stored()).toEqual([{ words: "Kutilang" }]);
      await context.setOffline(false);
      await page.clock.fastForward("00:30");
      await page.getByText(/^Tersimpan \d\d\.\d\d$/).waitFor();
      await expect.poll(stored).toEqual([{ words: "Cendrawasih" }]);
      // Chromium names each request that the missing network refused.
      expect(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    },
  );

  longProof(
    "opens a design whose size is no longer sold, says which one took its place, and keeps what was drawn",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const address = `${program().url}/item/kaos-nama-tim/Design`;
      await showBoard(page, address);
      await page.getByRole("option", { name: /Teks “Garuda”/ }).click();
      await page.getByRole("textbox", { name: "Tulisan" }).fill("Kasuari");
      await page.getByText("Tersimpan di perangkat ini").waitFor();
      const chosen = await page.getByRole("combobox").last().inputValue();
      await asSeed()`update product_variants set archived = true where id = ${chosen}`;
      const notice = page.getByRole("status").filter({ hasText: "Pilihan Anda tidak dijual lagi" });
      // Every process learns of the change a moment later.
      await expect
        .poll(
          async () => {
            await page.goto(address);
            await page.waitForSelector("html[data-alive]");
            return notice.waitFor({ timeout: 1_500 }).then(
              () => true,
              () => false,
            );
          },
          { timeout: 20_000 },
        )
        .toBe(true);
      await page.getByRole("option", { name: /Teks “Kasuari”/ }).waitFor();
      expect(await page.getByRole("combobox").last().inputValue()).not.toBe(chosen);
      await asSeed()`update product_variants set archived = false where id = ${chosen}`;
      expect(complaints).toEqual([]);
    },
  );

  test("sends the last change of a tab that is closed at once, and knows it at the next visit", async () => {
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    const address = `${program().url}/item/tote-desain-anda/Design`;
    await showBoard(page, address);
    // No timer runs any more, so nothing but the end of the tab can send it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    const wide = page.getByLabel("Lebar");
    const before = await wide.inputValue();
    await page.getByRole("textbox", { name: "Tulisan" }).fill("Sampai jumpa");
    // Fonts that come only at the next visit would fit the box there, which is a change of its own.
    await expect.poll(() => wide.inputValue()).not.toBe(before);
    await page.getByText("Menyimpan…").waitFor();
    await page.close();
    const saved = () => asSeed()<{ rev: number }[]>`
      select rev from designs where document::text like '%Sampai jumpa%'`;
    await expect.poll(saved).toEqual([{ rev: 1 }]);

    await context.clock.resume();
    const next = await context.newPage();
    const sent = next.waitForResponse(/saved-designs/);
    await next.goto(address);
    await next.waitForSelector("html[data-alive]");
    expect((await sent).ok()).toBe(true);
    await next.getByRole("option", { name: /Teks “Sampai jumpa”/ }).click();
    expect(await saved()).toEqual([{ rev: 1 }]);
    await next.getByRole("textbox", { name: "Tulisan" }).fill("Sampai jumpa lagi");
    await expect.poll(saved).toEqual([{ rev: 2 }]);
    expect(await next.getByRole("dialog").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
