import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const slug = "mug-daun-monstera";
/** It takes a name in the demo shop. */
const printed = "mug-nama-anda";
const jpeg = { mimeType: "image/jpeg" };

describe.runIf(hasBrowser)("goods that take a name", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("are made by screen: where they are printed, a template with a field, and a buyer's name on it", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const { url } = program();
    const [product] = await asSeed()<
      { id: string }[]
    >`select id from products where slug = ${slug}`;
    await signIn(page, url, "admin@etalase.test", `/admin/Products/${product?.id}/Printing`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Mulai dari mug sublimasi" }).click();
    const save = page.getByRole("button", { name: "Simpan sebagai revisi baru" });
    await page.getByLabel("Semua varian").uncheck();
    await save.click();
    await page.getByText("Centang minimal satu varian.").first().waitFor();
    await page.getByLabel("Semua varian").check();
    const safe = page.getByLabel("Batas aman");
    await safe.fill("60");
    await save.click();
    await page.getByText("Batas aman lebih besar dari setengah area.").waitFor();
    await safe.fill("4,5");
    // Screen print has inks; the name of one on the printer's chart is kept, where somebody typed it.
    const process = page.getByLabel("Proses", { exact: true });
    await process.selectOption("Sablon");
    await save.click();
    await page.getByText("Sablon mencetak tinta bagan Anda").waitFor();
    await page.getByRole("radio", { name: "Hanya dari daftar" }).check();
    await page
      .getByLabel(/^Nama tinta di bagan/)
      .first()
      .fill("Plastisol Hitam 1");
    expect(await faultsOf(page, "inks of a chart")).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await process.selectOption("Sublimasi");
    await save.click();
    await page.getByRole("heading", { name: "Templat" }).waitFor();
    const [kept] = await asSeed()<{ colours: unknown }[]>`
      select spec #> '{sides,0,areas,0,colours}' as colours from print_specs where product_id = ${product?.id ?? ""}`;
    expect(kept?.colours).toEqual([
      expect.objectContaining({ hex: "#000000", spot: "Plastisol Hitam 1" }),
      { id: "colour-2", name: { id: "Putih", en: "White" }, hex: "#ffffff" },
    ]);
    await page.getByLabel("Tawarkan kepada pembeli").check();
    await page.getByText("Belum ditawarkan: terbitkan satu templat dahulu.").waitFor();
    expect(await faultsOf(page, "how a product is printed")).toEqual([]);
    const address = await page.getByRole("link", { name: /Halaman ukur/ }).getAttribute("href");
    const ruler = await page.request.get(new URL(address ?? "", url).href);
    expect((await ruler.body()).subarray(0, 5).toString()).toBe("%PDF-");

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "Buat templat" }).click();
    await page.waitForURL(/\/Templates\//);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    await page.locator("aside textarea").fill("Sinta");
    await page.getByLabel("Diisi pembeli").check();
    await page.getByLabel("Pertanyaan kepada pembeli").fill("Nama panggilan");
    await page.getByLabel("Kalau dipesan banyak").selectOption("Berbeda di tiap buah");
    await page.getByText("satu baris, satu buah").waitFor();
    const onCream = page.getByLabel("Di warna Krem");
    await onCream.selectOption("Putih");
    await page.getByText("Tinta ini tidak terlihat di warna itu.").waitFor();
    await onCream.selectOption("Hitam");
    expect(await page.getByText("Tinta ini tidak terlihat di warna itu.").count()).toBe(0);
    await page.getByLabel("Terbitkan").check();
    const keep = page.getByRole("button", { name: "Simpan templat" });
    await keep.click();
    await page.getByText("Isi nama templat dahulu.").waitFor();
    await page.getByLabel("Nama templat").fill("Nama saja");
    await keep.click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();

    const [template] = await asSeed()<{ inks: object }[]>`
      select jsonb_path_query_first(document, '$.**.inks') as inks from design_templates where name ->> 'id' = 'Nama saja'`;
    expect(Object.values(template?.inks ?? {})).toEqual(["#000000"]);

    await page.goto(`${url}/item/${slug}`);
    await page.waitForSelector("html[data-alive]");
    // The plain piece is the first choice where the product does not require a print.
    await page.getByText("Dengan cetakan", { exact: true }).click();
    await page.getByRole("textbox", { name: "Nama panggilan" }).fill("Budi Wijayakusuma");
    await page.getByRole("img", { name: /Cetakan: Budi Wijayakusuma/ }).waitFor();
    // The field is of each piece, so a list of names can be filled in.
    await page.getByRole("link", { name: "Beberapa orang? Isi daftar nama" }).click();
    await page.waitForURL(/\/Roster\?/);
    await page.getByRole("textbox", { name: "Nama panggilan" }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  longProof(
    "take a photograph in a frame of their template: on the product's page, and on the drawing board",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const { url } = program();
      const [product] = await asSeed()<
        { id: string }[]
      >`select id from products where slug = ${printed}`;
      await signIn(page, url, "admin@etalase.test", `/admin/Products/${product?.id}/Printing`);
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("link", { name: "Buat templat" }).click();
      await page.waitForURL(/\/Templates\//);
      await page.waitForSelector("html[data-alive]");
      // The shop's own picture, and in front of it the frame for the buyer's.
      const art = await photograph({ r: 20, g: 90, b: 60 }, [1200, 600]);
      await page.getByRole("button", { name: "Gambar", exact: true }).click();
      await page
        .getByLabel("Pilih gambar")
        .setInputFiles({ ...jpeg, name: "daun.jpg", buffer: art });
      // Pale while it is checked; then it is a layer, below what is added after it.
      await page.locator("svg :not([data-waiting]) > image").waitFor();
      await page.getByRole("button", { name: "Bingkai", exact: true }).click();
      await page.getByRole("heading", { name: "Bingkai foto" }).waitFor();
      await page.getByLabel("Pertanyaan kepada pembeli").fill("Foto kesayangan");
      await page.getByRole("radio", { name: "Lonjong" }).check();
      expect(await page.locator("[data-slot] text").textContent()).toBe("Foto Anda di sini");
      expect(await faultsOf(page, "the photo slot of a template")).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByLabel("Nama templat").fill("Foto");
      await page.getByLabel("Terbitkan").check();
      await page.getByRole("button", { name: "Simpan templat" }).click();
      await page.getByText("Tersimpan", { exact: true }).waitFor();

      const guest = await chromium.open({ width: 390 });
      const phone = guest.page;
      await phone.goto(`${url}/item/${printed}`);
      await phone.waitForSelector("html[data-alive]");
      await phone.getByText("Foto", { exact: true }).click();
      await phone.getByText("Bingkai abu-abu menunggu foto Anda.").waitFor();
      const add = phone.locator("[data-buy-bar]").getByRole("button", { name: "Keranjang" });
      await add.click();
      await phone.getByText("Pilih foto Anda dulu.").waitFor();
      // The answer is held until the page has said that the picture is checked.
      await phone.evaluate(() => {
        const { send } = XMLHttpRequest.prototype;
        XMLHttpRequest.prototype.send = function (body) {
          const { onload } = this;
          this.onload = (event) => addEventListener("seen", () => onload?.call(this, event));
          send.call(this, body);
        };
      });
      const own = await photograph({ r: 210, g: 40, b: 30 }, [1500, 1000]);
      await phone
        .getByLabel("Pilih foto Anda")
        .and(phone.locator("input"))
        .setInputFiles({ ...jpeg, name: "keluarga.jpg", buffer: own });
      await phone.getByText("Memeriksa gambar…").waitFor();
      await add.click();
      await phone.getByText("Foto masih dikirim atau diperiksa.").waitFor();
      await expect
        .poll(() =>
          phone.evaluate(
            () =>
              dispatchEvent(new Event("seen")) &&
              document.querySelector("fieldset img[src*=assets]") !== null,
          ),
        )
        .toBe(true);
      await phone.getByRole("img", { name: "Foto: keluarga.jpg" }).waitFor();
      await phone.getByText("Ilustrasi. Warna cetak").waitFor();
      expect(await faultsOf(phone, "a photograph on the product's page")).toEqual([]);
      await phone.setViewportSize({ width: 390, height: 844 });
      await add.click();
      await phone.getByText("Centang dulu bahwa Anda boleh memakai gambarnya.").waitFor();

      // The drawing board goes on with the photograph.
      await phone.getByRole("link", { name: "Ubah lebih banyak" }).click();
      await phone.waitForURL(/\/Design\?/);
      await phone.waitForSelector("html[data-alive]");
      await phone.getByRole("button", { name: "Lapisan" }).click();
      await phone
        .getByRole("option", { name: /^Gambar/ })
        .first()
        .click();
      await phone.getByRole("button", { name: "Sifat" }).click();
      const picture = phone.locator("g[clip-path] image");
      const shown = () => picture.locator("..").getAttribute("viewBox");
      const before = await shown();
      await phone.getByLabel("Perbesar foto").fill("200");
      await expect.poll(shown).not.toBe(before);
      expect(await faultsOf(phone, "the photograph of a frame on the drawing board")).toEqual([]);
      await phone.setViewportSize({ width: 390, height: 844 });
      await phone.getByRole("button", { name: "Kosongkan bingkai" }).click();
      await phone.locator("[data-slot]").waitFor();
      await phone.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await phone.getByRole("button", { name: "Masukkan keranjang" }).click();
      await phone
        .getByRole("listitem")
        .getByText("Bingkai ini belum berisi foto. Pilih foto Anda.")
        .waitFor();
      await phone.getByRole("button", { name: "Tunjukkan" }).click();
      await phone
        .getByLabel("Pilih foto Anda")
        .and(phone.locator("input"))
        .setInputFiles({ ...jpeg, name: "keluarga.jpg", buffer: own });
      await phone.locator("[data-slot]").waitFor({ state: "detached" });
      await phone.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await phone.getByRole("button", { name: "Masukkan keranjang" }).click();
      await phone.getByText("Centang dulu bahwa Anda boleh memakai gambarnya.").waitFor();
      await phone.getByLabel(/boleh memakai gambar ini/).check();
      await phone.getByRole("button", { name: "Masukkan keranjang" }).click();
      await phone.waitForURL(/\/Cart/);
      const [version] = await asSeed()<
        { asset: string; pixels: unknown; mask: boolean; art: string }[]
      >`
      select i.item ->> 'asset' as asset, i.item -> 'pixels' as pixels, i.item ? 'mask' as mask,
        v.display #>> '{sides,0,areas,0,items,0,asset}' as art
      from design_versions v, jsonb_array_elements(v.display #> '{sides,0,areas,0,items}') with ordinality i (item, n)
      where v.rights_wording is not null and i.n = 2`;
      const [shops] = await asSeed()<
        { sha256: string }[]
      >`select sha256 from design_assets where of_shop`;
      expect(version).toMatchObject({ pixels: [1500, 1000], mask: true, art: shops?.sha256 });
      expect(version?.asset).not.toBe(shops?.sha256);
      expect([...complaints, ...guest.complaints]).toEqual([]);
    },
  );

  longProof(
    "ask for a photograph and a name in a group of layers, on the template's board and on the buyer's",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const { url } = program();
      const [product] = await asSeed()<
        { id: string }[]
      >`select id from products where slug = 'poster-tanggal-istimewa'`;
      await signIn(page, url, "admin@etalase.test", `/admin/Products/${product?.id}/Printing`);
      await page.waitForSelector("html[data-alive]");
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole("link", { name: "Buat templat" }).click();
      await page.waitForURL(/\/Templates\//);
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("button", { name: "Bingkai", exact: true }).click();
      await page.getByRole("button", { name: "Teks", exact: true }).click();
      await page.getByRole("button", { name: "Kelompokkan dengan yang di bawahnya" }).click();
      const group = page.getByRole("region", { name: "Isi kelompok ini" });
      await group.getByLabel("Tulisan").fill("Ayu");
      await group.getByLabel("Diisi pembeli").check();
      await group.getByLabel("Pertanyaan kepada pembeli").first().fill("Foto berdua");
      await group.getByLabel("Pertanyaan kepada pembeli").last().fill("Nama berdua");
      await group.getByRole("radio", { name: "Lonjong" }).check();
      expect(await page.locator("[data-slot] rect").getAttribute("rx")).toBe("50%");
      expect(await faultsOf(page, "what a group of a template asks for")).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByLabel("Nama templat").fill("Berdua");
      await page.getByLabel("Terbitkan").check();
      await page.getByRole("button", { name: "Simpan templat" }).click();
      await page.getByText("Tersimpan", { exact: true }).waitFor();
      const [stored] = await asSeed()<{ id: string; fields: { label: { id: string } }[] }[]>`
      select id, document -> 'fields' as fields from design_templates where name ->> 'id' = 'Berdua'`;
      expect(stored?.fields.map(({ label }) => label.id)).toEqual(["Foto berdua", "Nama berdua"]);

      const guest = await chromium.open({ width: 1280 });
      const board = guest.page;
      await board.goto(`${url}/item/poster-tanggal-istimewa/Design?template=${stored?.id}`);
      await board.waitForSelector("html[data-alive]");
      await board.setViewportSize({ width: 1280, height: 900 });
      const frame = board.locator("[data-slot]");
      // The frame goes where its group is dragged to, while it is dragged.
      const before = await frame.boundingBox();
      if (!before) throw new Error("the frame is not shown");
      const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
      await board.mouse.move(x, y);
      await board.mouse.down();
      await board.mouse.move(x + 40, y + 30, { steps: 4 });
      await expect
        .poll(async () => (await frame.boundingBox())?.x ?? 0)
        .toBeGreaterThan(before.x + 20);
      await board.mouse.up();
      const inside = board.getByRole("region", { name: "Isi kelompok ini" });
      await board.mouse.dblclick(x + 40, y + 30);
      const words = inside.getByLabel("Tulisan");
      await expect
        .poll(() => words.evaluate((field) => field === document.activeElement))
        .toBe(true);
      await board.keyboard.type("Ayu & Bima");
      await board.getByRole("button", { name: "Masukkan keranjang" }).click();
      await board
        .getByRole("listitem")
        .getByText("Bingkai ini belum berisi foto. Pilih foto Anda.")
        .waitFor();
      await inside
        .getByLabel("Pilih foto Anda")
        .and(board.locator("input"))
        .setInputFiles({
          ...jpeg,
          name: "berdua.jpg",
          buffer: await photograph({ r: 30, g: 70, b: 160 }, [6000, 6000]),
        });
      await frame.waitFor({ state: "detached" });
      await inside.getByLabel("Perbesar foto").fill("200");
      await expect
        .poll(() => board.locator("g[clip-path] image").locator("..").getAttribute("viewBox"))
        .toBe("1500 1500 3000 3000");
      expect(await faultsOf(board, "a filled group on the drawing board")).toEqual([]);
      await board.setViewportSize({ width: 1280, height: 900 });
      await board.getByRole("button", { name: "Kosongkan bingkai" }).click();
      await frame.waitFor();
      await board.keyboard.press("Control+z");
      await frame.waitFor({ state: "detached" });
      await board.getByLabel(/boleh memakai gambar ini/).check();
      await board.getByRole("button", { name: "Masukkan keranjang" }).click();
      await board.waitForURL(/\/Cart/);
      const [version] = await asSeed()<
        { items: { kind: string; text?: string; crop?: number[] }[] }[]
      >`
      select display #> '{sides,0,areas,0,items}' as items from design_versions
      where display::text like '%Ayu & Bima%'`;
      expect(version?.items).toMatchObject([
        { kind: "picture", crop: [1500, 1500, 3000, 3000] },
        { kind: "path", text: "Ayu & Bima" },
      ]);
      expect([...complaints, ...guest.complaints]).toEqual([]);
    },
  );

  longProof(
    "go round a mug: what crosses the seam is seen and printed at both edges, and said",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const { url } = program();
      await page.goto(`${url}/item/${printed}/Design`);
      await page.waitForSelector("html[data-alive]");
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole("button", { name: "Bentuk", exact: true }).click();
      await page.getByRole("button", { name: "Hati" }).click();
      const left = page.getByLabel("Kiri", { exact: true });
      const millimetres = async (field: typeof left) =>
        Number((await field.inputValue()).replace(",", "."));
      const width = await millimetres(page.getByLabel("Lebar", { exact: true }));
      // Past the left edge is before the right one, and 5 mm of it go on at the left.
      await left.fill(String(5 - width));
      await left.press("Enter");
      const isAcross = async () => Math.abs((await millimetres(left)) - (228.6 + 5 - width)) < 0.2;
      await expect.poll(isAcross).toBe(true);
      const held = page.locator("svg[data-held]");
      expect(await held.locator("use").count()).toBe(2);
      const boxes = async () => {
        const [real, copy] = await Promise.all(
          [held.locator("path").first(), held.locator("use").first()].map((one) =>
            one.boundingBox(),
          ),
        );
        if (!real || !copy) throw new Error("the heart is not drawn");
        const scale = real.width / width;
        const at = { x: real.x + real.width / 2 - 228.6 * scale, y: real.y + real.height / 2 };
        return { real, scale, at, offBy: Math.abs(copy.x + copy.width / 2 - at.x) };
      };
      // The field may know the new place a moment before the drawing does.
      await expect.poll(async () => (await boxes()).offBy).toBeLessThan(2);
      // Its copy is pressed, and the heart is moved by as much.
      const { real, scale, at } = await boxes();
      const top = await millimetres(page.getByLabel("Atas", { exact: true }));
      await page.keyboard.press("Escape");
      await page.mouse.move(real.x + real.width - 2.5 * scale - 228.6 * scale, at.y);
      await page.mouse.down();
      await page.mouse.move(real.x + real.width - 2.5 * scale - 228.6 * scale, at.y + 12, {
        steps: 3,
      });
      await page.mouse.up();
      await expect.poll(isAcross).toBe(true);
      expect(await millimetres(page.getByLabel("Atas", { exact: true }))).toBeGreaterThan(top + 1);
      await page.getByRole("button", { name: /catatan/ }).click();
      const finding = page
        .getByRole("listitem")
        .filter({ hasText: /Melintasi sambungan; (4,9|5) mm/ });
      await finding.waitFor();
      expect(await faultsOf(page, "a design across the seam of a mug")).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.getByText("Masih tulisan contoh").first().waitFor();
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.waitForURL(/\/Cart/);
      const [version] = await asSeed()<{ seams: number[]; hearts: number }[]>`
      select array_agg((i ->> 'seam')::float) filter (where i ? 'seam') as seams, count(*)::int as hearts
      from design_versions v, jsonb_array_elements(v.display #> '{sides,0,areas,0,items}') i
      where v.display::text like '%"seam"%' and i ->> 'layer' = 'shape-1'`;
      expect(version).toEqual({ seams: [-228.6], hearts: 2 });
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "that are printed otherwise by now say what moved in a design that was left, and keep it",
    async () => {
      const { page, complaints } = await chromium.open({ width: 390 });
      const { url } = program();
      const address = `${url}/item/tote-desain-anda/Design`;
      await page.goto(address);
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("button", { name: "Teks", exact: true }).click();
      await page.locator("aside textarea").fill("Jalan-jalan");
      await page.getByText(/^Tersimpan/).waitFor();
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.getByText(/^Masih ada tulisan contoh dari templat/).waitFor();
      await page.getByRole("button", { name: "Masukkan keranjang" }).click();
      await page.waitForURL(/\/Cart$/);
      const [spec] = await asSeed()<{ id: string }[]>`
      with old as (
        select s.* from print_specs s join variant_specs vs on vs.spec_id = s.id
        join product_variants v on v.id = vs.variant_id join products p on p.id = v.product_id
        where p.slug = 'tote-desain-anda' limit 1
      ), made as (
        insert into print_specs (product_id, revision, spec)
        select product_id, 70, jsonb_set(jsonb_set(jsonb_set(spec,
          '{sides,0,areas,0,w}', '100'), '{sides,0,areas,0,h}', '60'), '{sides,0,areas,0,minText}', '30') from old
        returning id, product_id
      ), moved as (
        update design_templates t set document = jsonb_set(document, '{spec}', to_jsonb(made.id)) from made
        where t.product_id = made.product_id
      ) update variant_specs set spec_id = made.id from made, old where variant_specs.spec_id = old.id
        returning made.id`;
      await page.goto(address);
      await page.waitForSelector("html[data-alive]");
      const notice = page.getByRole("status").filter({ hasText: "Cara cetak barang ini berubah" });
      await notice.waitFor();
      await notice.getByText(/menjadi 100 × 60 mm/).waitFor();
      await notice.getByText(/Jalan-jalan: Huruf .* mm terlalu kecil untuk dicetak/).waitFor();
      expect(await faultsOf(page, "a design that moved to a newer revision")).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("button", { name: "Mengerti" }).click();
      await notice.waitFor({ state: "detached" });
      const kept = () =>
        page.evaluate(
          () =>
            Object.entries(localStorage).find(([, value]) => value.includes("Jalan-jalan"))?.[1] ??
            "",
        );
      await expect.poll(kept).toContain(spec?.id ?? "no specification");
      await page.reload();
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("button", { name: "Lapisan" }).click();
      await page.getByRole("option", { name: /Jalan-jalan/ }).waitFor();
      expect(await notice.count()).toBe(0);

      // What lies in the cart cannot be ordered as it is, and leads to what is otherwise.
      await page.goto(`${url}/Cart`);
      await page.getByText("Cara cetaknya berubah. Ubah desainnya untuk melihatnya.").waitFor();
      await page.getByRole("link", { name: "Ubah desain" }).click();
      await page.waitForURL(/\/Design\?version=/);
      await notice.getByText(/menjadi 100 × 60 mm/).waitFor();
      await notice.getByText(/Jalan-jalan: Huruf .* mm terlalu kecil untuk dicetak/).waitFor();
      expect(complaints).toEqual([]);
    },
  );
});
