import fc from "fast-check";
import { expect, test } from "vitest";
import { designSummaries, priceRules } from "#tests/support/builders/design-prices.ts";
import { sampleLine } from "#tests/support/builders/price-samples.ts";
import { expectedDesigns } from "#tests/support/oracles/design-price-oracle.ts";
import { buyableLines } from "./cart-lines.ts";
import type { LoadedVariant } from "./load-cart.server.ts";

const variantIds = ["v1", "v2", "v3"];
const versionIds = ["d1", "d2"];

const variantOf = (id: string, unit_price: number): LoadedVariant => ({
  ...sampleLine,
  id,
  unit_price,
  product_id: "shirt",
  product_slug: "shirt",
  sku: id,
  name: "",
  options: "",
  picture: null,
  was_price: null,
  stock_band: "in",
  available: 999,
  backorder_limit: 0,
  min_pieces: 1,
  max_pieces: 999,
  spec_id: "spec",
  print_required: false,
  production_days: 0,
});

test("set-up is paid once for a version, and the quantity table counts all its lines", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          variant_id: fc.constantFrom(...variantIds),
          quantity: fc.integer({ min: 1, max: 60 }),
          version: fc.option(fc.constantFrom(...versionIds)),
        }),
        { minLength: 1, maxLength: 7 },
      ),
      fc.tuple(fc.nat(500_000), fc.nat(500_000), fc.nat(500_000)),
      fc.tuple(
        ...versionIds.map(() =>
          fc.record({
            price: fc.array(priceRules, { maxLength: 5 }),
            summary: designSummaries,
            is_set_up: fc.boolean(),
          }),
        ),
      ),
      (asked, prices, loaded) => {
        const variants = new Map(
          variantIds.map((id, index) => [id, variantOf(id, prices[index] ?? 0)]),
        );
        const found = versionIds.map((id, index) => ({
          id,
          product_id: "shirt",
          spec_id: "spec",
          production_days: 0,
          words: [],
          pieces: null,
          ...(loaded[index] ?? { price: [], summary: {} as never, is_set_up: false }),
        }));
        const lines = buyableLines(
          {
            lines: asked.map(({ variant_id, quantity, version }) => ({
              variant_id,
              quantity,
              ...(version === null ? {} : { design_id: version }),
            })),
          },
          variants,
          new Map(found.map((one) => [one.id, one])),
          [],
        );
        const expected = expectedDesigns(
          asked.map((line) => ({ ...line, base: variants.get(line.variant_id)?.unit_price ?? 0 })),
          new Map(
            found.map(({ id, price, summary, is_set_up }) => [
              id,
              { rules: price, summary, isSetUp: is_set_up },
            ]),
          ),
        );
        expect(
          lines.map(({ design }) => ({
            unit: BigInt(design?.price.unit ?? 0),
            setup: BigInt(design?.price.setup ?? 0),
          })),
        ).toEqual(expected);
      },
    ),
  );
});
