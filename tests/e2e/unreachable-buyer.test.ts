import { describe, expect } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const secret = "kunci-laporan-email-0123456789abcdef";

describe.runIf(hasBrowser)("a buyer whose mails come back", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram(() => ({ MAIL_EVENTS_SECRET: secret }));

  /** An order whose mail about its payment came back, as a provider says it. */
  async function returned(): Promise<{ id: string; number: string; email: string; mail: string }> {
    const sql = asSeed();
    const [order] = await sql<{ id: string; number: string; email: string }[]>`
      select o.id, o.number, o.email from orders o
      where o.status = 'placed' and o.email <> '' and not exists (
        select from private.outbox m where m.dedupe_key = 'order:paid:' || o.id)
      order by o.created_at desc limit 1`;
    if (!order) throw new Error("no order");
    const [mail] = await sql<{ id: string }[]>`
      insert into private.outbox (kind, recipient, subject, text, status, dedupe_key)
      values ('email', ${order.email}, ${`Pembayaran pesanan ${order.number} kami terima`}, 'Halo', 'sent', ${`order:paid:${order.id}`})
      returning id`;
    const id = mail?.id ?? "";
    const answer = await fetch(`${program().url}/webhooks/mail/generic?key=${secret}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        events: [
          {
            id,
            kind: "bounced",
            code: "5.1.1",
            address: order.email,
            message_id: `${id}@localhost`,
            reason: "550 5.1.1 no such user",
          },
        ],
      }),
    });
    expect(answer.status).toBe(200);
    return { ...order, mail: id };
  }

  longProof(
    "is work for staff, who call, write or correct the address; what came back is sent again",
    async () => {
      const { id, number, email, mail } = await returned();
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "admin@etalase.test", "/admin/Mails");
      await settled(page);
      await page.getByRole("heading", { name: "Pembeli yang tidak menerima email" }).waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await page.getByRole("link", { name: number }).click();
      const notice = page.getByRole("region", { name: "Email tidak sampai ke pembeli" });
      await notice.getByText(`Pembayaran pesanan ${number} kami terima`).waitFor();
      await notice.getByText("Kotak surat ini tidak ada.", { exact: false }).waitFor();
      await notice.getByText("Kata server penerima (5.1.1)").click();
      await notice.getByText("550 5.1.1 no such user").waitFor();
      expect(await notice.getByRole("link", { name: "Telepon" }).getAttribute("href")).toMatch(
        /^tel:\+62\d+$/,
      );
      expect(await notice.getByRole("link", { name: "WhatsApp" }).getAttribute("href")).toMatch(
        /^https:\/\/wa\.me\/62\d+\?text=Halo/,
      );
      expect(await brokenRules(page)).toEqual([]);

      const field = notice.getByLabel("Alamat email yang benar");
      expect(await field.inputValue()).toBe(email);
      await notice.getByRole("button", { name: "Perbaiki dan kirim lagi" }).click();
      await notice.getByText("Ini alamat yang sama.", { exact: false }).waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await field.fill("benar@contoh.test");
      await notice.getByRole("button", { name: "Perbaiki dan kirim lagi" }).click();
      await page.getByText("Alamat diperbaiki.", { exact: false }).waitFor();
      await notice.waitFor({ state: "detached" });
      await page.getByText("Alamat email diperbaiki").waitFor();
      await expect
        .poll(
          () => asSeed()`
        select o.email, m.recipient, m.status from orders o, private.outbox m where o.id = ${id} and m.id = ${mail}`,
        )
        .toEqual([
          { email: "benar@contoh.test", recipient: "benar@contoh.test", status: "stored" },
        ]);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "in English: who may write notes says that the buyer knows, and a reader sees it alone",
    async () => {
      const { id } = await returned();
      const sql = asSeed();
      const become = (role: string) => sql`
      update profiles set staff_role = ${role} where id = (
        select id from auth.users where email = 'staff@etalase.test')`;
      await become("reader");
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "staff@etalase.test", `/en/admin/Orders/${id}`);
      await settled(page);
      const notice = page.getByRole("region", { name: "An email did not reach the buyer" });
      await notice.waitFor();
      expect(await notice.getByRole("button").count()).toBe(0);
      await become("warehouse");
      await page.reload();
      await settled(page);
      await notice.waitFor();
      expect(await notice.getByRole("textbox").count()).toBe(0);
      expect(await brokenRules(page)).toEqual([]);
      await notice.getByRole("button", { name: "The buyer knows" }).click();
      await notice.waitFor({ state: "detached" });
      await page.getByText("The buyer was contacted").waitFor();
      const rows = await sql`
      select resolution from private.undelivered_order_mails where order_id = ${id}`;
      expect(rows).toEqual([{ resolution: "told" }]);
      expect(complaints).toEqual([]);
    },
  );
});
