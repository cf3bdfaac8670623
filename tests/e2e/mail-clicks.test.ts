import { beforeAll, describe, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import {
  chooseToPay,
  hasBrowser,
  putMugInCart,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { startCampaign } from "#tests/support/builders/campaigns.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a link in a campaign's mail", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let k = "";
  beforeAll(async () => {
    provideSecret(Buffer.alloc(32, "a"));
    const campaign = await startCampaign();
    await renderVersions(campaign, "https://shop.test");
    const [row] = await asSeed()<{ id: number }[]>`
      select min(id) as id from private.mail_versions where campaign = ${campaign}`;
    k = `${campaign}.${row?.id}.1`;
  });
  const counted = async () => {
    const [row] =
      await asSeed()`select sum(clicks)::int as clicks, sum(people)::int as people from private.mail_clicks`;
    return row;
  };

  test("opens the page that everybody gets, counts once on a device, and marks the order that follows", async () => {
    const bare = async (query: string) => {
      const answer = await fetch(`${program().url}/item/mug-ngopi-dulu${query}`);
      const text = await answer.text();
      return [answer.headers.get("cache-control"), text.replaceAll(/ nonce="[^"]*"/g, "")];
    };
    // A scanner without scripts: the same bytes, and nothing counted.
    expect(await bare(`?k=${k}`)).toEqual(await bare(""));
    expect(await bare("?k=%00<x>&k=1.1.1")).toEqual(await bare(""));
    // Mails outlive names: the old one leads on with the mark.
    await asSeed()`update products set slug = 'mug-lama' where slug = 'mug-ngopi-dulu'`;
    await asSeed()`update products set slug = 'mug-ngopi-dulu' where slug = 'mug-lama'`;
    const moved = await fetch(`${program().url}/item/mug-lama?k=${k}`, { redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([
      301,
      `/item/mug-ngopi-dulu?k=${k}`,
    ]);
    expect(await counted()).toEqual({ clicks: null, people: null });

    const { page, complaints } = await chromium.open();
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    const beacon = page.waitForResponse(`${program().url}/api/mail-click`);
    await page.goto(`${program().url}/item/mug-ngopi-dulu?k=${k}&warna=biru#ulasan`);
    expect((await beacon).status()).toBe(200);
    expect(page.url()).toBe(`${program().url}/item/mug-ngopi-dulu?warna=biru#ulasan`);
    expect(await counted()).toEqual({ clicks: 1, people: 1 });

    await page.goto(`${program().url}/Shop?k=${k}`);
    await page.waitForURL(`${program().url}/Shop`);
    // A mark that no mail has replaces nothing.
    const unknown = page.waitForResponse(`${program().url}/api/mail-click`);
    await page.goto(`${program().url}/Shop?k=999.999.1`);
    expect((await unknown).status()).toBe(204);
    expect(await counted()).toEqual({ clicks: 1, people: 1 });

    scripts.length = 0;
    await putMugInCart(page, program().url);
    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    expect(scripts.filter((path) => /mail-click/.test(path))).toEqual([]);
    await page.getByText("Tiba").first().waitFor();
    await chooseToPay(page, "QRIS");
    await page.getByRole("button", { name: /^(Bayar|Pesan)/ }).click();
    await expect
      .poll(
        () => asSeed()`
          select concat_ws('.', campaign, version_id, link) as k, via from private.order_marks`,
      )
      .toEqual([{ k, via: "click" }]);
    expect(complaints).toEqual([]);
  });

  test("is counted for the shop's own pages alone", async () => {
    const answer = await fetch(`${program().url}/api/mail-click`, {
      method: "POST",
      headers: { origin: "https://lain.test" },
      body: JSON.stringify({ k, first: true }),
    });
    expect(answer.status).toBe(403);
  });
});
