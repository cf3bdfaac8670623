import { beforeAll, describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { type PaidOrder, paidOrder } from "#tests/support/builders/orders.ts";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

describe.runIf(hasBrowser)("a chargeback beyond the balance", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let order: PaidOrder;
  beforeAll(async () => {
    openTestProviders();
    order = await paidOrder("tolak-bayar", [2]);
    await asSeed()`
      with task as (
        insert into payment_tasks (order_id, payment_id, kind, details)
        select order_id, id, 'chargeback', '{"amount": 50000, "reference": "dp_1"}'
        from payments where order_id = ${order.id} returning id, payment_id
      )
      insert into payment_shortfalls (payment_id, provider_reference, kind, task_id, amount)
      select payment_id, reference, 'chargeback', id, amount
      from task, (values ('dp_1', 10000), ('dp_2', 2345)) as shortfall (reference, amount)`;
  });

  const looks = [
    [390, false],
    [390, true],
    [1280, false],
    [1280, true],
  ] as const;
  test.each(shareOf(looks, 1, 4))(
    "staff see with its task how much was refunded before (%i px, dark: %s)",
    async (width, dark) => {
      const { page, complaints } = await chromium.open({ width, dark });
      await signIn(page, program().url, "staff@etalase.test", "/admin/Payments");
      await settled(page);
      const sum = page.getByText("Di antaranya sudah dikembalikan sebelumnya").locator("..");
      await sum.getByText(/Rp12\.345/).waitFor();
      expect(await brokenRules(page)).toEqual([]);
      expect(await tooWide(page, "a chargeback with a shortfall")).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
