import { beforeAll, describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the proof loop", { timeout: 120_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  beforeAll(openTestProviders);
  const buyer = demoPerson("customer@etalase.test");

  longProof("a corrected proof is compared and approved by keyboard, and printed", async () => {
    const design = await orderDesign(buyer, "review");
    const staff = await chromium.open({ width: 1280 });
    await signIn(staff.page, program().url, "staff@etalase.test", "/admin/customisations");
    await staff.page.getByRole("row", { name: /Rani/ }).getByRole("link").click();
    await staff.page.getByRole("button", { name: "Tangani 30 menit" }).click();
    await staff.page.getByText(/^Anda menangani ini sampai/).waitFor();
    // The key leads to the approval and does not press it.
    await staff.page.keyboard.press("Escape");
    await staff.page.keyboard.press("a");
    const approve = staff.page.getByRole("button", { name: "Setujui seperti dipesan" });
    await expect.poll(() => approve.evaluate((it) => it === document.activeElement)).toBe(true);
    await staff.page.getByRole("button", { name: "Kirim contoh yang diperbaiki" }).click();
    await staff.page.getByLabel("Catatan untuk pembeli").fill("Ejaan kami samakan.");
    await staff.page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await staff.page.getByText("Contoh ini sama dengan yang sebelumnya").waitFor();
    expect(await faultsOf(staff.page, "the form for a corrected proof")).toEqual([]);
    await staff.page.setViewportSize({ width: 1280, height: 900 });
    await staff.page.locator('input[name^="text:"]').first().fill("Rini");
    await staff.page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await staff.page.getByText("Menunggu pembeli").first().waitFor();

    const { page, complaints } = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(page, program().url, "customer@etalase.test", address);
    await page.getByText("Tulisan “Rani” menjadi “Rini”").waitFor();
    await page.getByText("Ejaan kami samakan.").waitFor();
    // Staff read the same differences, who made each version, and compare the pictures.
    const versions = staff.page.locator("section", { has: staff.page.getByText("Riwayat versi") });
    const second = versions.getByRole("listitem").filter({ hasText: "Versi 2" });
    await second.getByText("· Dari toko").waitFor();
    await second.getByText("Ejaan kami samakan.").waitFor();
    await second.getByText("Tulisan “Rani” menjadi “Rini”").waitFor();
    await versions.getByText("· Dari pembeli").waitFor();
    await staff.page.getByText(/hari setelah desain disetujui/).waitFor();
    await staff.page.getByRole("radio", { name: "Geser" }).check();
    const slider = staff.page.getByRole("slider", { name: "Batas antara versi 1 dan 2" });
    await slider.press("End");
    // By night it is drawn as a slider, not as an empty box.
    await staff.page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => slider.evaluate((it) => getComputedStyle(it).appearance)).toBe("auto");
    await staff.page.emulateMedia({ colorScheme: "light" });
    await staff.page.getByRole("radio", { name: "Contoh" }).check();
    await page.getByText("Periksa lebih teliti").click();
    // A pin without a pointer, answered and settled by staff, live.
    await page.getByRole("button", { name: "“Rini”", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Sedikit lebih tebal, boleh?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("listitem", { name: "Tanda 1" }).waitFor();
    await staff.page.getByRole("button", { name: "Balas tanda 1" }).click();
    await staff.page.getByLabel("Balas tanda 1").fill("Ini sudah yang paling tebal.");
    await staff.page.getByRole("button", { name: "Kirim balasan" }).click();
    // On a phone the proof comes before its controls, and a pin stands beside what it is about.
    const [sheet, controls, pin, [place]] = await Promise.all([
      page.locator("[data-sheet]").boundingBox(),
      page.getByRole("group", { name: "Versi contoh cetak" }).boundingBox(),
      page.getByRole("button", { name: "Tanda 1, Terbuka" }).boundingBox(),
      asSeed()<{ across: number; down: number }[]>`
        select (p.x + b.bleed) / (b.w + 2 * b.bleed) as across, (p.y + b.bleed) / (b.h + 2 * b.bleed) as down
        from proof_pins p join proofs f on f.id = p.proof_id,
          lateral (select (a ->> 'w')::float as w, (a ->> 'h')::float as h, (a ->> 'bleed')::float as bleed
            from jsonb_path_query(f.display, '$.sides[*].areas[*]') a limit 1) b
        where f.customisation_id = ${design.id}`,
    ]);
    if (!sheet || !controls || !pin || !place) throw new Error("something is not shown");
    expect(controls.y).toBeGreaterThan(sheet.y + sheet.height);
    const tip = { x: sheet.x + place.across * sheet.width, y: sheet.y + place.down * sheet.height };
    const isBeside = pin.y + pin.height <= tip.y - 8 || pin.y >= tip.y + 8;
    expect({ isBeside, pin, tip }).toMatchObject({ isBeside: true });
    expect(Math.abs(pin.x + pin.width / 2 - tip.x)).toBeLessThanOrEqual(14.5);
    expect(Math.min(pin.width, pin.height)).toBeGreaterThanOrEqual(24);
    await page.getByText("Ini sudah yang paling tebal.").waitFor();
    await page.getByText("Tanda 1 masih terbuka").waitFor();
    await staff.page.getByRole("button", { name: "Tandai selesai: tanda 1" }).click();
    await page.getByRole("button", { name: "Buka lagi tanda 1" }).waitFor();
    expect(await faultsOf(page, "a proof with a pin")).toEqual([]);
    expect(await faultsOf(staff.page, "a proof with a pin, of staff")).toEqual([]);
    // By pointer, of staff: the place is shown first and stored with its message.
    await staff.page.locator("[data-press]").click({ position: { x: 30, y: 20 } });
    await staff.page.keyboard.type("Di sini kosong.");
    await staff.page.getByRole("button", { name: "Simpan tanda" }).click();
    await page.getByRole("button", { name: "Tanda 2, Terbuka" }).click();
    await page.getByRole("listitem", { name: "Tanda 2" }).getByText("Di sini kosong.").waitFor();
    // Compared by a slider that is a range input.
    await page.getByRole("radio", { name: "Geser" }).check();
    await page.getByRole("slider", { name: "Batas antara versi 1 dan 2" }).press("End");
    await page.getByRole("radio", { name: "Selisih" }).check();
    await page.getByText("Putih berarti sama.").waitFor();
    await page.getByRole("radio", { name: "Berdampingan" }).check();
    expect(await faultsOf(page, "two versions side by side")).toEqual([]);
    await page.getByRole("radio", { name: "Contoh" }).check();
    await page.getByRole("checkbox", { name: "Garis potong dan batas aman" }).check();
    await page.getByRole("checkbox", { name: "Ukuran asli" }).check();
    await page.getByText("Samakan dengan kartu bank").click();
    await page.getByRole("slider", { name: "Lebar kartu di layar" }).press("ArrowRight");
    expect(await faultsOf(page, "a proof in true size")).toEqual([]);
    await page.getByRole("checkbox", { name: "Sudah saya periksa: “Rini”" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Disetujui, segera dicetak").waitFor();
    expect(complaints).toEqual([]);

    await staff.page.reload();
    await second.getByText(/^Disetujui /).waitFor();
    await staff.page.getByLabel("Bagus", { exact: true }).fill("1");
    await staff.page.getByRole("button", { name: "Catat hasil cetak" }).click();
    await staff.page.getByText("Selesai dicetak").waitFor();
  });

  longProof(
    "the board moves work to the one column that takes it: by mouse, by keys, and several at once",
    async () => {
      const designs = [];
      for (const name of ["Wulan", "Yoga", "Putri"])
        designs.push(await orderDesign(buyer, "review", { name }));
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "staff@etalase.test", "/admin/customisations?as=board");
      await page.waitForSelector("html[data-alive]");
      const column = (name: string) => page.getByRole("region", { name, exact: true });
      const [look, ready] = [column("Perlu dicek"), column("Siap cetak")];
      const card = (of: typeof look, words: string) =>
        of.getByRole("article").filter({ hasText: words });
      expect(await faultsOf(page, "the board")).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });

      // By mouse: dropped elsewhere it goes back, in its column it moves.
      const drag = async (to: typeof look) => {
        const from = await card(look, "Wulan").getByText("Sampai").boundingBox();
        const over = await to.boundingBox();
        if (!from || !over) throw new Error("no card or column");
        await page.mouse.move(from.x + 5, from.y + 5);
        await page.mouse.down();
        await page.mouse.move(from.x + 40, from.y + 5, { steps: 3 });
        await page.mouse.move(over.x + over.width / 2, over.y + 60, { steps: 5 });
        await page.mouse.up();
      };
      await drag(column("Menunggu pembeli"));
      await card(look, "Wulan").waitFor();
      await drag(ready);
      await card(ready, "Wulan").waitFor();
      expect(await card(look, "Wulan").count()).toBe(0);

      // By keys: the key leads to the step, which is pressed by itself; the focus stays with the card.
      await card(look, "Yoga").getByRole("link").focus();
      await page.keyboard.press("a");
      await page.keyboard.press("Enter");
      await card(ready, "Yoga").waitFor();
      await card(look, "Putri")
        .getByRole("button", { name: /^Setujui seperti dipesan: / })
        .click();
      await card(ready, "Putri").waitFor();

      // Several at once, ticked by mouse and by key.
      await card(ready, "Wulan").getByRole("checkbox").check();
      await card(ready, "Yoga").getByRole("link").focus();
      await page.keyboard.press("x");
      await page.getByRole("button", { name: "Mulai cetak (2)" }).click();
      await page.getByText("2 mulai dicetak.").waitFor();
      const printing = column("Dicetak");
      await card(printing, "Yoga").waitFor();
      // Counting pieces asks first.
      await card(printing, "Yoga")
        .getByRole("button", { name: /^Semua bagus: / })
        .click();
      const dialog = page.getByRole("dialog", { name: "Catat 1 buah bagus?" });
      await dialog.getByRole("button", { name: "Semua bagus" }).click();
      await card(column("Selesai"), "Yoga").waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("goods that want a proof get the one that was ordered, from one form", async () => {
    const design = await orderDesign(buyer, "proof", { name: "Wulan" });
    const staff = await chromium.open({ width: 390 });
    const ofStaff = `/admin/customisations/${design.id}`;
    await signIn(staff.page, program().url, "staff@etalase.test", ofStaff);
    await staff.page.getByRole("button", { name: "Kirim contoh cetak" }).click();
    expect(await faultsOf(staff.page, "the form for a proof as it was ordered")).toEqual([]);
    await staff.page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await staff.page.getByText("Menunggu pembeli").first().waitFor();
    const { page, complaints } = await chromium.open({ width: 390 });
    const ofBuyer = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(page, program().url, "customer@etalase.test", ofBuyer);
    await page.getByText("Periksa tulisan, ukuran, dan warnanya", { exact: false }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    // The picture and the text come first, the tools after a press, and the answer is in sight.
    const mug = await page.getByRole("img", { name: "Ilustrasi: Wulan" }).boundingBox();
    const sheet = await page.locator("[data-sheet]").boundingBox();
    expect(mug?.y).toBeLessThan(sheet?.y ?? 0);
    expect(await page.getByLabel("Garis potong dan batas aman").isVisible()).toBe(false);
    const approve = page.getByRole("button", { name: "Setujui versi 2" });
    expect((await approve.boundingBox())?.y).toBeLessThan(844);
    // Approving without the tick focuses the checkbox and shows its error. The change-request form shows no error.
    await approve.click();
    const tick = page.getByRole("checkbox", { name: "Sudah saya periksa: “Wulan”" });
    await expect.poll(() => tick.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText("Periksa dulu tulisannya, lalu beri centang.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Minta diubah" }).click();
    await page.getByLabel("Apa yang perlu diubah?").waitFor();
    expect(await page.getByText("Periksa dulu tulisannya, lalu beri centang.").count()).toBe(0);
    await page.getByRole("button", { name: "Batal" }).click();
    await tick.check();
    await approve.click();
    await page.getByText("Contoh cetak ini Anda setujui.").waitFor();
    await page.getByText("Disetujui, segera dicetak").waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(400);
    expect(complaints).toEqual([]);
  });

  longProof("white ink is shown by itself, with what is promised of the colours", async () => {
    const book = await orderDesign(buyer, "review", {
      goods: "buku-inisial",
      values: { initials: "AR" },
    });
    const { page, complaints } = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${book.order_id}/Customisation`;
    await signIn(page, program().url, "customer@etalase.test", address);
    await page.getByRole("heading", { name: "Tinta putih: Sampul depan" }).waitFor();
    await page.getByRole("img", { name: "Ditampilkan: Tinta putih" }).waitFor();
    await page.getByRole("checkbox", { name: "Warna", exact: true }).check();
    await page.getByRole("img", { name: "Ditampilkan: Warna, Tinta putih" }).waitFor();
    await page.getByText(/Mirip layar biasa/).waitFor();
    expect(await faultsOf(page, "white ink of a proof")).toEqual([]);
    const staff = await chromium.open({ width: 1280 });
    await signIn(
      staff.page,
      program().url,
      "staff@etalase.test",
      `/admin/customisations/${book.id}`,
    );
    await staff.page.getByRole("img", { name: "Ditampilkan: Tinta putih" }).waitFor();
    expect(await faultsOf(staff.page, "white ink for staff")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a rejected design says why to its buyer and leads staff to the money", async () => {
    const design = await orderDesign(buyer, "review", { name: "Dimas" });
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "staff@etalase.test", `/admin/customisations/${design.id}`);
    await page.getByRole("button", { name: "Tolak desain" }).click();
    await page.getByRole("button", { name: "Tolak dan beri tahu pembeli" }).click();
    await page.getByText("Pilih alasannya.").waitFor();
    await page.getByLabel("Alasan", { exact: true }).selectOption({ label: "Merek orang lain." });
    await page.getByRole("button", { name: "Tolak dan beri tahu pembeli" }).click();
    const money = page.getByRole("link", { name: "Refund di halaman pesanan" });
    await money.waitFor();
    expect(await faultsOf(page, "a rejected design")).toEqual([]);
    await money.click();
    await page.waitForURL(new RegExp(`/admin/Orders/${design.order_id}`));
    const own = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(own.page, program().url, "customer@etalase.test", address);
    await own.page.getByText(/Desain memuat merek orang lain/).waitFor();

    // The buyer changes it on the drawing board.
    await own.page.getByRole("link", { name: "Ubah sendiri di papan gambar" }).click();
    await own.page.waitForSelector("html[data-alive]");
    await own.page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await own.page.getByRole("option", { name: /Teks “Dimas”/ }).click();
    await own.page.keyboard.press("Enter");
    await own.page.getByRole("textbox", { name: "Tulisan" }).fill("Damar");
    await own.page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
    await own.page.getByRole("button", { name: "Kirim ke toko" }).click();
    await own.page.getByText("Periksa dulu tulisannya, lalu beri centang.").waitFor();
    await own.page.getByRole("checkbox", { name: /Cetak seperti ini.*Damar/ }).check();
    // A photograph of theirs is sent after another tick.
    await own.page.getByRole("button", { name: "Gambar", exact: true }).click();
    const picture = await photograph({ r: 20, g: 60, b: 120 }, [600, 600]);
    const file = { name: "foto.jpg", mimeType: "image/jpeg", buffer: picture };
    await own.page.getByLabel("Pilih gambar").setInputFiles(file);
    await own.page.locator("svg :not([data-waiting]) > image").first().waitFor();
    await own.page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
    await own.page.getByRole("button", { name: "Kirim ke toko" }).click();
    await own.page.getByText("Centang dulu bahwa Anda boleh memakai gambarnya.").waitFor();
    await own.page.getByRole("checkbox", { name: /boleh memakai gambar ini/ }).check();
    expect(await faultsOf(own.page, "a design that its buyer changes")).toEqual([]);
    await own.page.getByRole("button", { name: "Kirim ke toko" }).click();
    await own.page.getByText("Menunggu diperiksa").waitFor();
    await own.page.getByText("Tulisan “Dimas” menjadi “Damar”").waitFor();

    // What is written about a place outlives a newer version.
    await own.page.getByRole("button", { name: "“Damar”", exact: true }).click();
    await own.page.keyboard.type("Sudah pas di sini.");
    // So do staff, who see each other, and say what they did.
    await page.goto(`${program().url}/admin/customisations/${design.id}`);
    const colleague = await chromium.open({ width: 1280 });
    const there = `/admin/customisations/${design.id}`;
    await signIn(colleague.page, program().url, "admin@etalase.test", there);
    await colleague.page.getByText(/juga membuka ini$/).waitFor();
    await colleague.page.getByRole("button", { name: "Tangani 30 menit" }).click();
    await page.getByRole("button", { name: "Ambil alih" }).click();
    await colleague.page.getByRole("button", { name: "Ambil alih" }).waitFor();
    expect(await faultsOf(colleague.page, "a design that a colleague works on")).toEqual([]);
    await page.waitForSelector("html[data-alive]");
    await page.keyboard.press("e");
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("option", { name: /Teks “Damar”/ }).click();
    await page.getByRole("textbox", { name: "Tulisan" }).fill("Damara");
    await page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await page.getByText("Tulis apa yang Anda ubah.").waitFor();
    expect(await faultsOf(page, "a design that staff change")).toEqual([]);
    await page.getByRole("textbox", { name: "Catatan untuk pembeli" }).fill("Namanya lengkap.");
    await page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await page.getByText("Menunggu pembeli").first().waitFor();
    await own.page.getByText("Tulisan “Damar” menjadi “Damara”").waitFor();
    await own.page.getByText("Namanya lengkap.").waitFor();
    await own.page.getByText("Versi 3 sudah ada. Tanda ini untuk versi 2.").waitFor();
    await own.page.getByRole("button", { name: "Simpan tanda" }).click();
    const pin = own.page.getByRole("listitem", { name: "Tanda 1" });
    await pin.getByText("Sudah pas di sini.").waitFor();
    await own.page.getByRole("radio", { name: "Versi 3" }).check();
    await pin.waitFor({ state: "detached" });
  });
});
