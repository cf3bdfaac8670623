import { beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the proof loop", { timeout: 120_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  beforeAll(openTestProviders);
  const buyer = demoPerson("customer@etalase.test");

  test("a corrected proof is compared and approved by keyboard, and printed", async () => {
    const design = await orderDesign(buyer, "review");
    const staff = await chromium.open({ width: 1280 });
    await signIn(staff.page, program().url, "staff@etalase.test", "/admin/customisations");
    await staff.page.getByRole("row", { name: /Rani/ }).getByRole("link").click();
    await staff.page.getByRole("button", { name: "Kirim contoh yang diperbaiki" }).click();
    await staff.page.getByLabel("Catatan untuk pembeli").fill("Ejaan kami samakan.");
    await staff.page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await staff.page.getByText("Contoh ini sama dengan yang sebelumnya").waitFor();
    expect(await faultsOf(staff.page, "the form for a corrected proof")).toEqual([]);
    await staff.page.setViewportSize({ width: 1280, height: 900 });
    await staff.page.locator('input[name^="text:"]').first().fill("Rini");
    await staff.page.getByRole("button", { name: "Kirim ke pembeli" }).click();
    await staff.page.getByText("Menunggu pembeli").first().waitFor();

    const { page, complaints } = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(page, program().url, "customer@etalase.test", address);
    await page.getByText("Tulisan “Rani” menjadi “Rini”").waitFor();
    await page.getByText("Ejaan kami samakan.").waitFor();
    expect(await faultsOf(page, "a proof to compare")).toEqual([]);
    await page.getByRole("checkbox", { name: "Sudah saya periksa: “Rini”" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Disetujui, segera dicetak").waitFor();
    expect(complaints).toEqual([]);

    await staff.page.reload();
    await staff.page.getByLabel("Bagus", { exact: true }).fill("1");
    await staff.page.getByRole("button", { name: "Catat hasil cetak" }).click();
    await staff.page.getByText("Selesai dicetak").waitFor();
  });

  test("white ink is shown by itself, with what is promised of the colours", async () => {
    const book = await orderDesign(buyer, "review", {
      ...{ goods: "buku-inisial", values: { initials: "AR" } },
    });
    const { page, complaints } = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${book.order_id}/Customisation`;
    await signIn(page, program().url, "customer@etalase.test", address);
    await page.getByRole("heading", { name: "Tinta putih: Sampul depan" }).waitFor();
    await page.getByRole("img", { name: "Ditampilkan: Tinta putih" }).waitFor();
    await page.getByRole("checkbox", { name: "Warna", exact: true }).check();
    await page.getByRole("img", { name: "Ditampilkan: Warna, Tinta putih" }).waitFor();
    await page.getByText(/Mirip layar biasa/).waitFor();
    expect(await faultsOf(page, "white ink of a proof")).toEqual([]);
    const staff = await chromium.open({ width: 1280 });
    await signIn(
      staff.page,
      program().url,
      "staff@etalase.test",
      `/admin/customisations/${book.id}`,
    );
    await staff.page.getByRole("img", { name: "Ditampilkan: Tinta putih" }).waitFor();
    expect(await faultsOf(staff.page, "white ink for staff")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a rejected design says why to its buyer and leads staff to the money", async () => {
    const design = await orderDesign(buyer, "review", { name: "Dimas" });
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "staff@etalase.test", `/admin/customisations/${design.id}`);
    await page.getByRole("button", { name: "Tolak desain" }).click();
    await page.getByRole("button", { name: "Tolak dan beri tahu pembeli" }).click();
    await page.getByText("Pilih alasannya.").waitFor();
    await page.getByLabel("Alasan", { exact: true }).selectOption({ label: "Merek orang lain." });
    await page.getByRole("button", { name: "Tolak dan beri tahu pembeli" }).click();
    const money = page.getByRole("link", { name: "Kembalikan uang di halaman pesanan" });
    await money.waitFor();
    expect(await faultsOf(page, "a rejected design")).toEqual([]);
    await money.click();
    await page.waitForURL(new RegExp(`/admin/Orders/${design.order_id}`));
    const own = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(own.page, program().url, "customer@etalase.test", address);
    await own.page.getByText(/Desain memuat merek orang lain/).waitFor();
  });
});
