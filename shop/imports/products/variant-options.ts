import type { ProductFields } from "#shop/catalogue/products/product.ts";
import { maxOptionValues } from "#shop/catalogue/products/product.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";

/** `colour` and `size` are the filters of the shop window. */
export function optionCode(name: string): string {
  if (/^(warna|colou?r)$/i.test(name)) return "colour";
  if (/^(ukuran|size)$/i.test(name)) return "size";
  return slugOf(name).slice(0, 60);
}

type Option = ProductFields["options"][number];

/** Options that gain the values which rows name. */
export class Options {
  readonly #all: (Omit<Option, "values"> & { values: Option["values"][number][] })[];

  constructor(options: ProductFields["options"]) {
    this.#all = options.map((option) => ({ ...option, values: [...option.values] }));
  }

  get all(): ProductFields["options"] {
    return this.#all;
  }

  /**
   * The code of the value with this label, which is added if it is missing. One value above the limit is added, so that the
   * product is refused; further values are not added.
   */
  valueOf(place: number, label: string): string {
    const values = this.#all[place]?.values ?? [];
    const known = values.find((value) => value.label.id === label);
    if (known) return known.code;
    const last = values.at(maxOptionValues);
    if (last) return last.code;
    const code = freeCode(slugOf(label).slice(0, 50) || "nilai", values);
    values.push({ code, label: { id: label, en: "" } });
    return code;
  }
}

function freeCode(wanted: string, values: readonly { readonly code: string }[]): string {
  for (let n = 1; ; n++) {
    const code = n === 1 ? wanted : `${wanted}-${n}`;
    if (values.every((value) => value.code !== code)) return code;
  }
}
