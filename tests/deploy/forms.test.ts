import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { freePort } from "#db/embedded.server.ts";
import {
  hasBrowser,
  signIn,
  signInByScreens,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { captchaFor } from "#tests/support/browser/captcha.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/doubles/smtp-server.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { type Program, removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { startProxy, type Proxy as TlsProxy } from "./proxy.ts";

/*
 * Forms through nginx with the configuration of deploy/. nginx terminates TLS and forwards plain HTTP to the program, which
 * stores its files on S3 and sends its mails by SMTP.
 */

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
const sent = { id: "Pesan Anda sudah sampai", en: "Your message has arrived" };

const checkoutWords = {
  id: {
    buy: "Beli langsung",
    guest: "Lanjut sebagai tamu",
    recipient: "Nama penerima",
    phone: "Nomor HP",
    email: "Email untuk nota",
    district: /Kecamatan/,
    street: "Jalan, nomor, RT/RW",
    save: "Simpan alamat",
    pay: /^Bayar Rp/,
    card: "Kartu debit atau kredit",
    number: "Nomor kartu",
    expiry: "Berlaku sampai",
  },
  en: {
    buy: "Buy now",
    guest: "Continue as a guest",
    recipient: "Recipient's name",
    phone: "Mobile number",
    email: "Email for receipts",
    district: /District/,
    street: "Street, number, RT/RW",
    save: "Save address",
    pay: /^Pay Rp/,
    card: "Debit or credit card",
    number: "Card number",
    expiry: "Valid until",
  },
};

describe.runIf(hasBrowser && hasNginx)("forms through nginx", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  let folder = "";
  let proxy: TlsProxy;
  let program: Program;
  let store: Awaited<ReturnType<typeof startS3Server>>;
  let mail: SmtpServer;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "etalase-forms-"));
    // nginx's worker runs as another user and buffers large bodies there.
    await chmod(folder, 0o755);
    const port = await freePort();
    proxy = await startProxy(folder, [port, port]);
    store = await startS3Server("etalase");
    mail = await startSmtpServer();
    program = await startProgram({
      port,
      env: {
        PUBLIC_URL: proxy.url,
        TRUSTED_PROXIES: "127.0.0.0/8",
        STORAGE_URL: store.storageUrl,
        SMTP_URL: mail.url,
        MAIL_FROM: "Toko <toko@shop.test>",
      },
    });
  }, 60_000);
  afterAll(async () => {
    proxy.stop();
    await program.stop();
    mail.close();
    await store.stop();
    await removeFolder(program.dataDir);
    await rm(folder, { recursive: true, force: true });
  });

  const send = (
    method: string,
    address: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
  ) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const asked = request(
        `${proxy.url}${address}`,
        { method, ca: proxy.certificate, agent: false, headers },
        (answer) => {
          let text = "";
          answer.on("data", (chunk: Buffer) => {
            text += chunk.toString();
          });
          answer.once("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
        },
      );
      asked.once("error", reject);
      asked.end(body);
    });
  const post = (address: string, fields: Record<string, string>, cookie = "", origin = proxy.url) =>
    send(
      "POST",
      address,
      {
        Origin: origin,
        "Content-Type": "application/x-www-form-urlencoded",
        ...(cookie ? { Cookie: cookie } : {}),
      },
      new URLSearchParams(fields).toString(),
    );
  const cookieOf = async (who: string) => {
    const { page, context } = await chromium.open();
    await signIn(page, proxy.url, who);
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  };
  /** The values of a page's first form without scripts, from its HTML. */
  const fieldsOf = async (address: string, cookie: string) => {
    const { page } = await chromium.open();
    await page.setContent((await send("GET", address, { Cookie: cookie }, "")).body);
    return page
      .locator("main form")
      .first()
      .evaluate((form: HTMLFormElement) =>
        Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])),
      );
  };
  const enquiry = { name: "Rina", email: "rina@contoh.test", topic: "product", message: "Halo" };

  longProof(
    "work without scripts in both languages, and are refused from other sites",
    async () => {
      for (const [address, text] of [
        ["/Contact", sent.id],
        ["/en/Contact", sent.en],
      ] as const) {
        const captcha = await captchaFor(program.url, "contact");
        const answer = await post(address, { ...enquiry, captcha });
        expect([address, answer.status]).toEqual([address, 200]);
        expect(answer.body).toContain(text);
        expect((await post(address, enquiry, "", "https://evil.test")).status).toBe(403);
      }
      const customer = await cookieOf("customer@etalase.test");
      const profile = { full_name: "Rani", phone: "" };
      for (const address of ["/dashboard/Details", "/en/dashboard/Details", "/SetDetails"]) {
        expect((await post(address, profile, customer)).status).toBeLessThan(400);
      }
      const admin = await cookieOf("admin@etalase.test");
      for (const [address, pieces] of [
        ["/admin/Settings/orders", "7"],
        ["/en/admin/Settings/orders", "8"],
      ] as const) {
        const fields = await fieldsOf(address, admin);
        const answer = await post(address, { ...fields, scarce_pieces: pieces }, admin);
        expect([address, answer.status]).toEqual([address, 200]);
        expect((await fieldsOf(address, admin)).scarce_pieces).toBe(pieces);
      }
    },
  );

  longProof("work with scripts: contact, sign-in and settings", async () => {
    for (const [address, name, email, message, button, text] of [
      ["/Contact", "Nama", "Email", "Pesan", "Kirim pesan", sent.id],
      ["/en/Contact", "Name", "Email", "Message", "Send message", sent.en],
    ] as const) {
      const { page, complaints } = await chromium.open();
      await page.goto(proxy.url + address);
      await page.waitForSelector("html[data-alive]");
      await page.getByLabel(name, { exact: true }).fill("Rina");
      await page.getByLabel(email, { exact: true }).fill("rina@contoh.test");
      await page.locator("select[name=topic]").selectOption("product");
      await page.getByLabel(message, { exact: true }).fill("Halo");
      await page.getByRole("button", { name: button }).click();
      await page.getByText(text).waitFor();
      expect(complaints).toEqual([]);
    }
    const member = await chromium.open();
    await signInByScreens(member.page, proxy.url, "customer@etalase.test");

    const office = await chromium.open({ width: 1280 });
    for (const [address, name, button] of [
      ["/admin/Settings/shop", "Nama toko", "Simpan"],
      ["/en/admin/Settings/shop", "Name of the shop", "Save"],
    ] as const) {
      await signIn(office.page, proxy.url, "admin@etalase.test", address);
      await office.page.waitForSelector("html[data-alive]");
      const saved = office.page.waitForResponse((answer) => answer.request().method() === "POST");
      await office.page.locator("input[name=city]").fill(`${name} 40111`);
      await office.page.getByRole("button", { name: button, exact: true }).click();
      expect((await saved).status()).toBeLessThan(300);
      await office.page.reload();
      expect(await office.page.locator("input[name=city]").inputValue()).toBe(`${name} 40111`);
    }
  });

  for (const [language, prefix, words] of [
    ["Indonesian", "", checkoutWords.id],
    ["English", "/en", checkoutWords.en],
  ] as const) {
    longProof(`let a guest order and pay in ${language}, and mail the receipt`, async () => {
      const { page } = await chromium.open();
      await page.goto(`${proxy.url}${prefix}/item/mug-ngopi-dulu`);
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("button", { name: words.buy }).locator("visible=true").click();
      await page.waitForURL(/\/Auth\?next=.*Checkout/);
      await page.getByRole("button", { name: words.guest }).click();
      await page.waitForURL(/\/Checkout$/);
      const address = `tamu-${language}@contoh.test`.toLowerCase();
      await page.getByLabel(words.recipient).fill("Tamu Bandung");
      await page.getByLabel(words.phone).fill("081234567890");
      await page.getByLabel(words.email).fill(address);
      await page.getByRole("combobox", { name: words.district }).fill("sumur bandung");
      await page.getByRole("option").first().click();
      await page.getByLabel(words.street).fill("Jl. Braga 10");
      await page.getByRole("button", { name: words.save }).click();
      const pay = page.getByRole("button", { name: words.pay });
      await expect.poll(() => pay.isEnabled()).toBe(true);
      await page.getByRole("radio", { name: words.card }).check();
      await page.getByLabel(words.number).fill("4242424242424242");
      await page.getByLabel(words.expiry).fill("1239");
      await page.getByLabel("CVC").fill("123");
      await pay.click();
      await page.waitForURL(/\/Success\?order=/);
      await expect
        .poll(() => mail.received.filter((text) => text.includes(`To: ${address}`)).length)
        .toBeGreaterThan(0);
    });
  }

  longProof("accept pictures larger than the limit of other forms", async () => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
    const picture = await sharp({
      create: { width: 1200, height: 1200, channels: 3, background: "white", noise },
    })
      .png()
      .toBuffer();
    expect(picture.length).toBeGreaterThan(3 * 2 ** 20);
    const headers = { Origin: proxy.url, "Content-Type": "image/png" };
    const design = await send("POST", "/api/design-assets?name=a.png", headers, picture);
    expect([design.status, design.body.slice(0, 9)]).toEqual([200, '{"asset":']);
    const shop = await send(
      "POST",
      "/admin/Products/Printing/Pictures?name=a.png",
      { ...headers, Cookie: await cookieOf("admin@etalase.test") },
      picture,
    );
    expect([shop.status, shop.body.slice(0, 9)]).toEqual([200, '{"asset":']);
  });

  longProof("let staff upload a product picture that a visitor then loads", async () => {
    const office = await chromium.open({ width: 1280 });
    await signIn(office.page, proxy.url, "admin@etalase.test", "/admin/Products");
    await office.page.getByRole("link", { name: "Mug Ngopi Dulu" }).first().click();
    await office.page.waitForSelector("html[data-alive]");
    const buffer = await sharp({
      create: { width: 900, height: 900, channels: 3, background: "#c03a2b" },
    })
      .jpeg()
      .toBuffer();
    await office.page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "merah.jpg", mimeType: "image/jpeg", buffer });
    await office.page.getByText("1 foto selesai diunggah.").waitFor();
    const { body } = await send("GET", "/item/mug-ngopi-dulu", {}, "");
    const pictures = new Set(
      body.match(/\/storage\/v1\/object\/public\/product-images\/media[\w/.-]+\.\w+/g),
    );
    expect(pictures.size).toBeGreaterThan(0);
    for (const picture of pictures) {
      const answer = await send("GET", picture, {}, "");
      expect([picture, answer.status]).toEqual([picture, 200]);
    }
  });
});
