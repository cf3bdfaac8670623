import { describe, expect, test } from "vitest";
import { seedId } from "#db/seed/deterministic.ts";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { focused, tabTo } from "#tests/support/browser/keyboard.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const regular = seedId("method:regular");
const java = seedId("zone:java");
const bandung = seedId("zone:bandung");
const screens = [
  "/admin/Shipping",
  `/admin/Shipping/Zones/${bandung}`,
  "/admin/Shipping/Zones/new",
  "/admin/Shipping/Coverage",
  "/admin/Shipping/Methods",
  `/admin/Shipping/Methods/${regular}`,
  "/admin/Shipping/Rates",
  `/admin/Shipping/Rates/${regular}/${java}`,
  "/admin/Shipping/Hours",
  "/admin/Shipping/Classes",
  "/admin/Shipping/Couriers",
  "/admin/Shipping/Origin?q=sumur+bandung",
  "/admin/Shipping/Test",
];

describe.runIf(hasBrowser)("the settings of delivery", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const rateOf = async () => {
    const [rate] = await asSeed()<{ first_kg: number }[]>`
      select first_kg from shipping_rates where method_id = ${regular} and zone_id = ${java}`;
    return rate?.first_kg;
  };

  longProof("are accessible and fit the screen in both languages and modes", async () => {
    for (const [place, [width, dark, prefix]] of (
      [
        [1280, false, ""],
        [390, true, "/en"],
      ] as const
    ).entries()) {
      const { page, complaints } = await chromium.open({ width, dark });
      await signIn(page, program().url, "admin@etalase.test");
      for (const path of shareOf(screens, place, 2)) {
        await page.goto(`${program().url}${prefix}${path}`);
        await page.waitForSelector("html[data-alive]");
        expect(await brokenRules(page), path).toEqual([]);
        expect(await tooWide(page, path)).toEqual([]);
      }
      expect(complaints).toEqual([]);
    }
  });

  longProof(
    "work as plain forms: a region moves, a price is tried and saved, without scripts",
    async () => {
      const { context } = await chromium.open({ width: 1280 });
      const { page: signedIn } = await chromium.open({ width: 1280 });
      await signIn(signedIn, program().url, "admin@etalase.test");
      const browser = context.browser();
      const plain = await browser?.newContext({
        javaScriptEnabled: false,
        storageState: await signedIn.context().storageState(),
      });
      const page = await plain?.newPage();
      if (!page) throw new Error("no browser");
      await page.goto(`${program().url}/admin/Shipping/Zones/${java}`);
      await page.getByRole("button", { name: "Buka Jawa Barat" }).click();
      await page.getByRole("checkbox", { name: /^Kota Cimahi/ }).check();
      await page.getByRole("button", { name: "Simpan" }).last().click();
      await page.getByRole("heading", { name: "Sudah ada di zona lain" }).waitFor();
      await page.getByRole("button", { name: "Pindahkan ke zona ini" }).click();
      await page.getByText("Tersimpan").first().waitFor();
      const [owner] = await asSeed()`
      select zone_id from shipping_zone_regions where region_code = '3277'`;
      expect(owner).toEqual({ zone_id: java });

      await page.goto(`${program().url}/admin/Shipping/Rates/${regular}/${java}`);
      await page.getByLabel("Kelipatan pertama (Rp)").fill("18.250");
      await page.getByLabel("Kecamatan atau kode pos").fill("cimahi");
      await page.getByRole("button", { name: "Uji isian ini" }).click();
      await page.getByText("Berbeda").first().waitFor();
      expect(await rateOf()).toBe(16_000);
      await page.getByRole("button", { name: "Simpan" }).last().click();
      await page.getByText("Tersimpan").first().waitFor();
      expect(await rateOf()).toBe(18_250);
      await plain?.close();
    },
  );

  longProof("by keyboard alone a price is changed, tried on 20 cities and saved", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test");
    await page.goto(`${program().url}/admin/Shipping/Rates/${regular}/${java}`);
    await page.waitForSelector("html[data-alive]");
    await tabTo(page, "textbox", "Kelipatan pertama (Rp)");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("19.500");
    await tabTo(page, "checkbox", "Uji 20 kota contoh sekaligus");
    await page.keyboard.press("Space");
    await tabTo(page, "button", "Uji isian ini sebelum disimpan");
    await page.keyboard.press("Enter");
    await page.getByText("berbeda", { exact: false }).first().waitFor();
    expect(await focused(page)).toContain("Uji isian ini");
    await tabTo(page, "button", "Simpan");
    await page.keyboard.press("Enter");
    await page.getByText("Tersimpan").first().waitFor();
    expect(await rateOf()).toBe(19_500);
  });

  test("two people who save different fields lose nothing; the same field shows three values", async () => {
    const url = `${program().url}/admin/Shipping/Methods/${regular}`;
    const [mine, theirs] = [
      await chromium.open({ width: 1280 }),
      await chromium.open({ width: 1280 }),
    ];
    for (const { page } of [mine, theirs]) {
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(url);
      await page.waitForSelector("html[data-alive]");
    }
    await theirs.page.getByLabel("Berat tertinggi (gram)").fill("25.000");
    await theirs.page.getByRole("button", { name: "Simpan" }).last().click();
    await theirs.page.getByText("Tersimpan").first().waitFor();
    await mine.page.getByLabel("Layanan").fill("REG25");
    await mine.page.getByRole("button", { name: "Simpan" }).last().click();
    await mine.page.getByText("digabung dengan perubahan").waitFor();
    const [merged] = await asSeed()`
      select service, max_weight_grams from shipping_methods where id = ${regular}`;
    expect(merged).toEqual({ service: "REG25", max_weight_grams: 25_000 });

    await theirs.page.goto(url);
    await theirs.page.waitForSelector("html[data-alive]");
    await mine.page.goto(url);
    await mine.page.waitForSelector("html[data-alive]");
    await theirs.page.getByLabel("Layanan").fill("THEIRS");
    await theirs.page.getByRole("button", { name: "Simpan" }).last().click();
    await theirs.page.getByText("Tersimpan").first().waitFor();
    await mine.page.getByLabel("Layanan").fill("MINE");
    await mine.page.getByRole("button", { name: "Simpan" }).last().click();
    await mine.page.getByText("Orang lain baru saja mengubah ini").first().waitFor();
    for (const value of ["REG25", "THEIRS", "MINE"]) {
      await mine.page.getByText(value, { exact: true }).waitFor();
    }
    await mine.page.getByRole("button", { name: "Pakai isian orang lain" }).click();
    expect(await mine.page.getByLabel("Layanan").inputValue()).toBe("THEIRS");
    await mine.page.getByRole("button", { name: "Simpan" }).last().click();
    await mine.page.getByText("Tersimpan").first().waitFor();
    const [settled] = await asSeed()`select service from shipping_methods where id = ${regular}`;
    expect(settled).toEqual({ service: "THEIRS" });
  });

  longProof(
    "answer anything that a form can send without failing, and store none of it",
    async () => {
      const { page } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin");
      const everything = () => asSeed()`
      select (select json_agg(z order by id) from shipping_zones z) as zones,
        (select json_agg(g order by region_code) from shipping_zone_regions g) as regions,
        (select json_agg(m order by id) from shipping_methods m) as methods,
        (select json_agg(r order by method_id, zone_id) from shipping_rates r) as rates,
        (select json_agg(c order by weekday) from cutoffs c) as cutoffs,
        (select json_agg(c) from shop_closures c) as closures, (select json_agg(c) from couriers c) as couriers,
        (select json_agg(c order by slug) from shipping_classes c) as classes`;
      const before = await everything();
      const intents = [
        "",
        "save",
        "move",
        "find",
        "test",
        "test-find",
        "more",
        "copy",
        "preview",
        "apply",
        "hours",
        "closure",
        "delete",
        "ask-delete",
        "nonsense",
      ];
      const odd = [
        "",
        "-1",
        "9".repeat(40),
        "1e9",
        "\0",
        "<b>'\"%_\\\\",
        "💥".repeat(300),
        "2999-02-30",
        "NaN",
      ];
      const fields = [
        "version",
        "before",
        "loaded",
        "name.id",
        "courier",
        "region",
        "postcodes",
        "pricing",
        "first_kg",
        "tier_from",
        "tier_to",
        "tier_price",
        "min_days",
        "max_days",
        "percent",
        "rounding",
        "zone",
        "from",
        "to",
        "expected",
        "toggle",
        "open",
        "q",
        "move",
        "row",
        "slug",
        "code",
        "tracking_url",
        "closure",
        "from_day",
        "to_day",
        "hour.1",
        "at",
        "product",
        "category",
        "class",
        "payment",
        "source",
        "test.place",
        "test.kind",
        "test.weight",
        "test.goods",
        "test.order",
        "test.pick",
        "test.q",
        "test.payment",
      ];
      const statuses = new Set<number>();
      for (const [turn, path] of screens.entries()) {
        for (const [index, intent] of shareOf([...intents.entries()], turn, 4)) {
          const form = new URLSearchParams({ intent });
          // A deletion with the version that is stored would be no nonsense.
          for (const [place, name] of fields.entries())
            form.append(name, odd[(place + index) % odd.length] ?? "");
          const answer = await page.request.post(`${program().url}${path}`, {
            data: form.toString(),
            headers: { "content-type": "application/x-www-form-urlencoded", origin: program().url },
            maxRedirects: 0,
          });
          expect(answer.status(), `${path} ${intent}`).toBeLessThan(500);
          statuses.add(answer.status());
        }
      }
      // The forms were read, not turned away.
      expect(statuses).toContain(200);
      expect(await everything()).toEqual(before);
    },
  );

  test("staff who may read see them without a way to save; staff without the right are told so", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await asSeed()`
      update profiles set staff_role = 'reader'
      where id = (select id from auth.users where email = 'staff@etalase.test')`;
    await signIn(page, program().url, "staff@etalase.test");
    await page.goto(`${program().url}/admin/Shipping/Zones/${bandung}`);
    await page.getByText("Anda boleh melihat pengiriman, tetapi tidak mengubahnya.").waitFor();
    expect(await page.getByRole("button", { name: "Simpan" }).count()).toBe(0);
    await asSeed()`
      update profiles set staff_role = 'content'
      where id = (select id from auth.users where email = 'staff@etalase.test')`;
    const answer = await page.goto(`${program().url}/admin/Shipping`);
    expect(answer?.status()).toBe(403);
  });
});
