import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import { DesignParts } from "#app/ui/domain/design/design-parts.tsx";
import { nextStep } from "#shop/designs/print/price-design.ts";
import type { RosterStart, TypedRoster } from "#shop/designs/roster/find-roster-start.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { useRosterPreview } from "./use-roster-preview.ts";

interface RosterSideProps {
  start: RosterStart;
  typed: TypedRoster;
  /** Index of the row whose print is shown. */
  shown: number;
}

/** The print of the chosen row, and the price of all pieces. */
export function RosterSide({ start: { variants, rules }, typed, shown }: RosterSideProps) {
  const words = useRosterWords();
  const price = useDesignPriceWords();
  // A row without a size has no price yet.
  const priceOf = (id: string) => variants.find((variant) => variant.id === id)?.price;
  const filled = typed.rows.filter(
    ({ variant_id, values }) =>
      priceOf(variant_id) !== undefined &&
      Object.values(values).some((value) => value.trim() !== ""),
  );
  const row = typed.rows[shown] ?? typed.rows[0];
  const { shown: preview, isRefused } = useRosterPreview({
    variantId: row?.variant_id ?? "",
    templateId: typed.template,
    values: { ...typed.values, ...row?.values },
    pieces: filled.length,
  });
  const cost = preview?.price;
  const goods = filled.reduce((sum, { variant_id }) => sum + (priceOf(variant_id) ?? 0), 0);
  const step = nextStep(rules, filled.length);
  const text = Object.values(row?.values ?? {})
    .filter(Boolean)
    .join(" ");
  return (
    <div className="sheet sheet-top">
      <div className="grid gap-4 px-5 pt-6 pb-6">
        <div className="aspect-square border border-rule bg-white" data-roster-preview>
          {preview ? (
            <img
              // The garment of the row; where it cannot be drawn, the flat print.
              src={preview.mockup ?? `data:image/svg+xml,${encodeURIComponent(preview.svg)}`}
              alt={words.preview(text)}
              className="size-full"
            />
          ) : null}
        </div>
        <p className="text-sm text-muted">
          {isRefused ? words.previewRefused : preview ? words.illustration : words.previewEmpty}
        </p>
        {filled.length > 0 && cost ? (
          <div role="status" className="grid gap-2">
            <DesignParts parts={cost.parts} />
            <p className="total-rule flex flex-wrap justify-between gap-x-3 pt-3 font-semibold">
              <span>{words.total(filled.length)}</span>
              <span className="money">
                {formatRupiah(goods + cost.unit * filled.length + cost.setup)}
              </span>
            </p>
            <p className="text-sm text-muted">
              {words.each}{" "}
              {step && step.less > 0 ? price.cheaper(step.from, formatRupiah(step.less)) : null}
            </p>
          </div>
        ) : null}
      </div>
    </div>
  );
}
