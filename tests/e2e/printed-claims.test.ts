import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a broken piece with a design", { timeout: 120_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  const buyer = demoPerson("customer@etalase.test");
  const staff = demoPerson("staff@etalase.test");
  let photo: { name: string; mimeType: string; buffer: Buffer };
  beforeAll(async () => {
    openTestProviders();
    const buffer = await photograph({ r: 180, g: 60, b: 50 }, [600, 400]);
    photo = { name: "retak.jpg", mimeType: "image/jpeg", buffer };
  });

  async function received(name: string): Promise<OrderedDesign> {
    const design = await orderDesign(buyer, "self", { name });
    const id = randomUUID();
    await countPrinted(staff, {
      id,
      customisation_id: design.id,
      good: 1,
      spoiled: 0,
      reason: "",
    });
    const sent = await shipOrder(staff, {
      order_id: design.order_id,
      courier: "JNE",
      service: "REG",
      tracking_number: `JN-${name}`,
    });
    if (!sent.ok) throw new Error(sent.problem);
    await deliverShipment(buyer, sent.value.shipment_id);
    return design;
  }

  /** @returns the number of the claim */
  async function claim(design: OrderedDesign, wish: string) {
    const { page, complaints } = await chromium.open();
    const address = `/dashboard/orders/${design.order_id}/Return`;
    await signIn(page, program().url, "customer@etalase.test", address);
    await page.waitForSelector("html[data-alive]");
    // Nobody sends a piece with their name back because they changed their mind.
    expect(await page.getByLabel("Saya ingin mengembalikan barang").count()).toBe(0);
    await page.getByText("Desain yang dicetak").waitFor();
    await page.getByLabel(/^Jumlah/).fill("1");
    await page.getByLabel("Alasan").selectOption({ label: "Rusak" });
    await page.getByLabel("Yang Anda harapkan").selectOption({ label: wish });
    await page.getByLabel(/^Ceritakan singkat/).fill("Pegangannya retak.");
    await page.getByLabel("Foto barangnya").setInputFiles([photo]);
    await page.getByRole("img", { name: "Foto 1" }).waitFor();
    expect(await faultsOf(page, "a claim of a printed piece")).toEqual([]);
    await page.getByRole("button", { name: "Ajukan", exact: true }).click();
    await page.waitForURL(/#returns$/);
    const [made] = await asSeed()<{ id: string; number: string }[]>`
      select id, number from returns where order_id = ${design.order_id}`;
    if (!made) throw new Error("there is no claim");
    return { page, complaints, ...made };
  }

  longProof(
    "is claimed with a photo beside the approved print, printed again with the claim's number, and sent",
    async () => {
      const design = await received("Rani");
      const { page, complaints, id, number } = await claim(design, "Dikirim pengganti");
      const { page: office } = await chromium.open({ width: 1280 });
      await signIn(office, program().url, "admin@etalase.test", `/admin/Returns/${id}`);
      await office.waitForSelector("html[data-alive]");
      await office.getByText("Harapan pembeli: Dikirim pengganti").waitFor();
      const [taken, approved] = await Promise.all(
        ["Foto 1", /Rani/].map((name) =>
          office.locator("section", { hasText: "Bukti" }).getByRole("img", { name }).boundingBox(),
        ),
      );
      expect(Math.abs((taken?.y ?? 0) - (approved?.y ?? 0))).toBeLessThan(4);
      expect(approved?.x ?? 0).toBeGreaterThan((taken?.x ?? 0) + (taken?.width ?? 0));
      expect(await brokenRules(office)).toEqual([]);
      await office.getByRole("button", { name: "Setujui" }).click();
      await office.getByRole("button", { name: "Selesaikan keluhan" }).click();
      await office.getByText("Diselesaikan", { exact: true }).waitFor();

      await office.goto(`${program().url}/admin/customisations/${design.id}`);
      await office.waitForSelector("html[data-alive]");
      await office.getByText(`1 buah dicetak lagi: ${number}.`).waitFor();
      expect(await brokenRules(office)).toEqual([]);
      await office.getByLabel("Bagus", { exact: true }).fill("1");
      await office.getByRole("button", { name: "Catat hasil cetak" }).click();
      await office.getByText("Selesai dicetak").waitFor();
      await office.goto(`${program().url}/admin/Orders/${design.order_id}`);
      await office.waitForSelector("html[data-alive]");
      await office.getByPlaceholder("Nomor resi").last().fill("GANTI-1");
      await office.getByRole("button", { name: "Tandai dikirim" }).last().click();
      await page.getByText("GANTI-1").waitFor({ timeout: 20_000 });
      expect(complaints).toEqual([]);
    },
  );

  test("is claimed for money, which goes back", async () => {
    const design = await received("Wati");
    const { page, complaints, id } = await claim(design, "Dana kembali");
    const { page: office } = await chromium.open({ width: 1280 });
    await signIn(office, program().url, "admin@etalase.test", `/admin/Returns/${id}`);
    await office.waitForSelector("html[data-alive]");
    await office.getByRole("button", { name: "Setujui" }).click();
    // What the buyer wishes is chosen.
    await expect
      .poll(() => office.getByLabel("Selesaikan keluhan").first().inputValue())
      .toBe("refund");
    await office.getByRole("button", { name: "Selesaikan keluhan" }).click();
    await proveWithPassword(office);
    await office.getByText("Diselesaikan", { exact: true }).waitFor();
    await page.getByText("Sudah dikembalikan").waitFor({ timeout: 20_000 });
    const [back] = await asSeed()<{ amount: number; price: number; shipping: number }[]>`
      select r.amount, l.unit_price as price, o.shipping
      from refunds r join orders o on o.id = r.order_id join order_lines l on l.order_id = o.id
      where r.order_id = ${design.order_id}`;
    expect(back?.amount).toBe((back?.price ?? 0) + (back?.shipping ?? 0));
    expect(back?.shipping).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });
});
