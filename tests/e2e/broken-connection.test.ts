import { describe, expect, test } from "vitest";
import {
  hasBrowser,
  putMugInCart,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { goodCard } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a connection that breaks", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("at the checkout loses nothing that was typed, and the order stays one", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    await putMugInCart(page, program().url);
    let isBroken = true;
    await page.route(/Checkout\.data/, (route) =>
      isBroken && route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.goto(`${program().url}/Checkout`);
    await page.getByText(/Total belum bisa dihitung/).waitFor();
    await page.getByRole("heading", { name: "Checkout", level: 1 }).waitFor();
    isBroken = false;
    await page.getByRole("button", { name: "Coba lagi" }).click();
    await page.getByText("Tiba").first().waitFor();
    expect(await page.getByText(/Total belum bisa dihitung/).count()).toBe(0);

    await page.getByRole("radio", { name: "Kartu debit atau kredit" }).check();
    await page.getByLabel("Nomor kartu").fill(goodCard.number);
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill(goodCard.cvc);
    const pay = page.getByRole("button", { name: /^Bayar Rp/ });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    isBroken = true;
    await pay.click();
    await page.getByText(/pesanan Anda tidak menjadi dua/).waitFor();
    expect(await page.getByLabel("Nomor kartu").inputValue()).toBe(goodCard.number);
    const orders = () => asSeed()`
      select 1 from orders o join auth.users u on u.id = o.customer_id
      where u.email = 'customer@etalase.test' and o.created_at > now() - interval '10 minutes'`;
    expect(await orders()).toHaveLength(0);
    isBroken = false;
    await pay.click();
    await page.getByRole("heading", { name: "Terima kasih, pesanan Anda lunas" }).waitFor();
    expect(await orders()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  longProof("keeps what was typed into a form, and sends it once it can", async () => {
    const { page, context, complaints } = await chromium.open();
    await signIn(page, program().url, "staff@etalase.test", "/dashboard/Details");
    await settled(page);
    const name = page.getByLabel("Nama lengkap");
    const save = page.getByRole("button", { name: "Simpan" });
    const waits = page.getByText("Isian Anda aman; kami coba lagi…");
    const stored = async () => {
      const [row] = await asSeed()<{ name: string }[]>`
        select p.full_name as name from profiles p join auth.users u on u.id = p.id where u.email = 'staff@etalase.test'`;
      return row?.name;
    };

    let lost = 0;
    await page.route(/Details\.data/, async (route) => {
      if (route.request().method() !== "POST" || lost >= 5) return route.continue();
      lost++;
      // The third request reaches the shop, but its response is lost.
      if (lost === 3) await route.fetch();
      await route.abort();
    });
    await name.fill("Sinta Terputus");
    await save.click();
    await waits.waitFor();
    expect(await name.inputValue()).toBe("Sinta Terputus");
    await page.getByText("Data diri sudah disimpan.").waitFor();
    await waits.waitFor({ state: "detached" });
    expect([lost, await stored()]).toEqual([5, "Sinta Terputus"]);
    await page.unroute(/Details\.data/);

    await page.clock.install();
    await context.setOffline(true);
    await name.fill("Sinta Luring");
    await save.click();
    await waits.waitFor();
    await page.clock.runFor(30_000);
    expect([await name.inputValue(), await stored()]).toEqual(["Sinta Luring", "Sinta Terputus"]);
    await context.setOffline(false);
    await waits.waitFor({ state: "detached" });
    await page.getByText("Data diri sudah disimpan.").waitFor();
    expect(await stored()).toBe("Sinta Luring");
    expect(complaints).toEqual([]);
  });

  longProof("shows an error instead of guesses, for the cart and for regions", async () => {
    const { page } = await chromium.open();
    await putMugInCart(page, program().url);
    await page.route(/\/api\/(quote|regions)/, (route) => route.abort());
    await page.getByRole("dialog").getByRole("button", { name: "Tutup" }).click();
    await page.getByRole("combobox", { name: /Kecamatan/ }).fill("coblong");
    await page.getByText(/Wilayah tidak ketemu\. .*periksa sambungan/).waitFor();
    await page.goto(`${program().url}/Cart`);
    await page.getByText(/Harga belum bisa dihitung/).waitFor();
    await settled(page);
    expect(await page.getByText("Barang yang sudah tidak dijual").count()).toBe(0);
    expect(await page.getByRole("link", { name: /Lanjut ke checkout/ }).count()).toBe(0);
    await page.unroute(/\/api\/(quote|regions)/);
    await page.getByRole("button", { name: "Coba lagi" }).click();
    await page.getByRole("heading", { name: "Mug Ngopi Dulu" }).waitFor();
  });
});
