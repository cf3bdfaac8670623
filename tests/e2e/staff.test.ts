import { describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { tabTo } from "#tests/support/browser/keyboard.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { enrolApp, makeAccount, password } from "#tests/support/builders/account.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const clerk = demoPerson("staff@etalase.test");

describe.runIf(hasBrowser)("who may do what", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const linkTo = async (email: string) => {
    const [mail] = await asSeed()<{ text: string }[]>`
      select text from private.outbox where recipient = ${email} order by created_at desc limit 1`;
    return /https?:\/\/\S+(\/StaffInvitation\/[\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  };

  test("an owner invites a person, who signs in by the mail's link and comes back as staff", async () => {
    const email = "baru@contoh.test";
    await makeAccount(email, "Petugas Baru");
    const office = await chromium.open({ width: 1280 });
    await signIn(office.page, program().url, "admin@etalase.test", "/admin/Staff");
    await settled(office.page);
    await office.page.getByLabel("Alamat email").fill("bukan alamat");
    await office.page.getByRole("button", { name: "Kirim undangan" }).click();
    await office.page.getByText("Alamat email ini tidak lengkap").waitFor();
    await office.page.getByLabel("Alamat email").fill(email);
    await office.page.getByRole("combobox", { name: "Peran" }).selectOption({ label: "Gudang" });
    await office.page.getByRole("button", { name: "Kirim undangan" }).click();
    await proveWithPassword(office.page);
    await office.page.getByText("Undangan sudah dikirim.").waitFor();

    const link = await linkTo(email);
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}${link}`);
    await page.getByText("mengundang Anda sebagai Gudang").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Masuk", exact: true }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Masuk", exact: true }).click();
    await page.getByText(`Anda masuk sebagai ${email}`).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Terima undangan" }).click();
    await page.waitForURL((address) => address.pathname === "/admin");
    await page.getByRole("link", { name: "Produk", exact: true }).waitFor();
    // What the role lacks is not in the rail, and its address says so within the back office.
    expect(await page.getByRole("link", { name: "Tim", exact: true }).count()).toBe(0);
    for (const path of ["/admin/Staff", "/admin/Staff/Roles", "/admin/Audit"]) {
      expect((await page.goto(`${program().url}${path}`))?.status(), path).toBe(403);
    }
    await page.getByRole("heading", { name: "Anda belum punya izin" }).waitFor();
    await page.getByRole("link", { name: "Produk", exact: true }).waitFor();
    const again = await page.goto(`${program().url}${link}`);
    expect(again?.status()).toBe(404);
    await page.getByRole("heading", { name: "Undangan ini tidak berlaku" }).waitFor();
    expect(complaints.filter((text) => !/40[34]/.test(text))).toEqual([]);
  });

  longProof(
    "with the keyboard alone: an own role is made and given, and the history says so",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin/Staff/Roles");
      await settled(page);
      await tabTo(page, "link", "Buat peran");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Peran baru" }).waitFor();
      await settled(page);
      await tabTo(page, "textbox", "Nama peran");
      await page.keyboard.type("Penjaga stok");
      await tabTo(page, "checkbox", "Melihat stok dan pergerakannya.");
      await page.keyboard.press("Space");
      await tabTo(page, "button", "Simpan");
      await page.keyboard.press("Enter");
      await proveWithPassword(page);
      await page.getByRole("heading", { name: "Penjaga stok" }).waitFor();

      await page.goto(`${program().url}/admin/Staff/${clerk.id}`);
      await settled(page);
      await tabTo(page, "combobox", "Peran");
      await page.keyboard.type("Penjaga");
      await tabTo(page, "button", "Ubah peran");
      await page.keyboard.press("Enter");
      await page.getByText("Peran sudah diubah.").waitFor();
      const [row] = await asSeed()`
      select r.name, r.permissions from profiles p join staff_roles r on r.id = p.staff_role where p.id = ${clerk.id}`;
      expect(row).toEqual({ name: "Penjaga stok", permissions: ["stock.read"] });
      await page.goto(`${program().url}/admin/Audit?filter=kind.any:staff_role`);
      await page.getByRole("listitem").getByText("Peran tim ditambah").waitFor();
      await page.getByRole("link", { name: "Penjaga stok" }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("an owner ends somebody's access: their open page leads to the sign-in", async () => {
    await asSeed()`update profiles set role = 'USER', staff_role = 'sales' where id = ${clerk.id}`;
    const theirs = await chromium.open({ width: 1280 });
    await signIn(theirs.page, program().url, "staff@etalase.test", "/admin");
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", `/admin/Staff/${clerk.id}`);
    await settled(page);
    await page.getByRole("button", { name: "Akhiri akses" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Akhiri akses" }).click();
    await proveWithPassword(page);
    await page.getByText("Aksesnya sudah diakhiri").waitFor();
    await theirs.page.goto(`${program().url}/admin/Orders`);
    expect(new URL(theirs.page.url()).pathname).not.toBe("/admin/Orders");
    const sessions = await asSeed()`select from auth.sessions where user_id = ${clerk.id}`;
    expect(sessions).toHaveLength(0);
    await asSeed()`update profiles set role = 'USER', staff_role = 'sales' where id = ${clerk.id}`;
  });

  test("the last owner is told why they stay one", async () => {
    const admin = demoPerson("admin@etalase.test");
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", `/admin/Staff/${admin.id}`);
    await settled(page);
    await page.getByRole("combobox", { name: "Peran" }).selectOption({ label: "Baca saja" });
    await page.getByRole("button", { name: "Ubah peran" }).click();
    await proveWithPassword(page);
    await page.getByText("Toko harus punya pemilik.").waitFor();
  });

  test("where a second factor is required, the back office leads to setting one up", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "staff@etalase.test", "/admin");
    await asSeed()`update staff_policy set second_factor_from = now() - interval '1 minute'`;
    try {
      for (const path of ["/admin", "/admin/Orders", "/admin/Staff", "/en/admin/Products"]) {
        await page.goto(`${program().url}${path}`);
        expect(new URL(page.url()).pathname, path).toMatch(/\/dashboard\/Security$/);
      }
      await page.goto(`${program().url}/admin`);
      await page.getByText("Toko mewajibkan verifikasi 2 langkah bagi tim.").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await settled(page);
      await enrolApp(page, "Ponsel kerja");
      await page.goto(`${program().url}/admin/Orders`);
      expect(new URL(page.url()).pathname).toBe("/admin/Orders");
    } finally {
      await asSeed()`update staff_policy set second_factor_from = null`;
      await asSeed()`delete from auth.mfa_factors where user_id = ${clerk.id}`;
    }
  });

  test("a value is put back from the history of a product, as a change of its own", async () => {
    const [product] = await asSeed()<{ id: string; name: { id: string } }[]>`
      select id, name from products where status = 'published' order by id limit 1`;
    if (!product) throw new Error("no product");
    const name = async () =>
      (
        await asSeed()<
          { name: string }[]
        >`select name ->> 'id' as name from products where id = ${product.id}`
      )[0]?.name;
    await asSeed().begin(async (sql) => {
      await sql`select set_config('shop.actor', ${`person:${clerk.id}`}, true)`;
      await sql`
        update products set name = name || '{"id": "Nama yang keliru"}', brand = 'Uji' where id = ${product.id}`;
    });
    const { page } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test");
    await page.goto(`${program().url}/admin/History/product/${product.id}`);
    const row = page.locator("dl > div", { hasText: "Nama yang keliru" }).first();
    await row.getByRole("button", { name: "Kembalikan" }).press("Enter");
    await page.getByText("Nilai lama sudah dikembalikan.").waitFor();
    expect(await name()).toBe(product.name.id);
    expect(await brokenRules(page)).toEqual([]);
    expect(await tooWide(page, "history")).toEqual([]);
    // The entry that put it back is the first one now; the first of a wrong value has nothing to put back any more.
    await page
      .locator("dl > div", { hasText: "Nama yang keliru" })
      .last()
      .getByRole("button")
      .click();
    await page.getByText("Nilainya sudah diubah lagi sejak itu").waitFor();
    expect(await name()).toBe(product.name.id);
  });

  longProof("the screens are accessible and fit in both languages and modes", async () => {
    const role = crypto.randomUUID();
    await asSeed()`
      insert into staff_roles (id, name, permissions) values (${role}, ${"x".repeat(60)}, '{stock.read}')`;
    await asSeed()`
      insert into staff_invitations (token_hash, email, role, staff_role, expires_at)
      values ('layar', ${`${"panjang".repeat(20)}@contoh.test`}, 'USER', 'reader', now() + interval '1 day'),
        ('lewat', 'lewat@contoh.test', 'ADMIN', null, now() - interval '1 day')`;
    const [product] = await asSeed()<{ id: string }[]>`select id from products order by id limit 1`;
    await asSeed()`
      insert into audit_entries (actor_id, request_id, action, subject_kind, subject_id, changes)
      values (${clerk.id}, ${crypto.randomUUID()}, 'products.changed', 'product', ${product?.id ?? ""},
        ${asSeed().json({
          name: [
            { id: "Lama", en: "Old" },
            { id: "<b>x</b>".repeat(60), en: "Old" },
          ],
          price: [1000, 2000],
          entah: [null, { a: [1, true] }],
        })})`;
    const screens = [
      "/admin/Staff",
      `/admin/Staff/${clerk.id}`,
      "/admin/Staff/Roles",
      `/admin/Staff/Roles/${role}`,
      "/admin/Staff/Roles/manager",
      "/admin/Audit",
      "/admin/Audit?filter=and(kind.any:product,changed.any:price,at.from:2026-01-01)",
      "/admin/Audit?filter=by.any:job:tidak-ada",
      `/admin/History/product/${product?.id}`,
      "/StaffInvitation/tidak-ada",
    ];
    for (const [place, [width, dark, prefix]] of (
      [
        [1280, false, ""],
        [390, true, "/en"],
      ] as const
    ).entries()) {
      const { page, complaints } = await chromium.open({ width, dark });
      await signIn(page, program().url, "admin@etalase.test");
      for (const path of shareOf(screens, place, 2)) {
        await page.goto(`${program().url}${prefix}${path}`);
        await page.waitForSelector("html[data-alive]");
        expect(await brokenRules(page), path).toEqual([]);
        expect(await tooWide(page, path)).toEqual([]);
      }
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
    }
  });
});
