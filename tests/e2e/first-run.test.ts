import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { hasBrowser, settled, useChromium } from "#tests/support/browser/browser.ts";
import { password } from "#tests/support/builders/account.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";
import { firstRunWords as words } from "./first-run-words.ts";

/** Of a photograph's size, so that the program makes all its files of it. */
const photograph = () =>
  sharp({ create: { width: 1200, height: 1200, channels: 3, background: "#c8d4c0" } })
    .jpeg()
    .toBuffer();

/** Claims about tax, trade and place that this shop's owner has not made. */
const claims =
  /termasuk PPN|include VAT|cetak|(?<!finger)print|studio|workshop|mug|kaos|t-shirt|nota & co|pkp/i;
/** Claims that need a contact or a delivery setting, which a new shop does not have. */
const unsetClaims =
  /whatsapp|kontak kami tertulis|our address and contacts|hubungi langsung|sebelum pukul \d|paid before/i;
const publicPages = [
  ...["/", "/Shop", "/item/gelas-kaca", "/About", "/Faq", "/Contact", "/Cart", "/Track"],
  ...["/ShippingAndReturns", "/TermsAndConditions", "/PrivacyPolicy", "/Auth"],
];

/** Matches of `unsetClaims` on public pages, each with its path. */
async function findUnsetClaims(root: string): Promise<string[]> {
  const paths = ["/About", "/Contact", "/ShippingAndReturns"];
  const found: string[] = [];
  for (const path of [...paths, ...paths.map((path) => `/en${path}`)]) {
    const [claim] = unsetClaims.exec(visibleText(await (await fetch(root + path)).text())) ?? [];
    if (claim) found.push(`${path}: ${claim}`);
  }
  return found;
}

/** The claims in the texts and metadata of the public pages and in the mails, with the page or the subject. */
async function findClaims(root: string): Promise<string[]> {
  const texts: [string, string][] = [];
  for (const path of [...publicPages, ...publicPages.map((path) => `/en${path}`)]) {
    texts.push([path, visibleText(await (await fetch(root + path)).text())]);
  }
  const mails = await asSeed()<{ subject: string; text: string }[]>`
    select subject, text from private.outbox`;
  expect(mails.length).toBeGreaterThan(0);
  texts.push(...mails.map(({ subject, text }): [string, string] => [subject, text]));
  return texts.flatMap(([name, text]) => {
    const found = claims.exec(text);
    return found ? [`${name}: ${text.slice(Math.max(0, found.index - 60), found.index + 40)}`] : [];
  });
}

/** Text, titles and descriptions of a page without its scripts and styles. */
const visibleText = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<meta (?:name|property)="[^"]*" content="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

const walks = [
  {
    language: "id",
    width: 390,
    title: "a person sets up the shop on a phone, from the first account to a sale",
  },
  {
    language: "en",
    width: 1280,
    title: "a person sets up the shop on a desk, from the first account to a sale",
  },
] as const;

// `npm run verify` walks both.
describe.runIf(hasBrowser).each(shareOf(walks, 0, 2))(
  "an empty shop, in $language",
  ({ language, width, title }) => {
    const chromium = useChromium();
    const { program } = useProgram(() => ({ SEED: "none", PAYMENTS: "transfer,cod" }));

    test(title, {
      timeout: 120_000,
    }, async () => {
      const say = words[language];
      const { url: root } = program();
      expect(await findUnsetClaims(root)).toEqual([]);
      const url = language === "id" ? root : `${root}/en`;
      const { page, complaints } = await chromium.open({ width });
      const file = `${program().dataDir}/first-administrator.txt`;
      const link = (await readFile(file, "utf8")).trim();
      await page.goto(link.replace(root, url));

      await page.getByLabel(say.ownerName).fill("Sari Wulandari");
      await page.getByLabel("Email").fill("pemilik@toko.test");
      await page.getByLabel(say.password).first().fill(password);
      await page.locator("main form button[type=submit]").click();
      await page.waitForURL(`${url}/admin`);
      const work = async (step: string) => {
        await page.goto(`${url}/admin`);
        await page.getByRole("link", { name: `${say.start}: ${step}` }).click();
      };
      const saved = () => page.getByText(say.saved, { exact: true }).waitFor();
      const save = async () => {
        await page.getByRole("button", { name: say.save, exact: true }).click();
        await saved();
      };
      await page.getByText(say.identity).first().waitFor();
      const faults = await faultsOf(page, "the first home");

      await work(say.identity);
      await page.getByLabel(say.name).fill("Kedai Gelas");
      await page.getByLabel(say.street).fill("Jl. Braga 12");
      await page.getByLabel(say.city).fill("Sumur Bandung, Bandung 40111");
      await page.getByLabel(say.whatsapp).fill("0812 3456 7890");
      await save();
      // The frame knows the new name.
      await page.locator("b", { hasText: "Kedai Gelas" }).first().waitFor({ state: "attached" });
      faults.push(...(await faultsOf(page, "settings of the shop")));

      // A new shop does not charge PPN, and one press confirms that.
      const taxOf = () => asSeed()`select charges_ppn, npwp from shop_settings`;
      expect(await taxOf()).toEqual([{ charges_ppn: false, npwp: "" }]);
      await page.goto(`${url}/admin`);
      await page.getByRole("button", { name: say.noTax }).click();
      await page.getByRole("link", { name: `${say.review}: ${say.tax}` }).click();
      await page.getByLabel(say.ppn).check();
      await page.getByRole("button", { name: say.save, exact: true }).click();
      await page.getByText(say.npwpMissing).waitFor();
      expect(await taxOf()).toEqual([{ charges_ppn: false, npwp: "" }]);

      await work(say.product);
      await page.getByLabel(say.productName).fill("Gelas Kaca");
      await page.getByRole("button", { name: say.makeDraft }).click();
      await page.getByRole("heading", { name: "Gelas Kaca" }).waitFor();
      await settled(page);
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({
          name: "gelas.jpg",
          mimeType: "image/jpeg",
          buffer: await photograph(),
        });
      await expect
        .poll(async () => (await asSeed()`select from product_images`).length, { timeout: 30_000 })
        .toBe(1);
      await page.getByLabel(say.price, { exact: true }).fill("85.000");
      await page.getByLabel(say.stock).fill("3");
      await page.getByLabel(say.weight).fill("350");
      await save();
      await page.getByRole("button", { name: say.publish, exact: true }).click();
      await page.getByText(say.published).waitFor();

      // Each page of a step leads on to the next one.
      await page.getByRole("link", { name: `${say.onward}: ${say.delivery}` }).click();
      await page.getByRole("link", { name: say.firstDelivery }).click();
      await page.getByLabel(say.courier).fill("JNE");
      await page.getByLabel(say.service).fill("REG");
      await page.getByLabel(say.first).fill("18.000");
      await page.getByLabel(say.next).fill("15.000");
      await page.getByRole("button", { name: say.offer }).click();
      await page.getByText(say.offered).waitFor();

      await page.getByRole("link", { name: `${say.onward}: ${say.payment}` }).click();
      await page.getByLabel("Bank", { exact: true }).fill("BCA");
      await page.getByLabel(say.account).fill("1234 5678 90");
      await page.getByLabel(say.holder).fill("Kedai Gelas");
      await page.getByRole("button", { name: say.addAccount }).click();
      const dialog = page.getByRole("dialog", { name: say.prove });
      const stored = page.getByText(say.accountSaved);
      await dialog.or(stored).first().waitFor();
      if (await dialog.isVisible()) {
        await dialog.getByLabel(say.yourPassword).fill(password);
        await dialog.getByRole("button", { name: say.go }).click();
      }
      await stored.waitFor();
      faults.push(...(await faultsOf(page, "bank accounts")));

      // The shop has a bank account and no zone that accepts COD.
      const home = visibleText(await (await fetch(root)).text());
      expect(home).toContain("Transfer bank");
      expect(home).not.toContain("COD");

      await page.goto(`${url}/admin/Setup`);
      await page.getByText(say.progress).waitFor();
      faults.push(...(await faultsOf(page, "setup")));
      expect(faults).toEqual([]);

      // The last step: to buy it, as a guest.
      const buyer = await chromium.open({ width });
      await buyer.page.goto(`${url}/Shop`);
      await buyer.page
        .getByRole("link", { name: /Gelas Kaca/ })
        .first()
        .click();
      await buyer.page.getByRole("button", { name: say.add }).first().click();
      await buyer.page.getByRole("dialog").waitFor();
      const about = buyer.page.getByText(/^(Tentang produk ini|About this product)$/);
      expect(await about.count()).toBe(0);
      await buyer.page.goto(`${url}/Checkout`);
      await buyer.page.getByRole("button", { name: say.asGuest }).click();
      await buyer.page.waitForURL(/\/Checkout$/);
      await buyer.page.getByLabel(say.recipient).fill("Pemilik Sendiri");
      await buyer.page.getByLabel(say.receipt).fill("pemilik@toko.test");
      await buyer.page.getByLabel(say.phone).fill("081234567890");
      await buyer.page.getByRole("combobox", { name: say.district }).fill("sumur bandung");
      await buyer.page.getByRole("option").first().click();
      await buyer.page.getByLabel(say.house).fill("Jl. Braga 12");
      await buyer.page
        .getByRole("button", { name: new RegExp(say.save) })
        .first()
        .click();
      await buyer.page
        .getByText(/103[.,]000/)
        .locator("visible=true")
        .first()
        .waitFor();
      await buyer.page.getByRole("button", { name: say.order }).click();
      await buyer.page.waitForURL(/\/dashboard\/orders\//);
      const [order] = await asSeed()`
      select o.subtotal, o.shipping, s.held from orders o join order_lines l on l.order_id = o.id
      join stock_items s on s.variant_id = l.variant_id`;
      expect(order).toEqual({ subtotal: 85_000, shipping: 18_000, held: 1 });
      await page.goto(`${url}/admin/Setup`);
      await page.getByText(say.ready).waitFor();
      expect(complaints).toEqual([]);
      expect(await findClaims(root)).toEqual([]);
    });
  },
);
