import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  brokenRules,
  chooseOrderAction,
  hasBrowser,
  proveWithPassword,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { type PaidOrder, paidOrder } from "#tests/support/builders/orders.ts";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { accountId } from "../../db/seed/accounts.server.ts";

describe.runIf(hasBrowser)("money that staff give back", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let order: PaidOrder;
  let other: PaidOrder;
  beforeAll(async () => {
    openTestProviders();
    order = await paidOrder("disetujui", [2]);
    other = await paidOrder("langsung", [2]);
  });

  const refundsOf = async (id: string) => {
    const rows = await asSeed()<
      { amount: number }[]
    >`select amount from refunds where order_id = ${id}`;
    return rows.map(({ amount }) => amount);
  };
  const openRefund = async (page: Page, amount: string) => {
    await settled(page);
    await chooseOrderAction(page, "Refund");
    const dialog = page.getByRole("dialog", { name: "Refund" });
    await dialog.getByLabel(/^Kompensasi/).fill(amount);
    await dialog.getByLabel(/^Catatan/).fill("Gelas tergores");
    return dialog;
  };

  test("a USER requests, an ADMIN proves their identity and approves, and every press is reported", async () => {
    const staff = await chromium.open();
    await signIn(staff.page, program().url, "staff@etalase.test", `/admin/Orders/${order.id}`);
    const form = await openRefund(staff.page, "12.000");
    await form.getByText("Staf yang berhak harus menyetujuinya dulu.", { exact: false }).waitFor();
    expect(await brokenRules(staff.page)).toEqual([]);
    await form.getByRole("button", { name: "Minta persetujuan" }).click();
    await staff.page
      .getByText("Permintaan tersimpan dan menunggu persetujuan.", { exact: false })
      .waitFor();
    await staff.page.getByText(/Rp12\.000 menunggu persetujuan\./).waitFor();
    expect(await refundsOf(order.id)).toEqual([]);
    await staff.page.getByRole("link", { name: "Lihat yang menunggu persetujuan" }).click();
    await staff.page.getByText("Gelas tergores").waitFor();
    expect(await staff.page.getByRole("button", { name: "Setujui" }).count()).toBe(0);
    await staff.page.getByRole("button", { name: "Tarik permintaan" }).waitFor();
    expect(await brokenRules(staff.page)).toEqual([]);
    expect(await tooWide(staff.page, "what waits for approval")).toEqual([]);

    const admin = await chromium.open({ width: 1280 });
    const { page } = admin;
    await signIn(page, program().url, "admin@etalase.test", "/admin/Payments");
    await page.getByRole("link", { name: /^Menunggu persetujuan/ }).click();
    await page.getByText("Gelas tergores").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Setujui" }).click();
    const asked = page.getByRole("dialog", { name: "Pengembalian dana" });
    await asked.getByText(/Setujui Rp12\.000 kembali/).waitFor();
    await asked.getByRole("button", { name: "Setujui" }).click();
    const proof = page.getByRole("dialog", { name: "Verifikasi bahwa ini Anda" });
    await proof.getByLabel("Kata sandi Anda").fill("bukan-kata-sandi");
    await proof.getByRole("button", { name: "Lanjut" }).click();
    await proof.getByText("Kata sandi ini tidak cocok. Coba lagi.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(await refundsOf(order.id)).toEqual([]);
    await proveWithPassword(page);
    await page.getByText("Disetujui. Dana sedang dikembalikan.").waitFor();
    await page.getByText("Tidak ada yang menunggu persetujuan").waitFor();
    expect(await refundsOf(order.id)).toEqual([12_000]);
    expect([...staff.complaints, ...admin.complaints]).toEqual([]);
  });

  test("an ADMIN refunds alone below the limit; what was typed stays while the proof is asked for", async () => {
    const { page, complaints } = await chromium.open({ dark: true });
    await signIn(page, program().url, "admin@etalase.test", `/admin/Orders/${other.id}`);
    const form = await openRefund(page, "7.000");
    await form.getByRole("button", { name: "Kembalikan Rp7.000" }).click();
    const proof = page.getByRole("dialog", { name: "Verifikasi bahwa ini Anda" });
    await proof.getByRole("button", { name: "Batal" }).click();
    await page.getByText("Demi keamanan, verifikasi dulu, lalu coba lagi.").waitFor();
    expect(await form.getByLabel(/^Kompensasi/).inputValue()).toBe("7.000");
    expect(await form.getByLabel(/^Catatan/).inputValue()).toBe("Gelas tergores");
    await form.getByRole("button", { name: "Kembalikan Rp7.000" }).click();
    await proveWithPassword(page);
    await form.waitFor({ state: "hidden" });
    await expect.poll(() => refundsOf(other.id)).toEqual([7_000]);
    // The proof holds for ten minutes.
    const again = await openRefund(page, "3.000");
    await again.getByRole("button", { name: "Kembalikan Rp3.000" }).click();
    await again.waitFor({ state: "hidden" });
    await expect.poll(async () => (await refundsOf(other.id)).toSorted()).toEqual([3_000, 7_000]);
    expect(complaints).toEqual([]);
  });

  test("above the limit the form asks for a second approver, and the list names the first", async () => {
    await asSeed()`update shop_settings set refund_limit = 1000`;
    const second = await asSeed()<{ id: string }[]>`
      update profiles set staff_role = 'finance' where id = ${accountId("staff@etalase.test")} returning id`;
    expect(second).toHaveLength(1);
    const { page } = await chromium.open();
    await signIn(page, program().url, "admin@etalase.test", `/admin/Orders/${other.id}`);
    const form = await openRefund(page, "2.000");
    await form.getByText(/Di atas Rp1\.000 harus disetujui orang kedua/).waitFor();
    await form.getByRole("button", { name: "Minta persetujuan" }).click();
    await proveWithPassword(page);
    await page.getByText("Permintaan tersimpan", { exact: false }).waitFor();
    await page.goto(`${program().url}/en/admin/Payments?view=approvals`);
    await page.getByText(/^Approved by Sari Wulandari\. One more person is needed\./).waitFor();
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    await page.getByRole("button", { name: "Withdraw" }).click();
    const asked = page.getByRole("dialog", { name: "Refund" });
    await asked.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("The request is closed. No money is sent.").waitFor();
    await page.getByText("Nothing waits for approval").waitFor();
  });
});
