import { describe, expect, test } from "vitest";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { flat } from "#shop/designs/draw/summarise.ts";
import { showBoard, useBoard } from "#tests/support/browser/board.ts";
import { brokenRules, hasBrowser, signIn } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";

/** Middle of what a layer prints on the shirt's back, in millimetres. */
function middleOf(list: DisplayList, layer: string): { x: number; y: number } {
  const items = list.sides.flatMap(({ areas }) => areas.flatMap(({ items }) => flat(items)));
  const item = items.find((one) => one.layer === layer);
  if (item?.kind !== "path") throw new Error(`Nothing is printed of ${layer}`);
  const numbers = [...item.path.matchAll(/-?[\d.]+/g)].map(Number);
  const of = (remainder: number) => numbers.filter((_, index) => index % 2 === remainder);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(of(0)), y: middle(of(1)) };
}

describe.runIf(hasBrowser)("the designer", { timeout: 120_000 }, () => {
  const { chromium, openBoard, program } = useBoard();

  longProof(
    "keeps a poster's size from its page, and fills another one with the same design",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const [sizes] = await asSeed()<{ a4: string; b2: string }[]>`
      select max(v.id::text) filter (where v.options ->> 'size' = 'a4') as a4, max(v.id::text) filter (where v.options ->> 'size' = 'b2') as b2
      from product_variants v join products p on p.id = v.product_id where p.slug = 'poster-tanggal-istimewa'`;
      const address = `${program().url}/item/poster-tanggal-istimewa/Design`;
      await showBoard(page, `${address}?variant=${sizes?.a4}&f.name=Rani`);
      const variant = page.getByLabel("Pilihan", { exact: true });
      expect(await variant.inputValue()).toBe(sizes?.a4);
      await page.getByRole("option", { name: /Selamanya/ }).click();
      const wide = () => page.getByLabel("Lebar").inputValue();
      await expect.poll(wide).toBe("96,6");
      // A4 is a little wider for its height than 50 × 70 cm; back and forth changes nothing.
      for (let turn = 0; turn < 2; turn++) {
        await variant.selectOption(sizes?.b2 ?? "");
        await expect.poll(wide).toBe("227,7");
        await variant.selectOption(sizes?.a4 ?? "");
        await expect.poll(wide).toBe("96,6");
      }
      await page.getByRole("button", { name: "Urungkan", exact: true }).click();
      await expect.poll(wide).toBe("227,7");
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "leads from the board to the names of a team, each of which is drawn on the design",
    async () => {
      const { page, complaints } = await openBoard("kaos-nama-tim", 390);
      await page.getByRole("button", { name: "Isi daftar nama" }).click();
      await page.waitForURL(/\/Roster\?design=/);
      await page.waitForSelector("html[data-alive]");
      expect(await page.getByRole("radio", { name: "Desain Anda" }).isChecked()).toBe(true);
      await page.getByRole("textbox", { name: /Nama/ }).first().fill("Wati");
      await page.getByRole("img", { name: /Wati/ }).waitFor();
      await page.getByRole("button", { name: "Masukkan ke keranjang" }).click();
      // The shirt has no number, which may be meant.
      await page.getByRole("button", { name: "Sudah benar, masukkan ke keranjang" }).click();
      await page.waitForURL(/\/Cart/);
      await page.getByText("Wati").first().waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("gives the board a third of a phone while a text is edited, and shows each font in its own letters", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.setViewportSize({ width: 390, height: 844 });
    await showBoard(page, `${program().url}/item/kaos-nama-tim/Design?f.team=Garuda`);
    await page.getByLabel("Pilihan").selectOption({ label: "Tinta, S" });
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    const words = page.getByRole("textbox", { name: "Tulisan" });
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("Juara");
    const board = page.getByRole("region", { name: "Papan gambar" });
    // The keyboard of a phone takes the lower half.
    for (const height of [844, 500]) {
      await page.setViewportSize({ width: 390, height });
      expect((await board.boundingBox())?.height).toBeGreaterThan(height / 3);
      expect(((await words.boundingBox())?.y ?? height) + 40).toBeLessThan(height);
    }
    for (const name of ["Masukkan keranjang", "Bentuk", "Ratakan kiri"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Lainnya" }).click();
    await page.getByRole("button", { name: "Ratakan kiri" }).waitFor();
    await page.getByRole("button", { name: "Warna", exact: true }).click();
    // Navy is the first ink of the palette, and the shirt is navy.
    expect(await page.getByLabel("Putih", { exact: true }).isChecked()).toBe(true);

    await page.getByRole("button", { name: "Huruf", exact: true }).click();
    const font = page.getByRole("button", { name: /^Huruf Plus Jakarta Sans/ });
    await font.focus();
    await page.keyboard.press("Enter");
    const fonts = page.getByRole("listbox", { name: "Huruf" });
    const pacifico = fonts.getByRole("option", { name: "Pacifico" });
    expect(await pacifico.textContent()).toMatch(/^Juara/);
    expect(await brokenRules(page)).toEqual([]);
    const focused = () => page.evaluate(() => document.activeElement?.lastChild?.textContent);
    await page.keyboard.press("End");
    expect(await focused()).toBe("Noto Emoji");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Plus Jakarta Sans 700");
    while ((await focused()) !== "Pacifico") await page.keyboard.press("p");
    await expect
      .poll(() => page.evaluate(() => document.fonts.check("20px design-pacifico-400")))
      .toBe(true);
    await page.keyboard.press("Escape");
    expect(await fonts.count()).toBe(0);
    await page.getByRole("button", { name: /^Huruf Plus Jakarta Sans 500/ }).click();
    await pacifico.click();
    await page.getByRole("button", { name: "Huruf Pacifico" }).waitFor();
    await page.getByRole("button", { name: "Tutup" }).click();
    await page.getByRole("button", { name: "Masukkan keranjang" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("makes a shirt of a template on a phone, by pointer, keys and fields, and puts it into the cart as it was drawn", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.goto(`${program().url}/item/kaos-nama-tim`);
    await page.waitForSelector("html[data-alive]");
    await page
      .getByRole("button", { name: "Masukkan keranjang" })
      .filter({ visible: true })
      .click();
    await page.getByText("Isi dulu apa yang dicetak.").first().waitFor();
    await page.getByRole("textbox", { name: "Nama tim" }).fill("Bengkel");
    await page.getByRole("img", { name: /Cetakan: Bengkel/ }).waitFor();
    await page.getByRole("link", { name: "Ubah lebih banyak" }).click();
    await page.waitForURL(/\/Design\?/);
    await page.waitForSelector("html[data-alive]");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page, "the designer")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });

    await page.getByRole("button", { name: "Bentuk", exact: true }).click();
    await page.getByRole("button", { name: "Bintang" }).click();
    await page.getByRole("button", { name: "Posisi" }).click();
    const width = page.getByLabel("Lebar");
    await width.fill("60,5");
    await width.press("Enter");
    await page.getByLabel("Atas", { exact: true }).fill("300");
    await page.getByLabel("Atas", { exact: true }).press("Enter");
    await page.getByRole("button", { name: "Warna", exact: true }).click();
    await page.getByLabel("Merah cap").check();
    // By pointer: Escape leaves the star where it was.
    const held = page.locator("svg[data-held] path").first();
    const from = await held.boundingBox();
    if (!from) throw new Error("Nothing is held");
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y - 20, { steps: 5 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect.poll(async () => (await held.boundingBox())?.x).toBeCloseTo(from.x, 0);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 25, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await held.boundingBox())?.x ?? 0).toBeGreaterThan(from.x + 15);
    const undo = page.getByRole("button", { name: "Urungkan" });
    await undo.click();
    await page.getByRole("status").filter({ hasText: "Diurungkan: memindahkan." }).waitFor();
    await expect.poll(async () => (await held.boundingBox())?.x).toBeCloseTo(from.x, 0);
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Control+v");
    await expect.poll(async () => (await held.boundingBox())?.x ?? 0).toBeGreaterThan(from.x + 1);
    await undo.click();
    await page.getByRole("status").filter({ hasText: "Diurungkan: menempel." }).waitFor();
    await page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await page.getByRole("option", { name: /Bintang/ }).click();

    // By keys alone, from the list of layers.
    const team = page.getByRole("option", { name: /Teks “Bengkel”/ });
    await page.getByRole("option", { selected: true }).focus();
    await page.keyboard.press("End");
    await expect.poll(() => team.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await faultsOf(page, "the list of layers")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });

    // What was made outlives a reload, and so does what can be undone. A guest's design is saved by the server too.
    await page.getByText("Tersimpan di perangkat ini").waitFor();
    const saved = () => asSeed()<{ rev: number }[]>`
      select rev from designs where guest_hash is not null and document::text like '%Bengkel%'`;
    await expect.poll(async () => (await saved()).length).toBe(1);
    const [sent] = await saved();
    // What could not be sent is sent by the next visit.
    await page.route("**/api/saved-designs/**", (route) => route.abort());
    await page.getByRole("button", { name: "Bentuk", exact: true }).click();
    await page.getByRole("button", { name: "Segi enam" }).click();
    // The properties of the new layer are open, and closing them shows the state of saving again.
    await page.getByRole("button", { name: "Posisi" }).waitFor();
    await page.getByRole("button", { name: "Tutup" }).click();
    await page.getByText("Belum terkirim, tersimpan di perangkat ini").waitFor();
    await page.unroute("**/api/saved-designs/**");
    await page.goto(`${program().url}/item/kaos-nama-tim/Design`);
    await expect.poll(async () => (await saved())[0]?.rev ?? 0).toBeGreaterThan(sent?.rev ?? 0);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await page.getByRole("option", { name: /Teks “Bengkel”/ }).waitFor();
    await page.getByRole("option", { name: /Segi enam/ }).waitFor();
    await undo.click();
    const star = page.getByRole("option", { name: /Bintang/ });
    while ((await star.count()) > 0) await undo.click();
    await page.getByRole("status").filter({ hasText: "Diurungkan: menambah." }).waitFor();
    const redo = page.getByRole("button", { name: "Ulangi" });
    while (await redo.isEnabled()) await redo.click();
    await star.waitFor();
    await undo.click();

    const order = async () => {
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.waitForURL(/\/Cart$/);
    };
    // What cannot be printed is named, repaired by one press, and only then bought.
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    // Pressed right after the last letter: the list of checks follows a moment later, the order does not go out without them.
    const posted: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
    // The bar that buys is hidden while a layer is changed on a phone.
    const press = await page
      .locator("button")
      .filter({ hasText: "Masukkan keranjang" })
      .elementHandle();
    await page.getByRole("textbox", { name: "Tulisan" }).evaluate(async (field, press) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
      set?.call(field, "😀");
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((rendered) => setTimeout(rendered));
      (press as HTMLElement).click();
    }, press);
    await page.getByText(/“😀” tidak ada di jenis huruf ini/).waitFor();
    expect(posted.filter((url) => url.endsWith("/api/designs"))).toEqual([]);
    await page.getByText(/“😀” tidak ada di jenis huruf ini/).waitFor();
    // Another font that has the letter is one press away, and back again for letters that it lacks.
    await page.getByRole("button", { name: "Ganti ke Noto Emoji" }).click();
    await page.getByText(/“😀” tidak ada/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Lapisan" }).click();
    await page.getByRole("option", { name: /😀/ }).click();
    await page.getByRole("button", { name: "Sifat" }).click();
    await page.getByRole("textbox", { name: "Tulisan" }).fill("Rani");
    await page.getByRole("button", { name: "Tutup" }).click();
    await page.getByRole("button", { name: "Masukkan keranjang" }).click();
    await page.getByRole("button", { name: /^Ganti ke / }).click();
    await page.getByRole("button", { name: /^Ganti ke / }).waitFor({ state: "detached" });
    await order();
    await page.getByText(/Desain Anda: Bengkel · Rani/).waitFor();
    // Changed from the cart, the new version takes the line's place.
    await page.getByRole("link", { name: "Ubah desain" }).click();
    await page.waitForURL(/\?version=/);
    await page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await page.getByRole("option", { name: /Teks “Rani”/ }).click();
    await page.keyboard.press("Delete");
    await order();
    await page.getByText(/Desain Anda: Bengkel(?! · Rani)/).waitFor();
    expect(await page.getByRole("link", { name: "Ubah desain" }).count()).toBe(1);
    expect(complaints).toEqual([]);

    const [stored] = await asSeed()<{ display: DisplayList; words: string[] }[]>`
      select display, words from design_versions where 'Rani' = any (words) and 'Bengkel' = any (words)`;
    if (!stored) throw new Error("The design is not stored");
    expect(stored.words).toEqual(["Bengkel", "Rani"]);
    // 10 mm to the right of the middle of 305 mm; the control points of its curves are not quite even.
    expect(Math.abs(middleOf(stored.display, "team").x - 162.5)).toBeLessThan(1.5);
    expect(middleOf(stored.display, "shape-1").y).toBeGreaterThan(300);
  });

  longProof(
    "shows a shared design to a guest, who copies it, and to staff once it was reported",
    async () => {
      const owner = await chromium.open({ width: 390 });
      await signIn(
        owner.page,
        program().url,
        "customer@etalase.test",
        "/item/kaos-nama-tim/Design",
      );
      await owner.page.waitForSelector("html[data-alive]");
      await owner.page.getByRole("button", { name: "Bentuk", exact: true }).click();
      await owner.page.getByRole("button", { name: "Hati" }).click();
      await owner.page.getByText(/^Tersimpan \d\d\.\d\d$/).waitFor();
      await owner.page.goto(`${program().url}/dashboard/Customisations`);
      await owner.page.waitForSelector("html[data-alive]");
      await owner.page.getByRole("button", { name: "Bagikan Kaos Nama Tim" }).first().click();
      expect(await faultsOf(owner.page, "the form of a link", "dialog[open]")).toEqual([]);
      await owner.page.getByRole("button", { name: "Buat tautan" }).click();
      const link = await owner.page.getByLabel("Tautan", { exact: true }).inputValue();
      expect(link).toMatch(/\/Design\/[\w-]{22}$/);
      const message = owner.page.getByRole("link", { name: "Kirim lewat WhatsApp" });
      expect(await message.getAttribute("href")).toContain(encodeURIComponent(link));
      expect(await faultsOf(owner.page, "a link", "dialog[open]")).toEqual([]);

      const answer = await fetch(link);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const shown = await answer.text();
      expect(shown).toContain('name="robots" content="noindex"');
      // Messengers preview the shop's picture, never the design: it may show people.
      expect(shown.match(/property="og:image" content="[^"]*"/g)).toEqual([
        `property="og:image" content="${program().url}/social/shop.jpg"`,
      ]);
      const guest = await chromium.open({ width: 390 });
      await guest.page.goto(link);
      await guest.page.getByRole("img", { name: "Desain Kaos Nama Tim" }).waitFor();
      expect(await faultsOf(guest.page, "a shared design")).toEqual([]);
      await guest.page.setViewportSize({ width: 390, height: 844 });
      await guest.page.getByRole("button", { name: "Buat salinan" }).click();
      await guest.page.waitForURL(/\/Design\?design=/);
      await guest.page.getByRole("button", { name: "Lapisan", exact: true }).click();
      await guest.page.getByRole("option", { name: /Hati/ }).waitFor();
      await guest.page.goto(link);
      await guest.page.getByText("Laporkan desain ini").click();
      await guest.page.getByRole("button", { name: "Laporkan", exact: true }).click();
      await guest.page.getByText("Pilih alasannya.").first().waitFor();
      await guest.page.getByLabel("Alasan").selectOption("trademark");
      await guest.page.getByLabel("Penjelasan").fill("Logo klub kami");
      await guest.page.getByRole("button", { name: "Laporkan", exact: true }).click();
      await guest.page.getByText("Terima kasih. Laporan Anda kami periksa.").waitFor();
      expect(await faultsOf(guest.page, "a reported design")).toEqual([]);
      expect((await fetch(link)).status).toBe(404);

      const staff = await chromium.open({ width: 1280 });
      await signIn(staff.page, program().url, "staff@etalase.test", "/admin/customisations");
      await staff.page.getByRole("link", { name: "Laporan (1)" }).click();
      await staff.page.getByText("Logo klub kami").waitFor();
      expect(await faultsOf(staff.page, "reported designs")).toEqual([]);
      await staff.page.getByRole("button", { name: "Biarkan tampil" }).click();
      await staff.page.getByText("Desain tampil lagi.").waitFor();
      expect((await fetch(link)).status).toBe(200);

      await owner.page.reload();
      await owner.page.waitForSelector("html[data-alive]");
      await owner.page.getByRole("button", { name: "Bagikan Kaos Nama Tim" }).first().click();
      await owner.page.getByRole("button", { name: "Cabut tautan" }).click();
      await owner.page.getByText("Tautan sudah dicabut.").waitFor();
      expect((await fetch(link)).status).toBe(404);
      expect(owner.complaints).toEqual([]);
      // A form that is incomplete, and a design that is gone, are answered with their status.
      expect(guest.complaints.filter((text) => !/422|404/.test(text))).toEqual([]);
    },
  );
});
