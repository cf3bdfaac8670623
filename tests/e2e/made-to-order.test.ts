import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  chooseOrderAction,
  chooseToPay,
  hasBrowser,
  signIn,
  signInByScreens,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { pdfBoxes, pdfPictures } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const point = 72 / 25.4;
/** Of the shirt's print area, in millimetres. */
const area = { width: 305, height: 406 };
const photographFile = path.join(
  import.meta.dirname,
  "../../db/seed/pictures/kaos-hujan-sore-suasana.960.webp",
);

/** A photograph as a phone writes it: lying on its side, with the place where it was taken. */
async function phonePhotograph(): Promise<Buffer> {
  const upright = await sharp(photographFile).resize(900, 1200, { fit: "cover" }).toBuffer();
  const lying = await sharp(upright).rotate(-90).toBuffer();
  return sharp(lying)
    .withExif({
      IFD0: { Make: "Telepon" },
      IFD3: { GPSLatitude: "6/1 54/1 0/1", GPSLatitudeRef: "S" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

describe.runIf(hasBrowser)("a shirt with a photograph", { timeout: 180_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("is designed by a guest on a phone, paid, approved, printed, shipped and ordered again", async () => {
    const { url } = program();
    const { page, context, complaints } = await chromium.open({ width: 390 });
    await designShirt(page, url);
    const [draft] = await asSeed()<{ id: string; rev: number }[]>`
      select id, rev from designs where guest_hash is not null`;
    await page.getByRole("button", { name: "Masukkan keranjang" }).click();
    // A picture is ordered only by somebody who says that they may use it.
    await page.getByText("Centang dulu bahwa Anda boleh memakai gambarnya.").waitFor();
    await page.getByRole("checkbox", { name: /^Saya boleh memakai gambar ini/ }).check();
    await page.getByRole("button", { name: "Masukkan keranjang" }).click();
    await page.waitForURL(/\/Cart$/);
    await page.getByText("Desain Anda: Rani & Dimas").waitFor();
    expect(await guestKeyOf(page)).toMatch(/^[\w-]{43}$/);

    // The design, its version and its photograph are the account's from the sign-in on.
    await signInByScreens(page, url, "customer@etalase.test", "/Checkout");
    const owned = await asSeed()`
      select (select customer_id is not null from designs where id = ${draft?.id ?? null}) as design,
        (select count(*)::int from design_versions where words = '{"Rani & Dimas"}' and customer_id is not null) as versions,
        (select count(*)::int from design_assets where customer_id is not null) as pictures,
        (select count(*)::int from private.design_guests) as guests`;
    expect(owned).toEqual([{ design: true, versions: 1, pictures: 1, guests: 0 }]);
    expect(await guestKeyOf(page)).toBeUndefined();
    await chooseToPay(page, "Kartu debit atau kredit");
    await page.getByLabel("Nomor kartu").fill("4242424242424242");
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/Success\?order=/);
    const orderId = new URL(page.url()).searchParams.get("order") ?? "";
    const ownPage = `${url}/dashboard/orders/${orderId}/Customisation`;
    await page.goto(ownPage);
    await page.getByText("Menunggu diperiksa").first().waitFor();
    await page.goto(`${url}/dashboard/orders/${orderId}`);
    await page
      .getByText(/hari setelah desain disetujui/)
      .first()
      .waitFor();
    await page.goto(ownPage);
    await page.getByText("Menunggu diperiksa").first().waitFor();
    expect(await faultsOf(page, "an ordered photograph")).toEqual([]);

    await printAndShip(orderId);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(ownPage);
    await page.getByRole("main").getByText("Selesai dicetak").first().waitFor();
    await page.getByText(/Foto di desain ini kami simpan sampai/).waitFor();
    await page.getByRole("button", { name: "Simpan lebih lama" }).click();
    await page.getByRole("button", { name: "Simpan lebih lama" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Pesan lagi" }).click();
    await page.waitForURL(/\/Cart$/);
    await page.getByText("Desain Anda: Rani & Dimas").waitFor();
    // The design goes on where the guest left it, with what can be undone; signing out takes it off the device.
    await page.goto(`${url}/item/kaos-nama-tim/Design`);
    await page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await page.getByRole("option", { name: /Rani & Dimas/ }).waitFor();
    await page.getByRole("button", { name: "Urungkan" }).click();
    await page.getByText(/^Tersimpan \d\d\.\d\d$/).waitFor();
    const later = await asSeed()`
      select rev > ${draft?.rev ?? 0} as is_saved, (select count(*)::int from designs where document ->> 'spec' = d.document ->> 'spec') as designs
      from designs d where id = ${draft?.id ?? null}`;
    expect(later).toEqual([{ is_saved: true, designs: 1 }]);
    await page.goto(`${url}/dashboard`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Keluar" }).first().click();
    await page.waitForURL(`${url}/`);
    expect(
      await page.evaluate(async () => [
        Object.keys(localStorage).filter((key) => key.startsWith("design:")),
        (await indexedDB.databases()).map(({ name }) => name),
      ]),
    ).toEqual([[], []]);
    expect(await context.cookies(url)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  async function guestKeyOf(page: Page): Promise<string | undefined> {
    const cookies = await page.context().cookies();
    return cookies.find(({ name }) => name === "guest-key")?.value;
  }

  async function designShirt(page: Page, url: string): Promise<void> {
    await page.goto(`${url}/item/kaos-nama-tim/Design`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Templat", exact: true }).click();
    await page.getByRole("button", { name: "Mulai dari kosong" }).click();
    await page.getByRole("button", { name: "Gambar", exact: true }).click();
    await page.getByLabel("Pilih gambar").setInputFiles({
      name: "liburan.jpg",
      mimeType: "image/jpeg",
      buffer: await phonePhotograph(),
    });
    // Below the fields for cropping there are those of the place.
    const type = async (field: string, value: string) => {
      const input = page.getByLabel(field, { exact: true }).last();
      await input.fill(value);
      await input.press("Enter");
    };
    await page.getByRole("button", { name: "Posisi" }).click();
    await type("Lebar", "150");
    await type("Atas", "60");
    await page.getByRole("button", { name: "Tutup" }).click();
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    await page.getByRole("textbox", { name: "Tulisan" }).fill("Rani & Dimas");
    await page.getByRole("button", { name: "Posisi" }).click();
    await type("Atas", "300");
    await page.getByRole("button", { name: "Tutup" }).click();
    await page.getByText("Tersimpan di perangkat ini").waitFor();
    await expect
      .poll(
        () => asSeed()`
          select from designs where guest_hash is not null and document::text like '%Rani & Dimas%'`,
      )
      .toHaveLength(1);
  }

  async function printAndShip(orderId: string): Promise<void> {
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "staff@etalase.test", "/admin/customisations");
    await page
      .getByRole("row", { name: /Rani & Dimas/ })
      .getByRole("link")
      .click();
    // Each picture by how sharp it is printed, in words too.
    await page.getByRole("checkbox", { name: "Ketajaman gambar" }).check();
    await page.getByText(/^Tajam: \d+ dpi$/).waitFor();
    await page.getByText("Siap dicetak. Tidak ada catatan.").waitFor();
    await page.getByText("ada gambar unggahan").waitFor();
    expect(await faultsOf(page, "a design that staff look at")).toEqual([]);
    await page.getByRole("button", { name: "Setujui seperti dipesan" }).click();
    await page.getByText("Siap cetak").first().waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Unduh berkas cetak (PDF)" }).click();
    measure(await readFile(await (await downloading).path()));
    const address = new URL(page.url()).pathname;
    const cookie = (await context.cookies())
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const pdfOf = async (at: string) => {
      const answer = await fetch(program().url + at, { headers: { cookie } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      return Buffer.from(await answer.arrayBuffer());
    };
    expect(pdfBoxes(await pdfOf(`${address}/ticket.pdf`))).toHaveLength(1);
    await page.getByLabel("Bagus", { exact: true }).fill("1");
    await page.getByRole("button", { name: "Catat hasil cetak" }).click();
    await page.getByText("Selesai dicetak").waitFor();

    await page.goto(`${program().url}/admin/Orders/${orderId}`);
    const design = page.getByRole("link", { name: "Desain dan hasil cetak" });
    expect(await design.getAttribute("href")).toBe(address);
    await page.getByRole("button", { name: "Kemas", exact: true }).click();
    await page.getByRole("button", { name: "Siapkan label" }).waitFor();
    await chooseOrderAction(page, "Kirim");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Nomor resi").fill("JN0077");
    await dialog.getByRole("button", { name: "Kirim", exact: true }).click();
    await page.getByText("JN0077").first().waitFor();
    const slip = page.locator("a[href*='/slip.pdf?shipment=']");
    const slipPdf = await pdfOf((await slip.getAttribute("href")) ?? "");
    expect(pdfBoxes(slipPdf)).toHaveLength(1);
    expect(complaints).toEqual([]);
  }

  /** True size to a hundredth of a point, the photograph upright with every pixel and without where it was taken. */
  function measure(pdf: Buffer): void {
    const boxes = pdfBoxes(pdf);
    expect(boxes).toHaveLength(1);
    const [{ TrimBox = [], BleedBox = [] } = {}] = boxes;
    for (const [left = 0, bottom = 0, right = 0, top = 0] of [TrimBox, BleedBox]) {
      expect(Math.abs(right - left - area.width * point)).toBeLessThan(0.01);
      expect(Math.abs(top - bottom - area.height * point)).toBeLessThan(0.01);
    }
    expect(pdfPictures(pdf)).toEqual([{ width: 900, height: 1200, filter: "DCTDecode" }]);
    const text = pdf.toString("latin1");
    expect(text).not.toContain("/Font");
    expect(text).not.toMatch(/GPS|Telepon/);
  }
});
