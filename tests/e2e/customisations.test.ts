import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { focused, tabTo } from "#tests/support/browser/keyboard.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("what a customer has personalised", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const customer = "customer@etalase.test";
  const cached = () => asSeed()<{ name: string }[]>`
    select d.name from designs d join auth.users u on u.id = d.customer_id
    where u.email = ${customer} order by d.name`;

  longProof("designs are copied, renamed and deleted by keyboard alone", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, customer, "/dashboard/Customisations");
    await page.getByRole("heading", { level: 1, name: "Desain saya" }).waitFor();
    await page.waitForSelector("html[data-alive]");
    await tabTo(page, "button", "Buat salinan Kaos tim futsal");
    await page.keyboard.press("Enter");
    await page.getByText("Salinan sudah dibuat.").waitFor();
    await tabTo(page, "button", "Ganti nama Kaos tim futsal (salinan)");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Kaos tim basket");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Kaos tim basket" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Ganti nama Kaos tim basket");
    await tabTo(page, "button", "Hapus Kaos tim futsal");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Tutup");
    await tabTo(page, "button", "Hapus");
    await page.keyboard.press("Enter");
    await page.getByText("Desain sudah dihapus.").waitFor();
    expect((await cached()).map(({ name }) => name)).toEqual([
      "Kaos tim basket",
      "Mug ulang tahun Ibu",
      "Tote warung kopi",
    ]);
    await page.getByRole("link", { name: /^Disetujui/ }).click();
    await page.waitForURL(/stage=approved/);
    expect(complaints).toEqual([]);
  });

  test("a proof is returned with a change request, and its next version is approved on the live page", async () => {
    const sql = asSeed();
    const [line] = await sql<{ id: string; order_id: string }[]>`
      select c.id, c.order_id from customisations c join auth.users u on u.id = c.customer_id
      where u.email = ${customer} order by c.id limit 1`;
    if (!line) throw new Error("the demo customer has nothing personalised");
    const scene = await sql<{ id: string }[]>`
      insert into customisations (order_id, order_line_id, customer_id, name, document, status)
      select o.order_id, o.id, c.customer_id, 'Uji cetak', c.document, 'proof_sent'
      from order_lines o, customisations c
      where c.id = ${line.id} and o.customer_id = c.customer_id
        and not exists (select from customisations x where x.order_line_id = o.id)
      limit 1 returning id`;
    const id = scene[0]?.id ?? "";
    const sendProof = (version: number) => sql`
      insert into proofs (customisation_id, customer_id, version, document, document_hash)
      select id, customer_id, ${version}, document, repeat('ab', 32) from customisations where id = ${id}`;
    await sendProof(1);
    const [where] = await sql<{ order_id: string }[]>`
      select order_id from customisations where id = ${id}`;

    const { page, complaints } = await chromium.open();
    const path = `/dashboard/orders/${where?.order_id}/Customisation`;
    await signIn(page, program().url, customer, path);
    const part = page.getByRole("region", { name: "Uji cetak" });
    await part.getByRole("button", { name: "Minta diubah" }).click();
    await part.getByLabel("Apa yang perlu diubah?").fill("Tulisannya sedikit lebih besar.");
    await part.getByRole("button", { name: "Kirim permintaan" }).click();
    await part.getByText("Sedang kami ubah").waitFor();
    await part.getByText("Tulisannya sedikit lebih besar.").waitFor();

    await sendProof(2);
    await sql`update customisations set status = 'proof_sent' where id = ${id}`;
    await part.getByRole("button", { name: "Setujui versi 2" }).waitFor();
    // An address decides nothing, whatever it says: mails lead here, and programs follow their links.
    const [open] = await sql<{ id: string }[]>`
      select id from proofs where customisation_id = ${id} and version = 2`;
    for (const intent of ["approve", "change"]) {
      const fields = new URLSearchParams({ intent, id: open?.id ?? "", checked: "on", text: "x" });
      expect((await page.request.get(`${program().url}${path}?${fields}`)).status()).toBe(200);
    }
    const [undecided] = await sql`select decision from proofs where id = ${open?.id ?? null}`;
    expect(undecided).toEqual({ decision: null });
    await part.getByRole("button", { name: "Setujui versi 2" }).click();
    await part.getByText("Periksa dulu tulisannya, lalu beri centang.").waitFor();
    await part.getByRole("checkbox").check();
    await part.getByRole("button", { name: "Setujui versi 2" }).click();
    await part.getByText("Disetujui, segera dicetak").waitFor();
    const decisions = await sql`
      select version, decision, decided_ip is not null as has_ip from proofs
      where customisation_id = ${id} order by version`;
    expect(decisions).toEqual([
      { version: 1, decision: "changes_requested", has_ip: true },
      { version: 2, decision: "approved", has_ip: true },
    ]);
    await part.getByLabel("Tulis pesan ke toko").fill("Terima kasih");
    await part.getByRole("button", { name: "Kirim pesan" }).click();
    await part.getByText("Terima kasih", { exact: true }).waitFor();
    await expect.poll(() => part.getByLabel("Tulis pesan ke toko").inputValue()).toBe("");

    const stranger = await page.goto(
      `${program().url}/dashboard/orders/00000000-0000-4000-8000-000000000000/Customisation`,
    );
    expect(stranger?.status()).toBe(404);
    expect(complaints).toEqual([]);
  });
});
