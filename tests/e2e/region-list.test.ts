import { describe, expect, test } from "vitest";
import { hasBrowser, settled, useChromium } from "#tests/support/browser/browser.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

describe.runIf(hasBrowser)("the list of kecamatan", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  const places = [
    ["/Cart", 390],
    ["/Cart", 1280],
    ["/item/mug-ngopi-dulu", 390],
    ["/item/mug-ngopi-dulu", 1280],
  ] as const;
  // The first and the last one.
  test.each(shareOf(places, 0, 3))(
    "on %s at %i px each of its choices can be read and pressed",
    async (path, width) => {
      const { page } = await chromium.open({ width });
      // Recently viewed products below the cart.
      for (const slug of ["kaos-kawung-saku", "mug-ngopi-dulu"]) {
        await page.goto(`${program().url}/item/${slug}`);
        await settled(page);
      }
      await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
      await page.getByRole("dialog").waitFor();
      await page.goto(program().url + path);
      await settled(page);
      await page.getByRole("combobox", { name: /Kelurahan|Kecamatan|Kirim/i }).fill("cilandak");
      const options = page.getByRole("option");
      await options.first().waitFor();
      const covered = await options.evaluateAll((all) =>
        all.flatMap((option) => {
          option.scrollIntoView({ block: "center" });
          const { left, top, width, height } = option.getBoundingClientRect();
          const points = [0.05, 0.5, 0.95].map((part) =>
            document.elementFromPoint(left + width * part, top + height / 2),
          );
          const over = points.find((element) => !option.contains(element));
          return over
            ? [`${option.textContent} is under <${over.localName} ${over.className}>`]
            : [];
        }),
      );
      expect(covered).toEqual([]);
      const last = options.last();
      const label = await last.textContent();
      await last.click();
      await page
        .getByText(label ?? "", { exact: false })
        .first()
        .waitFor();
    },
  );
});
