import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  brokenRules,
  chooseToPay,
  hasBrowser,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { setStock } from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { pdfBoxes } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const point = 72 / 25.4;

describe.runIf(hasBrowser)("a name on a mug", { timeout: 120_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("only goods with a template offer to print something", async () => {
    const text = async (path: string) => (await fetch(program().url + path)).text();
    const listed = await text("/Shop?personalisable=1");
    expect(listed).toContain("Mug Nama Anda");
    expect(listed).not.toContain("Mug Pelan-pelan");
    expect(await text("/item/mug-pelan-pelan")).not.toContain("Beri nama Anda");
  });

  longProof("each personalised product shows its words on its own photograph", async () => {
    const offered = await asSeed()<
      { slug: string; variant: string; template: string; id: string }[]
    >`
      select distinct on (p.id) p.slug, v.id as variant, t.id as template, t.document -> 'fields' -> 0 ->> 'id' as id
      from products p join design_templates t on t.product_id = p.id
      join product_variants v on v.product_id = p.id where p.takes_designs order by p.id, v.position, t.position`;
    expect(offered).toHaveLength(8);
    for (const { slug, variant, template, id } of offered) {
      const values = { name: "Rani", date: "1 Mei 2027", initials: "RA", first: "R", team: "Rani" };
      const params = new URLSearchParams({
        variant,
        template,
        [`f.${id}`]: "R",
        file: ".320.avif",
      });
      for (const [field, value] of Object.entries(values)) params.set(`f.${field}`, value);
      const answer = await fetch(`${program().url}/api/design-mockup?${params}`);
      expect([slug, answer.status, answer.headers.get("content-type")]).toEqual([
        slug,
        200,
        "image/webp",
      ]);
    }
  });

  test("is typed by a guest on a phone, paid, printed by staff in true size, and shipped", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.goto(`${program().url}/item/mug-nama-anda`);
    await page.waitForSelector("html[data-alive]");
    const add = page.getByRole("button", { name: "Masukkan keranjang" }).filter({ visible: true });
    await add.click();
    await page.getByText("Isi dulu apa yang dicetak.").waitFor();
    await page.locator("[data-buy-bar]").getByText("Tulis nama dulu").waitFor();
    const name = page.getByLabel("Nama", { exact: true });
    await name.fill("Rani 🎉");
    await page.getByText(/tidak ada di gaya ini/).waitFor();
    await name.fill("Bartholomeus");
    await page.getByRole("img", { name: "Cetakan: Bartholomeus" }).waitFor();
    await page.getByText("Huruf di atas delapan × 4").waitFor();
    // The gallery's first picture is the mug with the name, and comes into view.
    const illustration = page.getByRole("img", { name: "Ilustrasi: Bartholomeus" });
    await illustration.waitFor();
    await page.getByText("1/5", { exact: true }).waitFor();
    expect(
      await illustration.evaluate((img: HTMLImageElement) => [
        img.naturalWidth > 0,
        img.closest("li")?.previousElementSibling === null,
        img.closest("li")?.textContent,
      ]),
    ).toEqual([true, true, "Ilustrasi"]);
    expect(await faultsOf(page, "the form for a name")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await add.click();
    await page.getByRole("heading", { name: "Masuk keranjang" }).waitFor();

    await page.goto(`${program().url}/Cart`);
    await page.getByText("Desain Anda: Bartholomeus").waitFor();
    const picture = page.getByRole("img", { name: "Ilustrasi: Bartholomeus" });
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);

    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    // The same picture from the cart to the order.
    const illustrated = page.locator('img[alt="Ilustrasi: Bartholomeus"]');
    await illustrated.first().waitFor({ state: "attached" });
    await chooseToPay(page, "Kartu debit atau kredit");
    await page.getByLabel("Nomor kartu").fill("4242424242424242");
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/Success\?order=/);
    const orderId = new URL(page.url()).searchParams.get("order") ?? "";
    await page.goto(`${program().url}/dashboard/orders/${orderId}`);
    await illustrated.first().scrollIntoViewIfNeeded();
    await expect
      .poll(() => illustrated.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await page.goto(`${program().url}/dashboard/orders/${orderId}/Customisation`);
    // The flat proof, and the mug.
    await page
      .getByRole("img", { name: /Bartholomeus/ })
      .first()
      .waitFor();
    const mug = page.getByRole("img", { name: "Ilustrasi: Bartholomeus" });
    await mug.scrollIntoViewIfNeeded();
    await expect
      .poll(() => mug.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    expect(complaints).toEqual([]);

    const staff = await chromium.open({ width: 1280 });
    await signIn(
      staff.page,
      program().url,
      "staff@etalase.test",
      "/admin/customisations?view=ready",
    );
    expect(await faultsOf(staff.page, "the queue of prints")).toEqual([]);
    await staff.page.setViewportSize({ width: 1280, height: 900 });
    await staff.page
      .getByRole("row", { name: /Bartholomeus/ })
      .getByRole("link")
      .click();
    await staff.page.getByRole("heading", { name: "Bartholomeus" }).waitFor();
    expect(await faultsOf(staff.page, "a design to print")).toEqual([]);
    const downloading = staff.page.waitForEvent("download");
    await staff.page.getByRole("link", { name: "Unduh berkas cetak (PDF)" }).click();
    const pdf = await readFile(await (await downloading).path());
    const [trim] = pdfBoxes(pdf).map(({ TrimBox }) => TrimBox ?? []);
    const [left = 0, bottom = 0, right = 0, top = 0] = trim ?? [];
    expect(Math.abs(right - left - 228.6 * point)).toBeLessThan(0.01);
    expect(Math.abs(top - bottom - 88.9 * point)).toBeLessThan(0.01);
    expect(pdf.toString("latin1")).not.toContain("/Font");

    const cookie = (await staff.context.cookies()).map(({ name, value }) => `${name}=${value}`);
    const address = `${program().url}${new URL(staff.page.url()).pathname}`;
    const ticket = await fetch(`${address}/ticket.pdf`, { headers: { cookie: cookie.join("; ") } });
    expect(ticket.headers.get("content-type")).toBe("application/pdf");
    expect(pdfBoxes(Buffer.from(await ticket.arrayBuffer()))).toHaveLength(1);
    expect((await fetch(`${address}/ticket.pdf`, { redirect: "manual" })).status).toBe(302);
    const printed = (await staff.page.getByText(/^Sidik [0-9a-f]{12}$/).textContent()) ?? "";
    await staff.page.goto(`${address}?job=${"0".repeat(12)}`);
    await staff.page.getByText("Tiket ini untuk cetakan lain.").waitFor();
    expect(await staff.page.getByRole("button", { name: "Catat hasil cetak" }).count()).toBe(0);
    await staff.page.goto(`${address}?job=${printed.split(" ")[1]}`);

    await staff.page.getByLabel("Rusak", { exact: true }).fill("1");
    await staff.page.getByRole("button", { name: "Catat hasil cetak" }).click();
    await staff.page.getByText("Tulis mengapa rusak.").waitFor();
    await staff.page.getByLabel("Alasan rusak").fill("Luntur");
    await staff.page.getByLabel("Bagus", { exact: true }).fill("1");
    await staff.page.getByRole("button", { name: "Catat hasil cetak" }).click();
    await staff.page.getByText("Selesai dicetak").waitFor();
    const [made] = await asSeed()<{ status: string; good: number; spoiled: number }[]>`
      select c.status, j.good, j.spoiled from customisations c join production_jobs j on j.customisation_id = c.id
      where c.order_id = ${orderId}`;
    expect(made).toEqual({ status: "done", good: 1, spoiled: 1 });
    await page.reload();
    await page.getByRole("main").getByText("Selesai dicetak").first().waitFor();

    await page.getByRole("button", { name: "Pesan lagi" }).click();
    await page.waitForURL(/\/Cart$/);
    await page.getByText("Desain Anda: Bartholomeus").waitFor();
  });

  test("is shown next to its field and in every style; clearing the field shows the sample", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(`${program().url}/item/mug-nama-anda`);
    await page.waitForSelector("html[data-alive]");
    const name = page.getByLabel("Nama", { exact: true });
    const beside = page.locator("[data-name-preview] img");
    const sample = await beside.getAttribute("src");
    expect(sample).toMatch(/^\/design\/template\//);
    await name.fill("Sekar");
    await page.getByRole("img", { name: "Ilustrasi: Sekar" }).waitFor({ state: "attached" });
    await expect.poll(() => beside.getAttribute("src")).toMatch(/^data:image\/svg/);
    const [field, picture] = [await name.boundingBox(), await beside.boundingBox()];
    expect([picture?.width, picture?.height]).toEqual([70, 70]);
    expect(picture?.y).toBeGreaterThan(0);
    expect((picture?.y ?? 0) + 70).toBeLessThan(600);
    expect(Math.abs((picture?.y ?? 0) - (field?.y ?? 0))).toBeLessThan(40);
    const tiles = page.getByRole("group", { name: "Gaya" }).locator("img");
    const drawnTiles = () =>
      tiles.evaluateAll((images) =>
        images.map((image) => (image as HTMLImageElement).src.startsWith("data:")),
      );
    const count = await tiles.count();
    await expect.poll(drawnTiles).toEqual(Array(count).fill(true));
    await name.fill("");
    await expect.poll(() => beside.getAttribute("src")).toBe(sample);
    await expect.poll(drawnTiles).toEqual(Array(count).fill(false));
    expect(await page.getByRole("img", { name: "Ilustrasi: Sekar" }).count()).toBe(0);
    expect(await page.getByText("Ketik untuk melihat cetakannya di sini.").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("is restored with its style and colour after back and reload; the link includes the colour", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    const address = `${program().url}/item/mug-nama-anda`;
    await page.goto(address);
    await page.waitForSelector("html[data-alive]");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.getByText("Krem", { exact: true }).click();
    await page.getByRole("textbox", { name: "Nama" }).fill("Sekar");
    await page.getByText("Tebal", { exact: true }).click();
    const isKept = async () => {
      await expect.poll(() => page.getByRole("radio", { name: "Krem" }).isChecked()).toBe(true);
      await expect.poll(() => page.getByRole("radio", { name: "Tebal" }).isChecked()).toBe(true);
      await expect
        .poll(() => page.getByRole("textbox", { name: "Nama" }).inputValue())
        .toBe("Sekar");
    };
    await isKept();
    const link = page.url();
    expect(link).toMatch(/\?variant=[0-9a-f-]{36}$/);
    // The choice loads no page.
    expect(requests.filter((url) => url.includes(".data"))).toEqual([]);
    await page.goto(`${program().url}/Cart`);
    await page.goBack();
    await page.waitForSelector("html[data-alive]");
    await isKept();
    await page.reload();
    await page.waitForSelector("html[data-alive]");
    await isKept();
    // Within the page.
    await page.getByRole("link", { name: "Semua produk" }).first().click();
    await page.waitForURL(/\/Shop/i);
    await page.goBack();
    await isKept();
    expect(complaints).toEqual([]);

    const other = await chromium.open({ width: 390 });
    await other.page.goto(link);
    await other.page.waitForSelector("html[data-alive]");
    expect(await other.page.getByRole("radio", { name: "Krem" }).isChecked()).toBe(true);
    expect(await other.page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe("");
    const html = async (cookie?: string) => {
      const answer = await fetch(link, cookie ? { headers: { cookie } } : {});
      return (await answer.text()).replace(/nonce="[^"]*"/g, "");
    };
    expect(await html("sb-localhost-auth-token=base64-x")).toBe(await html());
  });

  test("is typed and put into the cart where the browser stores nothing", async () => {
    const { page, context, complaints } = await chromium.open({ width: 390 });
    // As browsers answer that block storage.
    await context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
    });
    await page.goto(`${program().url}/item/mug-nama-anda`);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Nama", { exact: true }).fill("Ratih");
    await page.getByRole("img", { name: "Cetakan: Ratih" }).waitFor();
    const add = page.getByRole("button", { name: "Masukkan keranjang" }).filter({ visible: true });
    await add.click();
    await page.getByRole("heading", { name: "Masuk keranjang" }).waitFor();
    await page.getByRole("link", { name: "Lihat keranjang" }).click();
    await page.getByText("Desain Anda: Ratih").waitFor();
    // The router's script for the place of scrolling asks once more after it was refused, and hinders nothing.
    expect(complaints.filter((text) => text !== "denied")).toEqual([]);
  });

  test("keeps a name that is typed before the scripts of its form have come, and what is pressed then", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    const held: (() => void)[] = [];
    await page.route(/personalise-form[^/]*\.js/, (route) => {
      held.push(() => void route.continue());
    });
    await page.goto(`${program().url}/item/mug-nama-anda`);
    await page.waitForSelector("html[data-alive]");
    const name = page.getByRole("textbox", { name: "Nama" }).first();
    await name.pressSequentially("Rani");
    await page
      .getByRole("button", { name: "Masukkan keranjang" })
      .filter({ visible: true })
      .click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    for (const release of held) release();
    await page.getByRole("img", { name: /Cetakan: Rani/ }).waitFor();
    expect(await name.inputValue()).toBe("Rani");
    await page.getByRole("dialog").waitFor();
    expect(complaints).toEqual([]);
  });

  test("takes what is typed early along to the list of names, whose link is pressed as early", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    const held: (() => void)[] = [];
    await page.route(/personalise-form[^/]*\.js/, (route) => {
      held.push(() => void route.continue());
    });
    await page.goto(`${program().url}/item/kaos-nama-tim`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("textbox", { name: "Nama tim" }).fill("Garuda FC");
    await page.getByRole("link", { name: "Beberapa orang? Isi daftar nama" }).click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    // The page is rendered again while the form's scripts have not come.
    await page.evaluate(() => {
      location.hash = "isian";
    });
    await page.waitForURL(/#isian/);
    expect(new URL(page.url()).pathname).toBe("/item/kaos-nama-tim");
    for (const release of held) release();
    await page.waitForURL(/\/Roster/);
    expect(await page.getByRole("textbox", { name: "Nama tim" }).inputValue()).toBe("Garuda FC");
    expect(complaints).toEqual([]);
  });

  longProof("a team of 22 is pasted, corrected by its row, and changed from the cart", async () => {
    const sizes = await asSeed()<{ id: string }[]>`
      select v.id from product_variants v join products p on p.id = v.product_id where p.slug = 'kaos-nama-tim'`;
    for (const { id } of sizes) await setStock(id, 60);
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "customer@etalase.test", "/item/kaos-nama-tim");
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("textbox", { name: "Nama tim" }).fill("Garuda FC");
    await page.getByRole("link", { name: "Beberapa orang? Isi daftar nama" }).click();
    await page.getByText("Tempel dari lembar kerja").click();
    const rows = Array.from(
      { length: 22 },
      (_, row) => `${row % 2 ? "L" : "M"}\tOrang ${row}\t${row}`,
    );
    await page.getByLabel("Daftar Anda").fill(rows.join("\n"));
    await page.getByRole("button", { name: "Masukkan ke daftar" }).click();
    await page.getByLabel("Nama, baris 22").fill("Bartholomeus Adikusumo");
    // The picture of another row, or none, does not pass for this one's.
    await page.getByText("Tulisannya belum bisa dicetak seperti ini.").waitFor();
    const add = page.getByRole("button", { name: "Masukkan ke keranjang" }).last();
    await add.click();
    await page.getByText("Baris 22, Nama: Maksimal 14 karakter.").waitFor();
    // Its row names the field as well, which has the focus; the row's other field is right.
    const wrong = page.getByLabel("Nama, baris 22");
    await expect.poll(() => wrong.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(
      await wrong.evaluate(
        (field) =>
          document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent,
      ),
    ).toBe("Nama: Maksimal 14 karakter.");
    const right = page.getByLabel("Nomor, baris 22");
    expect(await right.getAttribute("aria-invalid")).toBeNull();
    expect(await right.getAttribute("aria-describedby")).toBeNull();
    expect(await faultsOf(page, "a roster with a problem")).toEqual([]);
    await page.getByLabel("Nama, baris 22").fill("Barto");
    await page.getByText("Total 22 buah").waitFor();
    // A field for digits says so, and opens the keys for them on a phone.
    expect(await right.getAttribute("inputmode")).toBe("numeric");
    await right.fill("2A");
    await add.click();
    await page.getByText("Baris 22, Nomor: Isi dengan angka saja.").waitFor();
    await right.fill("21");
    await add.click();
    await page.waitForURL(/\/Cart$/);
    await page.getByText("Daftar nama, 11 buah").first().waitFor();
    await page.getByRole("link", { name: "Ubah daftar nama" }).first().click();
    await page.waitForURL(/\/Roster\?version=/);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Hapus baris 22" }).click();
    await page.getByLabel("Nama, baris 22").waitFor({ state: "detached" });
    await add.click();
    await page.waitForURL(/\/Cart$/);
    await page.getByText("Daftar nama, 10 buah").waitFor();
    await page.getByText("Persiapan desain, sekali per desain").waitFor();
    expect(await faultsOf(page, "a cart with a roster")).toEqual([]);
    const owned = await asSeed()`
      select jsonb_array_length(pieces) as pieces, customer_id is not null as owned from design_versions
      where words = '{Garuda FC}' order by created_at`;
    expect(owned).toEqual([
      { pieces: 22, owned: true },
      { pieces: 21, owned: true },
    ]);
    expect(complaints).toEqual([]);
  });

  test("a roster has one colour for all rows and a size per row; names that are too long are marked after pasting", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.goto(`${program().url}/item/kaos-nama-tim/Roster`);
    await page.waitForSelector("html[data-alive]");
    const sizes = page.getByLabel("Ukuran, Baris 1");
    const offered = () => sizes.locator("option").allTextContents();
    await expect.poll(offered).toEqual(["S", "M", "L", "XL", "XXL"]);
    await page.getByText("Tempel dari lembar kerja").click();
    await page.getByLabel("Daftar Anda").fill("L\tBima\t10\nM\tBartholomeus Adikusumo\t7");
    await page.getByRole("button", { name: "Masukkan ke daftar" }).click();
    await page.getByText("Baris 2, Nama: Maksimal 14 karakter.").waitFor();
    const long = page.getByLabel("Nama, baris 2", { exact: true });
    expect(await long.getAttribute("aria-invalid")).toBe("true");
    expect(await brokenRules(page)).toEqual([]);
    await long.fill("Barto");
    expect(await page.getByText("Maksimal 14 karakter.").count()).toBe(0);
    const chosen = async (label: string) =>
      page
        .getByLabel(label)
        .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    await page.getByLabel("Warna untuk semua baris").selectOption("Tinta");
    expect(await chosen("Ukuran, Baris 1")).toBe("L");
    expect(await chosen("Ukuran, Baris 2")).toBe("M");
    await page.getByLabel("Warna untuk semua baris").selectOption("Berbeda tiap baris");
    expect(await chosen("Warna dan ukuran, Baris 1")).toBe("Tinta, L");
    await page.getByLabel("Warna dan ukuran, Baris 2").selectOption("Putih, M");
    // Rows of several colours have no common one.
    expect(await chosen("Warna untuk semua baris")).toBe("Berbeda tiap baris");
    await page.getByLabel("Warna untuk semua baris").selectOption("Tinta");
    await page.getByRole("textbox", { name: "Nama tim" }).fill("Garuda");
    await page.getByRole("button", { name: "Masukkan ke keranjang" }).last().click();
    await page.waitForURL(/\/Cart$/);
    const [kept] = await asSeed()<{ colours: string[] }[]>`
      select array_agg(v.options ->> 'colour') as colours from design_versions d, jsonb_array_elements(d.pieces) piece
        join product_variants v on v.id::text = piece ->> 'variant_id'
      where d.pieces @> '[{"text": "Barto 7"}]'`;
    expect(kept?.colours).toEqual(["tinta", "tinta"]);
    expect(complaints).toEqual([]);
  });

  test("a roster is filled in and checked without scripts", async () => {
    const address = `${program().url}/item/kaos-nama-tim/Roster`;
    const form = await (await fetch(address)).text();
    const template = /name="template"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? "";
    const variant = /<option value="([0-9a-f-]{36})"/.exec(form)?.[1] ?? "";
    const key = /name="key"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? "";
    const send = async (intent: string, members: readonly (readonly [string, string])[] = []) => {
      const body = new URLSearchParams([
        ["intent", intent],
        ["key", key],
        ["template", template],
        ["f.team", "Garuda"],
      ]);
      for (const [name, value] of members) body.append(name, value);
      const answer = await fetch(address, {
        method: "POST",
        body,
        headers: { origin: program().url },
      });
      return answer.text();
    };
    const row = (name: string, number: string) =>
      [
        ["variant", variant],
        ["f.name", name],
        ["f.number", number],
      ] as const;
    expect(await send("add", row("Budi", "10"))).toContain("Nama, baris 6");
    expect(await send("paste", [["paste", "L\tSari\t7"]])).toContain('value="Sari"');
    const recoloured = await send("add", [["colour", "tinta"], ...row("Budi", "10")]);
    expect(recoloured).toMatch(/<option(?=[^>]*value="tinta")[^>]*\sselected/);
    expect(recoloured).not.toContain(`value="${variant}"`);
    expect(await send("add", [["colour", ""], ...row("Budi", "10")])).toContain("Putih, S");
    const sheet =
      "No\tNama\tNo Punggung\tUkuran\n1\tAndi\t10\tL\n2\tBayu\t7\tXXXL\n3\tCitra\t23\tM";
    const pasted = await send("paste", [["paste", sheet]]);
    for (const number of ["10", "7", "23"]) expect(pasted).toContain(`value="${number}"`);
    expect(pasted).toContain("Baris 2: XXXL");
    const [, ...named] = row("Bayu", "7");
    expect(await send("keep", [["variant", ""], ...named])).toContain("Pilih warna dan ukurannya.");
    expect(await send("keep", [...row("Budi", "10"), ...row("budi", "9")])).toContain(
      "Baris 2: Nama “budi” sama dengan baris 1.",
    );
    expect(await send("keep", row("ꦫꦤꦶ", "10"))).toContain("tidak ada di gaya ini");
    const kept = () => send("keep", row("Budi", "10"));
    expect(await kept()).toContain("Keranjang memerlukan JavaScript");
    await kept();
    const [stored] = await asSeed()`
      select count(*)::int as versions from design_versions where pieces @> '[{"text": "Budi 10"}]' and words = '{Garuda}'`;
    expect(stored).toEqual({ versions: 1 });
  });
});
