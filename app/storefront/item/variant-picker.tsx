import { useItemWords } from "#app/storefront/item/messages/item.ts";
import type { ProductOption } from "#shop/catalogue/catalogue.ts";
import type { VariantChoice } from "./chosen-variant.ts";

/**
 * A button for every value. A value that is sold out, or not made with the other chosen values, is struck through, not
 * hidden. Choosing one that is not made changes the other values and shows a message about it.
 */
export function VariantPicker({
  options,
  choice,
}: {
  options: readonly ProductOption[];
  choice: VariantChoice;
}) {
  const item = useItemWords();
  const replaced = options.flatMap(({ code, values }) => {
    const value = values.find((one) => one.code === choice.variant.options[code]);
    return value && choice.replaced.includes(code) ? [value.label] : [];
  });
  return (
    <>
      {options.map((option) => {
        const chosen = choice.variant.options[option.code];
        return (
          <fieldset key={option.code}>
            <legend className="mb-2 text-sm">
              <span className="font-semibold">{option.name}</span>
              <span className="text-muted">
                {" "}
                {option.values.find(({ code }) => code === chosen)?.label}
              </span>
            </legend>
            <div className="flex flex-wrap gap-2">
              {option.values.map((value) => {
                const state = choice.stateOf(option.code, value.code);
                return (
                  <label
                    key={value.code}
                    className={`relative flex min-h-11 min-w-11 items-center justify-center gap-2 border border-control bg-card px-3 text-sm has-checked:border-ink has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-carbon ${state === "available" ? "hover:border-ink" : "text-muted line-through"} ${state === "missing" ? "border-dashed" : ""}`}
                  >
                    <input
                      type="radio"
                      name={option.code}
                      value={value.code}
                      checked={chosen === value.code}
                      onChange={() => choice.choose(option.code, value.code)}
                      className="sr-only"
                    />
                    {value.colour ? (
                      <span
                        aria-hidden="true"
                        className="size-4 border border-control"
                        style={{ backgroundColor: value.colour }}
                      />
                    ) : null}
                    {value.label}
                    {state === "available" ? null : (
                      <span className="sr-only">
                        ({state === "missing" ? item.missingValue : item.soldOutValue})
                      </span>
                    )}
                  </label>
                );
              })}
            </div>
          </fieldset>
        );
      })}
      <p role="status" className="text-sm empty:hidden">
        {replaced.length > 0 ? item.replaced(replaced.join(", ")) : null}
      </p>
    </>
  );
}
