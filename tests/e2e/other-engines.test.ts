import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EnginePage } from "#tests/support/browser/engine-page.ts";
import { openEngine, otherEngines } from "#tests/support/browser/other-engine.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const password = "etalase-demo-2026";
const bought = "MUG-NGP-KRM-330";
const enterKey = "\uE007";
const escapeKey = "\uE00C";

async function stockOf(sku: string): Promise<{ available: number; allocated: number }> {
  const [row] = await asSeed()<{ available: number; allocated: number }[]>`
    select s.available, s.allocated from stock_items s join product_variants v on v.id = s.variant_id where v.sku = ${sku}`;
  if (!row) throw new Error(`There is no ${sku}`);
  return row;
}

/** Where a text lies on its area, in millimetres, as the account's design has it. */
async function placeOf(text: string): Promise<{ x: number; y: number } | undefined> {
  const [row] = await asSeed()<{ x: number; y: number }[]>`
    select (layer ->> 'x')::float as x, (layer ->> 'y')::float as y from designs,
      jsonb_path_query(document, '$.**.layers[*]') as layer
    where customer_id is not null and layer ->> 'text' = ${text}`;
  return row;
}

describe("in other engines", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  // The tests of a missing engine are skipped; the run prints the packages to install.
  describe.each(otherEngines)("$engine", ({ engine, isInstalled }) => {
    const journey = test.skipIf(!isInstalled);
    let page: EnginePage;
    const fill = async (label: string, text: string) => {
      await page.press("input", label);
      await page.type(text);
    };
    /** Waits until the address begins so. */
    const arrive = (beginning: string) =>
      page.until((start) => {
        const { pathname, search } = location;
        return pathname.startsWith(start) ? { search } : undefined;
      }, beginning);
    const signIn = async (email: string, next: string) => {
      await page.open(`${program().url}/Auth?next=${next}`);
      await fill("Email", email);
      await page.press("button", "Lanjut");
      await fill("Kata sandi", `${password}${enterKey}`);
      await arrive(next);
    };
    beforeAll(async () => {
      page = await openEngine(engine);
      await page.resize(447, 900);
      await signIn("customer@etalase.test", "/dashboard");
    });
    afterAll(() => page?.close());

    journey("a mug is found, put into the cart and paid", async () => {
      const before = await stockOf(bought);
      await page.open(`${program().url}/`);
      await page.press("header input[type=search]");
      await page.type("ngopi");
      await page.press("[role=option]", "Mug Ngopi Dulu");
      await arrive("/item/mug-ngopi-dulu");
      await page.press("button", "+ Keranjang");
      await page.see("dialog a", "Lihat keranjang (1 barang)");
      await page.press("dialog a", "Checkout");
      await arrive("/Checkout");
      await page.see("label", "Tiba");
      await page.press("label", "Kartu debit atau kredit");
      await page.until(() => !document.querySelector("main [aria-busy=true]"));
      await fill("Nomor kartu", "4242424242424242");
      await fill("Berlaku sampai", "1239");
      await fill("CVC", "123");
      // A new price may move the button.
      await page.until(() => !document.querySelector("main [aria-busy=true]"));
      await page.press("button", "Bayar Rp");
      const { search } = await arrive("/Success");
      await page.see("h1", "Terima kasih");
      const order = new URLSearchParams(search).get("order");
      expect(
        await asSeed()`
          select o.payment_status, h.status, h.quantity from orders o
          join stock_holds h on h.order_id = o.id where o.id = ${order}`,
      ).toEqual([{ payment_status: "paid", status: "allocated", quantity: 1 }]);
      expect(await stockOf(bought)).toEqual({
        available: before.available - 1,
        allocated: before.allocated + 1,
      });
      expect(page.complaints).toEqual([]);
    });

    journey("a text typed and dragged on the drawing board is stored at its position", async () => {
      const words = `Halo ${engine}`;
      await page.open(`${program().url}/item/kaos-nama-tim/Design`);
      await page.press("button", "Teks");
      await page.until(() => document.activeElement?.localName === "textarea");
      await page.type(`${words}${escapeKey}`);
      await expect.poll(() => placeOf(words)).toBeDefined();
      const before = await placeOf(words);
      const held = () => page.see("svg[data-held] path");
      const from = await held();
      await page.drag(from, { x: 30, y: 40 });
      await expect.poll(async () => (await held()).x).toBeGreaterThan(from.x + 15);
      expect((await held()).y).toBeGreaterThan(from.y + 25);
      await expect.poll(() => placeOf(words)).not.toEqual(before);
      const after = await placeOf(words);
      expect(after?.x).toBeGreaterThan(before?.x ?? Number.NaN);
      expect(after?.y).toBeGreaterThan(before?.y ?? Number.NaN);
      expect(page.complaints).toEqual([]);
    });

    journey("each row of a back-office list links to its record", async () => {
      await page.resize(1280, 900);
      await page.until(() => {
        for (const cookie of document.cookie.split("; ")) {
          // biome-ignore lint/suspicious/noDocumentCookie: no engine but Chromium has another way
          document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
        }
        return true;
      });
      await signIn("admin@etalase.test", "/admin/Orders");
      const link = "tbody tr:nth-child(3) a";
      await page.see(link);
      const number = await page.until((css) => document.querySelector(css)?.textContent, link);
      await page.press(link);
      await page.see("h1", number);
      expect(page.complaints).toEqual([]);
    });
  });
});
