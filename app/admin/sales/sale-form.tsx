import { useState } from "react";
import { useFetcher } from "react-router";
import { ProductSearch } from "#app/admin/kit/product-search.tsx";
import { useSaleWords } from "#app/admin/sales/messages/sales.ts";
import { useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import { type Sale, type SaleKind, saleKinds } from "#shop/catalogue/sales/sale.ts";
import { type ShopTimeZone, shopTimeZones } from "#shop/kernel/time-zones.ts";
import type { SaleAnswer } from "./sale-action.server.ts";

interface SaleFormProps {
  sale: Sale | null;
  newId: string;
  timeZone: ShopTimeZone;
  categories: readonly { readonly id: string; readonly name: LocalText }[];
}

/** The draft of a sale. */
export function SaleForm({ sale, newId, timeZone, categories }: SaleFormProps) {
  const words = useSaleWords();
  const language = useLanguage();
  const fetcher = useFetcher<SaleAnswer>();
  const [kind, setKind] = useState<SaleKind>(sale?.kind ?? "percent");
  const [products, setProducts] = useState(sale?.products ?? []);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf = (name: string) =>
    reply?.problems?.[name] ? say(reply.problems[name]) : undefined;
  return (
    <fetcher.Form
      method="post"
      noValidate
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 border border-rule p-4"
    >
      <input type="hidden" name="id" value={sale?.id ?? newId} />
      <input type="hidden" name="version" value={sale?.version ?? 0} />
      <Field label={words.name} hint={words.nameHint} error={errorOf("name")}>
        {(parts) => (
          <TextInput
            {...parts}
            name="name"
            maxLength={80}
            autoComplete="off"
            defaultValue={sale?.name ?? ""}
          />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <fieldset className="grid gap-1">
          <legend className="text-sm font-semibold">{words.kind}</legend>
          {saleKinds.map((name) => (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="kind"
                value={name}
                checked={kind === name}
                onChange={() => setKind(name)}
                className="size-5 accent-carbon"
              />
              {words.kinds[name]}
            </label>
          ))}
        </fieldset>
        <Field label={words.values[kind]} error={errorOf("value")}>
          {(parts) => (
            <TextInput
              {...parts}
              name="value"
              inputMode="numeric"
              className="figures"
              maxLength={20}
              defaultValue={sale?.value ?? ""}
            />
          )}
        </Field>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(["starts_at", "ends_at"] as const).map((name) => (
          <Field
            key={name}
            label={name === "starts_at" ? words.startsAt : words.endsAt}
            hint={words.zone(shopTimeZones[timeZone].name)}
            error={errorOf(name)}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name={name}
                type="datetime-local"
                className="figures"
                max="2999-12-31T23:59"
                defaultValue={sale?.[name] ?? ""}
              />
            )}
          </Field>
        ))}
      </div>
      <ProductSearch
        label={words.findProducts}
        error={errorOf("product_ids")}
        onChoose={(hit) =>
          setProducts([
            ...products.filter(({ id }) => id !== hit.id),
            { id: hit.id, name: hit.name },
          ])
        }
      />
      {products.length > 0 ? (
        <ul aria-label={words.products} className="flex flex-wrap gap-2">
          {products.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex min-h-8 max-w-full items-center border border-control bg-paper pl-2"
            >
              <input type="hidden" name="product" value={id} />
              <span className="truncate">{inLanguage(name, language)}</span>
              <button
                type="button"
                aria-label={words.remove(inLanguage(name, language))}
                onClick={() => setProducts(products.filter((other) => other.id !== id))}
                className="inline-grid size-8 shrink-0 place-items-center hover:text-stamp"
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.categories}</legend>
        <p className="text-sm text-muted">{words.categoriesHint}</p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="category"
              value={id}
              label={inLanguage(name, language)}
              defaultChecked={sale?.category_ids.includes(id) ?? false}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          name="intent"
          value="save"
          busy={busy}
          look={sale ? "quiet" : "primary"}
        >
          {words.save}
        </Button>
        <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
          {reply?.problem ? say(reply.problem) : reply?.done ? words.saved : ""}
        </p>
      </div>
    </fetcher.Form>
  );
}
