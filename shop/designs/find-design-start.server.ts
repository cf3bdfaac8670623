import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { ProductDetail, ProductVariant } from "#shop/catalogue/catalogue.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { templatePicture } from "#shop/catalogue/template-picture.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { withInksOf } from "./colour/garment-inks.ts";
import type { DesignDocument } from "./document/document.ts";
import { withPhotos } from "./document/photo-slots.ts";
import { type PrintSpec, readPrintSpec } from "./document/print-spec.ts";
import { readDocument } from "./document/read-document.ts";
import { resizeDocument } from "./document/resize-document.ts";
import type { DisplayList } from "./draw/display-list.ts";
import { openTemplate, withValues } from "./edit/open-template.ts";
import { photoFields } from "./fill-template.ts";
import { drawInThread } from "./in-thread.server.ts";
import type { KitFaces, Mockup } from "./mockups/choose-mockup.ts";
import { findKitFaces } from "./mockups/load-kit.server.ts";
import { mockupsColumn } from "./mockups/mockups-column.server.ts";
import { findAssets } from "./uploads/find-asset.server.ts";

/** A variant that can be printed. */
export interface PrintedVariant {
  readonly id: string;
  /** Its options, e.g. `Putih, M`; empty where the product has one variant. */
  readonly label: string;
  /** Whole rupiah without the design. */
  readonly price: number;
  readonly is_sold_out: boolean;
  readonly spec_id: string;
  /** Colour of the goods as #rrggbb; null where the shop does not say. */
  readonly body: string | null;
  readonly mockups: readonly Mockup[];
}

export interface StartTemplate {
  readonly id: string;
  readonly name: string;
  /** Path of its picture with its sample words. */
  readonly picture: string;
  readonly document: DesignDocument;
}

/** What the designer of a product starts with. */
export interface DesignStart {
  readonly product: { readonly id: string; readonly slug: string; readonly name: string };
  readonly variants: readonly PrintedVariant[];
  /** Id of the variant that it is made for at first. */
  readonly variant: string;
  readonly specs: Readonly<Record<string, PrintSpec>>;
  readonly templates: readonly StartTemplate[];
  /** What the shop's kits of their mock-ups face, by kit. */
  readonly kits: Readonly<Record<string, KitFaces>>;
  /** The chosen template, or the first, with the words that were typed so far. */
  readonly document: DesignDocument;
  /** That document as it is drawn, so that a page shows it before its scripts have come. */
  readonly list: DisplayList;
}

/** What a buyer chose on the product's page. */
export interface BegunDesign {
  readonly template: string | null;
  readonly variant: string | null;
  /** Words and the SHA-256 of photographs, by field. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * @param actor whose photographs begin the design
 * @returns undefined for a product that is not there or cannot be printed
 */
export async function findDesignStart(
  actor: Actor,
  slug: string,
  language: Language,
  begun: BegunDesign,
): Promise<DesignStart | undefined> {
  const product = await findProduct(slug, language);
  if (!product || product.templates.length === 0) return undefined;
  const sql = asShop();
  const [printed, stored] = await Promise.all([
    sql<{ variant_id: string; spec_id: string; spec: unknown; mockups: readonly Mockup[] }[]>`
      select vs.variant_id, s.id as spec_id, s.spec, ${mockupsColumn(sql, sql`s.spec -> 'mockups'`)} as mockups
      from product_variants v join variant_specs vs on vs.variant_id = v.id join print_specs s on s.id = vs.spec_id
      where v.product_id = ${product.id} and not v.archived`,
    sql<{ id: string; name: string; version: number; document: unknown }[]>`
      select id, version, ${textIn(sql, sql`name`, language)} as name, document from design_templates
      where product_id = ${product.id} and published order by position, id`,
  ]);
  const specs = new Map(printed.map(({ spec_id, spec }) => [spec_id, specOf(spec_id, spec)]));
  const printing = new Map(printed.map((found) => [found.variant_id, found]));
  const variants = product.variants.flatMap((variant) => {
    const found = printing.get(variant.id);
    return found ? [printedVariant(product, variant, found)] : [];
  });
  const optional = new Map<string, ReadonlySet<string>>();
  const templates = stored.map(({ id, name, version, document }) => {
    const read = readDocument(document);
    if (!read.ok) throw new Error(`the template ${id} cannot be read`);
    const { fields } = read.value;
    optional.set(id, new Set(fields.flatMap((field) => (field.required ? [] : field.id))));
    return {
      id,
      name,
      picture: templatePicture(id, version),
      document: openTemplate(read.value),
    };
  });
  const first = templates.find(({ id }) => id === begun.template) ?? templates[0];
  const own = first && specs.get(first.document.spec);
  const variant = first && firstVariant(variants, first.document, begun.variant);
  const spec = variant && specs.get(variant.spec_id);
  if (!first || !own || !variant || !spec) return undefined;
  const hashes = photoFields(first.document).flatMap((field) => begun.values[field] || []);
  const known = await findAssets(sql, actor, hashes);
  const chosen = Object.entries(begun.values).flatMap(([field, value]) => {
    const photo = known.get(value);
    return photo ? [[field, photo] as const] : [];
  });
  const typed = withPhotos(
    withValues(withInksOf(first.document, variant.body), begun.values, optional.get(first.id)),
    new Map(chosen),
  );
  const document = resizeDocument(typed, own, { id: variant.spec_id, spec });
  const { list } = await drawInThread("drawDesign", { document, spec });
  const { id, name } = product;
  return {
    product: { id, slug: product.slug, name },
    variants,
    variant: variant.id,
    specs: Object.fromEntries(specs),
    kits: await findKitFaces(
      sql,
      printed.flatMap(({ mockups }) => mockups),
    ),
    templates,
    document,
    list,
  };
}

/** The one that was asked for, or the first in stock of the template's own specification. */
function firstVariant(
  variants: readonly PrintedVariant[],
  document: DesignDocument,
  asked: string | null,
): PrintedVariant | undefined {
  const fitting = variants.filter(({ spec_id }) => spec_id === document.spec);
  return (
    variants.find(({ id }) => id === asked) ??
    fitting.find(({ is_sold_out }) => !is_sold_out) ??
    fitting[0] ??
    variants[0]
  );
}

function specOf(id: string, stored: unknown): PrintSpec {
  const read = readPrintSpec(stored);
  if (!read.ok) throw new Error(`the print specification ${id} cannot be read`);
  return read.value;
}

function printedVariant(
  { options }: ProductDetail,
  { id, price, stock_band, options: chosen }: ProductVariant,
  { spec_id, mockups }: Pick<PrintedVariant, "spec_id" | "mockups">,
): PrintedVariant {
  const values = options.flatMap(
    ({ code, values }) => values.find((value) => value.code === chosen[code]) ?? [],
  );
  return {
    id,
    label: values.map(({ label }) => label).join(", "),
    price,
    is_sold_out: stock_band === "out",
    spec_id,
    mockups,
    body: values.find(({ colour }) => colour)?.colour ?? null,
  };
}
