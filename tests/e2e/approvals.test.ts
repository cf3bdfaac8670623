import { beforeAll, describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import {
  demoPerson,
  giveStaffRole,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the second pair of eyes", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  beforeAll(() => giveStaffRole(demoPerson("staff@etalase.test"), "manager"));

  test("a limit is set, a write-off above it waits where it was typed, and a colleague decides by phone", async () => {
    const id = await variantInStock(30);
    const { on_hand } = await stockOf(id);
    const owner = await chromium.open({ dark: true });
    await signIn(owner.page, program().url, "admin@etalase.test", "/admin/Staff/Roles/manager");
    await settled(owner.page);
    const name = "Stok yang dihapus dalam 24 jam";
    await owner.page.getByLabel(`${name}: pilihan`).selectOption("own");
    await owner.page.getByRole("group", { name }).getByLabel("Rupiah").fill("1 rb");
    await owner.page.getByRole("button", { name: "Simpan batas" }).click();
    await proveWithPassword(owner.page);
    await owner.page.getByText("Batas tersimpan.").waitFor();
    expect(await brokenRules(owner.page)).toEqual([]);
    await owner.page.goto(`${program().url}/admin/Staff/Limits`);
    await owner.page
      .getByText(/Rp1\.000/)
      .first()
      .waitFor();
    expect(await brokenRules(owner.page)).toEqual([]);
    expect(await tooWide(owner.page, "the limits")).toEqual([]);

    const staff = await chromium.open({ width: 1280 });
    await signIn(staff.page, program().url, "staff@etalase.test", `/admin/Stock/${id}`);
    await settled(staff.page);
    const form = staff.page.locator("form", {
      has: staff.page.getByRole("heading", { name: "Sesuaikan" }),
    });
    await form.getByLabel("Perubahan (boleh minus)").fill("-3");
    await form.getByLabel("Alasan").selectOption("damaged");
    await form.getByLabel("Catatan").fill("Kena air hujan");
    await form.getByRole("button", { name: "Catat penyesuaian" }).click();
    await staff.page.getByText("Ini di atas batas Anda.", { exact: false }).waitFor();
    expect(await brokenRules(staff.page)).toEqual([]);
    await staff.page.getByRole("link", { name: "Lihat permintaan" }).click();
    await staff.page.getByText("Permintaan Anda sendiri diputuskan oleh rekan.").waitFor();
    expect(await staff.page.getByRole("button", { name: "Setujui dan jalankan" }).count()).toBe(0);
    expect((await stockOf(id)).on_hand).toBe(on_hand);

    const { page } = owner;
    await page.goto(`${program().url}/admin/Approvals`);
    await page.getByText("Bagas Pratama", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(await tooWide(page, "the approvals")).toEqual([]);
    await page.getByRole("main").getByRole("listitem").getByRole("link").last().click();
    await page.getByText("Kena air hujan").waitFor();
    await page.getByText("Alasan: Rusak").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(await tooWide(page, "an approval")).toEqual([]);
    await page.getByRole("button", { name: "Setujui dan jalankan" }).click();
    await page
      .getByRole("dialog", { name: "Setujui dan jalankan" })
      .getByRole("button", { name: "Setujui dan jalankan" })
      .click();
    await page.getByText("Disetujui dan sudah dijalankan.").waitFor();
    expect((await stockOf(id)).on_hand).toBe(on_hand - 3);
    expect([...staff.complaints, ...owner.complaints]).toEqual([]);
  });

  test("the back office is looked at in the eyes of a role, and nothing is saved meanwhile", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Staff/Roles/warehouse");
    await settled(page);
    await page.getByRole("button", { name: "Lihat sebagai peran ini" }).click();
    await page.getByText("Anda melihat sebagai Gudang.", { exact: false }).waitFor();
    const rail = page.getByRole("navigation", { name: /Kelola toko|Halaman/ }).first();
    await rail.getByRole("link", { name: "Stok", exact: true }).waitFor();
    expect(await rail.getByRole("link", { name: "Tim", exact: true }).count()).toBe(0);
    expect(await brokenRules(page)).toEqual([]);
    const hidden = await page.request.get(`${program().url}/admin/Staff`);
    expect(hidden.status()).toBe(403);
    const id = await variantInStock(30);
    const { on_hand } = await stockOf(id);
    const refused = await page.request.post(`${program().url}/admin/Stock/${id}`, {
      form: { kind: "adjust", key: crypto.randomUUID(), quantity: "-1", reason: "lost", note: "" },
      headers: { origin: program().url },
    });
    expect(refused.status()).toBe(403);
    expect((await stockOf(id)).on_hand).toBe(on_hand);
    await page.getByRole("button", { name: "Selesai melihat" }).click();
    await page.getByRole("heading", { name: "Tim" }).waitFor();
    expect(await page.getByText("Anda melihat sebagai", { exact: false }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
