import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { shirtDesign, withPicture } from "#tests/support/builders/shirt-designs.ts";
import { makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { unagreedDpi } from "./blur.ts";
import { keepDesign } from "./keep-design.server.ts";

testDatabase({ demo: true });

test("a picture that will look blurred is kept only as blurred as its buyer agreed to", async () => {
  const { variant_id, document } = await shirtDesign();
  const { person } = await makeCustomer("buram");
  const sha256 = "e".repeat(64);
  const keep = async (width: number, blurred?: number) => {
    // 100 mm wide on a shirt that is printed well with 150 dots an inch, and not at all below 80.
    const pictured = withPicture(document, sha256, [width, 400]);
    await asSeed()`
      insert into design_assets (customer_id, sha256, kind, width, height, bytes, name)
      values (${person.id}, ${sha256}, 'png', ${width}, 400, 1000, 'foto.png')
      on conflict on constraint design_asset_taken do update set width = excluded.width`;
    const id = randomUUID();
    const input = { variant_id, document: pictured, rights: "2026-11 id", blurred };
    const kept = await keepDesign(person, id, input, randomUUID());
    const stored = await asSeed()`select from design_versions where id = ${id}`;
    expect(stored).toHaveLength(kept.ok ? 1 : 0);
    return kept.ok ? "kept" : kept.problem;
  };
  expect(await keep(590)).toBe("kept");
  expect(await keep(400)).toEqual({ code: "blur_unticked", dpi: 101 });
  // Agreed to another, sharper picture.
  expect(await keep(400, 110)).toEqual({ code: "blur_unticked", dpi: 101 });
  expect(await keep(400, 101)).toBe("kept");
  // Below the floor no tick helps.
  expect(await keep(300, 76)).toMatchObject({ code: "design_blocked" });
});

test("the worst picture counts, and a little blur from close up needs nothing", () => {
  const found = [
    { code: "dpi_below_min", dpi: 110 },
    { code: "dpi_below_min", dpi: 95 },
    { code: "dpi_below_target", dpi: 130 },
  ] as const;
  expect([undefined, 110, 96, 95, 90].map((dpi) => unagreedDpi(found, dpi))).toEqual([
    ...[95, 95, 95, null, null],
  ]);
  expect(unagreedDpi(found.slice(2), undefined)).toBeNull();
});
