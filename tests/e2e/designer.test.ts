import { describe, expect, test } from "vitest";
import type { DisplayList } from "#shop/designs/display-list.ts";
import { flat } from "#shop/designs/summarise.ts";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

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
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("keeps a poster's size from its page, and fills another one with the same design", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const [sizes] = await asSeed()<{ a4: string; b2: string }[]>`
      select max(v.id::text) filter (where v.options ->> 'size' = 'a4') as a4, max(v.id::text) filter (where v.options ->> 'size' = 'b2') as b2
      from product_variants v join products p on p.id = v.product_id where p.slug = 'poster-tanggal-istimewa'`;
    const address = `${program().url}/item/poster-tanggal-istimewa/Design`;
    await page.goto(`${address}?variant=${sizes?.a4}&f.name=Rani`);
    await page.waitForSelector("html[data-alive]");
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
  });

  test("leads from the board to the names of a team, each of which is drawn on the design", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.goto(`${program().url}/item/kaos-nama-tim/Design`);
    await page.waitForSelector("html[data-alive]");
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
  });

  test("moves, copies and removes all layers that a mouse or the list chooses, as one step each, and groups them", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/item/kaos-nama-tim/Design`);
    await page.waitForSelector("html[data-alive]");
    const options = page.getByRole("listbox", { name: "Lapisan" }).getByRole("option");
    const before = await options.count();
    for (const shape of ["Bintang", "Hati", "Lingkaran"]) {
      await page.getByRole("button", { name: "Bentuk", exact: true }).click();
      await page.getByRole("button", { name: shape }).click();
    }
    await expect.poll(() => options.count()).toBe(before + 3);
    const left = page.getByLabel("Kiri", { exact: true });
    const areChosen = () => page.getByRole("heading", { name: "3 lapisan dipilih" }).waitFor();
    // By keys, from the list of layers: the newest and the two below it.
    const chooseThree = async () => {
      await options.first().focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await areChosen();
    };
    await chooseThree();
    expect(await options.and(page.getByRole("option", { selected: true })).count()).toBe(3);
    expect(await brokenRules(page)).toEqual([]);
    const [first, height] = [await left.inputValue(), page.getByLabel("Tinggi", { exact: true })];
    const high = await height.inputValue();
    const isBack = async () => {
      await page.keyboard.press("Control+z");
      await expect.poll(() => left.inputValue()).toBe(first);
      expect(await height.inputValue()).toBe(high);
      await areChosen();
    };
    for (const key of ["ArrowRight", "+", "]"]) {
      await page.keyboard.press(key);
      await expect.poll(() => left.inputValue()).not.toBe(first);
      await areChosen();
      await isBack();
    }
    // A press on one of them moves all; lifted where it was pressed, it chooses that one.
    const held = page.locator("[data-moves] path").first();
    const shape = await held.boundingBox();
    if (!shape) throw new Error("no chosen shape");
    const middle = [shape.x + shape.width / 2, shape.y + shape.height / 2] as const;
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] - 40, middle[1] + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => left.inputValue()).not.toBe(first);
    expect(await held.boundingBox()).not.toEqual(shape);
    await isBack();
    expect(await held.boundingBox()).toEqual(shape);
    await page.getByRole("button", { name: "Ratakan kiri" }).click();
    await areChosen();
    await page.keyboard.press("Control+d");
    await expect.poll(() => options.count()).toBe(before + 6);
    await areChosen();
    await page.keyboard.press("Delete");
    await expect.poll(() => options.count()).toBe(before + 3);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog");
    await keys.getByText("Salin, potong, tempel", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "hidden" });
    await page.mouse.click(...middle);
    await page.getByRole("heading", { name: "Lingkaran" }).waitFor();
    await chooseThree();
    await page.keyboard.press("Control+g");
    await expect.poll(() => options.count()).toBe(before + 1);
    const at = await left.inputValue();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => left.inputValue()).not.toBe(at);
    await page.getByRole("button", { name: "Pisahkan kelompok" }).click();
    await expect.poll(() => options.count()).toBe(before + 3);
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await expect.poll(() => options.count()).toBe(before + 1);
    // By mouse: a box drawn around all of them.
    const board = await page.getByRole("region", { name: "Papan gambar" }).boundingBox();
    if (!board) throw new Error("no board");
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await page.mouse.move(board.x + 30, board.y + 30);
    await page.mouse.down();
    await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2, { steps: 4 });
    await page.mouse.move(board.x + board.width - 80, board.y + board.height - 40, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("heading", { name: /lapisan dipilih/ }).waitFor();
    await page.getByRole("button", { name: "Kelompokkan", exact: true }).click();
    await page.getByRole("button", { name: "Pisahkan kelompok" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
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
    const width = page.getByLabel("Lebar");
    await width.fill("60,5");
    await width.press("Enter");
    await page.getByLabel("Atas", { exact: true }).fill("300");
    await page.getByLabel("Atas", { exact: true }).press("Enter");
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

    // "Budi" is the template's sample: it is printed only after a question.
    const order = async () => {
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.getByText(/^Masih ada tulisan contoh dari templat/).waitFor();
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.waitForURL(/\/Cart$/);
    };
    // What cannot be printed is named, repaired by one press, and only then bought.
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    // Pressed right after the last letter: the list of checks follows a moment later, the order does not go out without them.
    const posted: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
    const press = await page.getByRole("button", { name: "Masukkan keranjang" }).elementHandle();
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
    await page.getByRole("button", { name: "Masukkan keranjang" }).click();
    await page.getByRole("button", { name: /^Ganti ke / }).click();
    await page.getByRole("button", { name: /^Ganti ke / }).waitFor({ state: "detached" });
    await order();
    await page.getByText(/Desain Anda: Bengkel · Budi · 10 · Rani/).waitFor();
    // Changed from the cart, the new version takes the line's place.
    await page.getByRole("link", { name: "Ubah desain" }).click();
    await page.waitForURL(/\?version=/);
    await page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await page.getByRole("option", { name: /Teks “Rani”/ }).click();
    await page.keyboard.press("Delete");
    await order();
    await page.getByText(/Desain Anda: Bengkel · Budi · 10/).waitFor();
    expect(await page.getByRole("link", { name: "Ubah desain" }).count()).toBe(1);
    expect(complaints).toEqual([]);

    const [stored] = await asSeed()<{ display: DisplayList; words: string[] }[]>`
      select display, words from design_versions where 'Rani' = any (words) and 'Bengkel' = any (words)`;
    if (!stored) throw new Error("The design is not stored");
    expect(stored.words).toEqual(["Bengkel", "Budi", "10", "Rani"]);
    // 10 mm to the right of the middle of 305 mm; the control points of its curves are not quite even.
    expect(Math.abs(middleOf(stored.display, "team").x - 162.5)).toBeLessThan(1.5);
    expect(middleOf(stored.display, "shape-1").y).toBeGreaterThan(300);
  });

  test("shows a picture on a phone while it is checked, says why one is refused, and leaves the handles of a full one free", async () => {
    const { page, context, complaints } = await chromium.open({ width: 390 });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.goto(`${program().url}/item/tote-desain-anda/Design`);
    await page.waitForSelector("html[data-alive]");
    const held: (() => void)[] = [];
    await page.route(/design-assets\?name=/, (route) => {
      held.push(() => void route.continue());
    });
    const picture = await photograph({ r: 90, g: 30, b: 200 }, [1400, 1600]);
    const send = async (name: string, buffer: Buffer) => {
      const sent = held.length;
      await page.getByRole("button", { name: "Gambar", exact: true }).click();
      await page.getByLabel("Pilih gambar").setInputFiles({ name, mimeType: "image/jpeg", buffer });
      await expect.poll(() => held.length).toBe(sent + 1);
    };
    // A refusal is read with its panel closed, and again nowhere once it was put away.
    await send("catatan.jpg", Buffer.from("halo"));
    await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
    held[0]?.();
    const refusal = page.getByRole("alert").filter({ hasText: "bukan JPEG, PNG, WebP, atau AVIF" });
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
    const width = page.getByLabel("Lebar");
    const wide = Number((await width.inputValue()).replace(",", "."));
    expect(wide).toBeCloseTo(Number(expected), 0);

    const gripsUnderFinger = () =>
      page.locator("[data-grip]").evaluateAll((grips) =>
        grips.flatMap((grip) => {
          const { left, top, width, height } = grip.getBoundingClientRect();
          if (width === 0) return [];
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit?.closest("[data-grip]") === grip ? (grip.getAttribute("data-grip") ?? "") : [];
        }),
      );
    const all = ["ne", "nw", "se", "sw", "turn"];
    await width.fill("280");
    await width.press("Enter");
    await expect.poll(async () => (await gripsUnderFinger()).sort()).toEqual(all);
    // Beyond the lower edge, its turning handle is above it.
    await page.getByLabel("Atas", { exact: true }).last().fill("200");
    await page.getByLabel("Atas", { exact: true }).last().press("Enter");
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
  });

  test("says where more pieces are cheaper, and prints a blurred picture only after a tick", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.goto(`${program().url}/item/tote-desain-anda/Design`);
    await page.waitForSelector("html[data-alive]");
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
  });

  test("fetches missing fonts by itself once the network is back, and until then claims no check", async () => {
    const { page, context, complaints } = await chromium.open({ width: 390 });
    await page.route(/\.ttf/, (route) => route.abort());
    await page.goto(`${program().url}/item/tote-desain-anda/Design`);
    await page.waitForSelector("html[data-alive]");
    const missing = page.getByText("Huruf belum termuat. Periksa sambungan.");
    await missing.waitFor();
    await page.getByRole("button", { name: "Belum selesai diperiksa" }).click();
    await page.getByText("Diperiksa setelah hurufnya termuat.").waitFor();
    await page.unroute(/\.ttf/);
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole("button", { name: /^\d+ catatan$/ }).waitFor();
    expect(await missing.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("says at once that the shop does not have a picture any more, and takes it again", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/item/tote-desain-anda/Design`);
    await page.waitForSelector("html[data-alive]");
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
  });

  test("takes each letter that is typed before the fonts have come, and fits their box afterwards", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.ttf/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${program().url}/item/tote-desain-anda/Design`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    const words = page.getByRole("textbox", { name: "Tulisan" });
    const wide = page.getByLabel("Lebar");
    await words.fill("");
    await words.pressSequentially("Bersama kita bisa");
    expect(await words.inputValue()).toBe("Bersama kita bisa");
    const before = await wide.inputValue();
    // The fonts come between two letters.
    const typing = words.pressSequentially(" melangkah", { delay: 40 });
    release();
    await typing;
    expect(await words.inputValue()).toBe("Bersama kita bisa melangkah");
    await expect.poll(() => wide.inputValue()).not.toBe(before);
    const fitted = await wide.inputValue();
    // The box of the words is a part of the step that changed them.
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await page.getByRole("button", { name: "Ulangi", exact: true }).click();
    expect(await words.inputValue()).toBe("Bersama kita bisa melangkah");
    await expect.poll(() => wide.inputValue()).toBe(fitted);
    expect(complaints).toEqual([]);
  });

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

  test("two fingers move and enlarge the view, and take back what one finger began", async () => {
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/item/kaos-nama-tim/Design`);
    await page.waitForSelector("html[data-alive]");
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    const board = page.getByRole("region", { name: "Papan gambar" });
    const word = page.locator("section svg path").first();
    const text = await word.boundingBox();
    if (!text) throw new Error("the board is not shown");
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number; id: number }[]
    ) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    const view = async () =>
      ((await board.locator("svg").first().getAttribute("viewBox")) ?? "").split(" ").map(Number);
    const [, , whole = 0] = await view();
    // One finger drags the name, until a second one comes.
    const at = { x: text.x + text.width / 2, y: text.y + text.height / 2, id: 0 };
    await touch("touchStart", at);
    await touch("touchMove", { ...at, y: at.y + 15 });
    await touch("touchMove", { ...at, y: at.y + 30 });
    await page.locator("[data-moves][transform]").first().waitFor({ state: "attached" });
    const [a, b] = [
      { ...at, y: at.y + 30 },
      { ...at, x: at.x + 60, y: at.y + 30, id: 1 },
    ];
    await touch("touchStart", a, b);
    await page.locator("[data-moves][transform]").first().waitFor({ state: "detached" });
    // Twice as far from each other, and both 20 pixels further up.
    await touch(
      "touchMove",
      { ...a, x: a.x - 30, y: a.y - 20 },
      { ...b, x: b.x + 30, y: b.y - 20 },
    );
    await expect.poll(async () => Math.round((whole / ((await view())[2] ?? 1)) * 100)).toBe(200);
    const shown = await word.boundingBox();
    // The name is twice as large, and what lay between the fingers lies between them.
    const before = { x: (a.x + b.x) / 2 - text.x, y: a.y - text.y };
    expect(shown?.width).toBeCloseTo(2 * text.width, 0);
    expect((a.x + b.x) / 2 - (shown?.x ?? 0)).toBeCloseTo(2 * before.x, 0);
    expect(a.y - 20 - (shown?.y ?? 0)).toBeCloseTo(2 * before.y, 0);
    // Far together: the whole side, and no smaller.
    await touch("touchMove", { ...a, x: a.x + 29 }, { ...b, x: b.x - 29 });
    await expect.poll(async () => (await view())[2]).toBe(whole);
    await touch("touchEnd");
    expect(await page.getByRole("button", { name: "Urungkan" }).isDisabled()).toBe(true);
    // A phone that lies on its side has the panel beside the board, the smallest one below it.
    const boxes = async (width: number, height: number) => {
      await page.setViewportSize({ width, height });
      const [board, list] = await Promise.all(
        [page.getByRole("region", { name: "Papan gambar" }), page.getByRole("listbox")].map((one) =>
          one.boundingBox(),
        ),
      );
      if (!board || !list) throw new Error("the board and the list are shown");
      return { board, list };
    };
    await page.setViewportSize({ width: 740, height: 360 });
    await page.getByRole("button", { name: "Lapisan" }).click();
    const side = await boxes(740, 360);
    expect(side.board.height).toBeGreaterThan(150);
    expect(side.list.x).toBeGreaterThanOrEqual(side.board.x + side.board.width);
    expect(await faultsOf(page, "the board of a phone on its side")).toEqual([]);
    const small = await boxes(320, 640);
    expect(small.board.height).toBeGreaterThan(150);
    expect(small.list.y).toBeGreaterThanOrEqual(small.board.y + small.board.height);
    expect(complaints).toEqual([]);
  });

  test("sends the last change of a tab that is closed at once, and knows it at the next visit", async () => {
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    const address = `${program().url}/item/tote-desain-anda/Design`;
    await page.goto(address);
    await page.waitForSelector("html[data-alive]");
    // No timer runs any more, so nothing but the end of the tab can send it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    await page.getByRole("textbox", { name: "Tulisan" }).fill("Sampai jumpa");
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

  test("shows a shared design to a guest, who copies it, and to staff once it was reported", async () => {
    const owner = await chromium.open({ width: 390 });
    await signIn(owner.page, program().url, "customer@etalase.test", "/item/kaos-nama-tim/Design");
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
    expect(await answer.text()).toContain('name="robots" content="noindex"');
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
  });
});
