import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("pictures for designs", () => {
  const { program } = useProgram();
  const chromium = useChromium({ showsPictures: true });
  const post = (body: Uint8Array, headers: Record<string, string> = {}) =>
    fetch(`${program().url}/api/design-assets?name=liburan.jpg`, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "content-type": "image/jpeg", origin: program().url, ...headers },
    });

  test("a guest uploads a picture over a megabyte and loads its preview by its hash", async () => {
    const bytes = await photograph({ r: 90, g: 30, b: 200 }, [3000, 2000]);
    const padded = Buffer.concat([bytes, Buffer.alloc(1_500_000)]);
    const taken = await post(padded);
    expect(taken.status).toBe(200);
    const { asset } = (await taken.json()) as { asset: { sha256: string; width: number } };
    expect(asset).toMatchObject({ width: 3000, name: "liburan.jpg", is_converted: false });
    const preview = await fetch(`${program().url}/api/design-assets/${asset.sha256}`);
    expect(preview.headers.get("content-type")).toBe("image/webp");
    // No cache that others share keeps a buyer's picture or words.
    expect(preview.headers.get("cache-control")).toMatch(/^private/);
    const typed = await fetch(`${program().url}/api/design-preview?f.name=Rani`);
    expect(typed.headers.get("cache-control")).toMatch(/^private/);
    expect((await preview.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const unknown = await fetch(`${program().url}/api/design-assets/${"a".repeat(64)}`);
    expect(unknown.status).toBe(404);
  });

  test.runIf(hasBrowser)(
    "a signed-in buyer sees an uploaded photograph in the preview, the mock-up and the drawing board",
    async () => {
      const [goods] = await asSeed()<{ template: string; variant: string; slug: string }[]>`
        select t.id as template, v.id as variant, p.slug from design_templates t
        join products p on p.id = t.product_id join product_variants v on v.product_id = p.id
        where t.document::text like '%"rule": "photo"%' limit 1`;
      const photo = await photograph({ r: 200, g: 30, b: 90 }, [1200, 1200]);
      const { page } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "customer@etalase.test", "/dashboard");
      const seen = await page.evaluate(
        async ({ template, variant, slug, bytes }) => {
          const sent = await fetch("/api/design-assets?name=foto.jpg", {
            method: "POST",
            headers: { "content-type": "image/jpeg" },
            body: new Uint8Array(bytes),
          });
          const { asset } = await sent.json();
          const query = new URLSearchParams({ template, variant, "f.photo": asset.sha256 });
          const preview = await fetch(`/api/design-preview?${query}`);
          const mockup = await fetch(`/api/design-mockup?${query}&file=x.640.webp`);
          const board = await fetch(`/item/${slug}/Design?${query}`);
          return {
            statuses: [preview.status, mockup.status, board.status],
            isDrawn: (await preview.json()).svg?.includes("<image"),
            isOnBoard: (await board.text()).includes(asset.sha256),
          };
        },
        { ...goods, bytes: [...photo] } as {
          template: string;
          variant: string;
          slug: string;
          bytes: number[];
        },
      );
      expect(seen).toEqual({ statuses: [200, 200, 200], isDrawn: true, isOnBoard: true });
    },
  );

  test("a file that is no picture, one that is too large and a foreign page's are refused", async () => {
    const stored = () => asSeed()`select id from design_assets order by id`;
    const before = await stored();
    const text = await post(Buffer.from("halo"));
    expect([text.status, await text.json()]).toEqual([
      422,
      { error: { code: "picture_wrong_type" } },
    ]);
    expect(await statusOfClaimed(program().url, 26 * 1024 * 1024)).toBe(413);
    const foreign = await post(Buffer.from("x"), { origin: "https://lain.example" });
    expect(foreign.status).toBe(403);
    expect(await stored()).toEqual(before);
  });

  test.runIf(hasBrowser)(
    "a drawing is told how it becomes a picture; what could not be sent goes out by its button, and by itself once the network is back",
    { timeout: 60_000 },
    async () => {
      const { page, context, complaints } = await chromium.open({ width: 1280 });
      await page.goto(`${program().url}/item/tote-desain-anda/Design`);
      await page.waitForSelector("html[data-alive]");
      const layers = page.getByRole("listbox", { name: "Lapisan" }).getByRole("option");
      const before = await layers.count();
      await page.getByRole("button", { name: "Gambar", exact: true }).click();
      const field = page.getByLabel("Pilih gambar");
      const logo = { name: "logo.cdr", mimeType: "image/jpeg", buffer: Buffer.from("RIFF CDRD") };
      await field.setInputFiles(logo);
      await page.getByText(/ekspor sebagai PNG 300 dpi/).waitFor();
      const again = page.getByRole("button", { name: "Kirim lagi" });
      expect(await again.count()).toBe(0);
      const buffer = await photograph({ r: 90, g: 30, b: 200 }, [1400, 1600]);
      const uploads = /design-assets\?name=/;
      for (const isByItself of [false, true]) {
        await page.route(uploads, (route) => route.abort());
        await field.setInputFiles({ name: "kucing.jpg", mimeType: "image/jpeg", buffer });
        await page.getByText(/^Gambar belum terkirim/).waitFor();
        if (!isByItself) expect(await brokenRules(page)).toEqual([]);
        await page.unroute(uploads);
        if (isByItself) {
          await context.setOffline(true);
          await context.setOffline(false);
        } else await again.click();
        await expect.poll(() => layers.count()).toBe(before + (isByItself ? 2 : 1));
        await page.getByRole("button", { name: "Gambar", exact: true }).click();
      }
      expect(complaints.filter((text) => !/ERR_FAILED|422/.test(text))).toEqual([]);
    },
  );
});

/** The answer to a body that is announced and never sent. */
function statusOfClaimed(url: string, bytes: number): Promise<number> {
  const address = new URL("/api/design-assets", url);
  return new Promise((resolve, reject) => {
    const headers = { "content-length": bytes, origin: url };
    const request = httpRequest(address, { method: "POST", headers }, (answer) => {
      resolve(answer.statusCode ?? 0);
      request.destroy();
    });
    request.on("error", reject);
    request.flushHeaders();
  });
}
