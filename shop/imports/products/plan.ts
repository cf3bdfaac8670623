import type { ProductStatus } from "#shop/catalogue/products/product.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import type { UnknownCategories } from "#shop/imports/import.ts";
import type { Plan } from "#shop/imports/kind.ts";
import type { FileProduct } from "./export-row.ts";
import type { PictureAddress } from "./picture-addresses.ts";

export interface ProductPlan extends Plan {
  /** The product of the shop; null: a new one. */
  readonly product: FileProduct | null;
  /** Paths of categories that the shop does not have and the import adds. */
  readonly newCategories: readonly string[];
  /** Null: unchanged. */
  readonly status: ProductStatus | null;
  /** Pictures to download. */
  readonly pictures: readonly PictureAddress[];
  /** What is saved; without the categories that do not exist yet. */
  readonly save: ProductSave;
}

export interface PlanContext {
  /** Of the categories, by id. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Ids of categories by slug, by name in small letters, and by `pathKey`. */
  readonly categories: ReadonlyMap<string, string>;
  readonly unknownCategories: UnknownCategories;
  /** Whether the person who imports may add pictures. */
  readonly mayPicture: boolean;
  /** Names the save, so that stock is counted once. */
  readonly key: string;
  readonly newId: () => string;
}
