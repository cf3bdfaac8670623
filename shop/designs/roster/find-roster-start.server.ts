import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { ProductOption, ProductTemplate } from "#shop/catalogue/catalogue.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { RosterVariant } from "./parse-rows.ts";
import type { RosterPiece, RosterRow } from "./roster.ts";
import type { ColouredVariant } from "./roster-colour.ts";
import { rosterTemplateOf } from "./roster-template.ts";

/** A variant that a row can choose. */
export interface RosterChoice extends RosterVariant, ColouredVariant {
  /** Whole rupiah without the design. */
  readonly price: Rupiah;
  readonly is_sold_out: boolean;
}

/** What the page of a roster starts with; the same for every visitor. */
export interface RosterStart {
  readonly product: { readonly id: string; readonly slug: string; readonly name: string };
  readonly variants: readonly RosterChoice[];
  /** The option that is chosen once for all rows; null: each row chooses all options. */
  readonly colour: {
    readonly name: string;
    /** Names of the other options, e.g. `Ukuran`. */
    readonly others: string;
    readonly values: readonly { readonly code: string; readonly label: string }[];
  } | null;
  /** Those with fields of which each piece has its own. */
  readonly templates: readonly ProductTemplate[];
  readonly rules: readonly PriceRule[];
}

/**
 * @param design version of a design that the actor drew on the board, or a roster of one: its words are filled in row by row
 * @returns undefined for a product that is not there or takes no rosters
 */
export async function findRosterStart(
  slug: string,
  language: Language,
  actor: Actor,
  design: string | null,
): Promise<RosterStart | undefined> {
  const product = await findProduct(slug, language);
  if (!product) return undefined;
  const own =
    design === null ? undefined : await findOwnTemplate(product.id, language, actor, design);
  const templates = [...(own ? [own] : []), ...product.templates.filter(takesRoster)];
  if (templates.length === 0) return undefined;
  const printed = await asShop()<{ variant_id: string; price: PriceRule[] | null }[]>`
    select vs.variant_id, s.spec -> 'price' as price
    from product_variants v join variant_specs vs on vs.variant_id = v.id join print_specs s on s.id = vs.spec_id
    where v.product_id = ${product.id} and not v.archived`;
  const rules = new Map(printed.map(({ variant_id, price }) => [variant_id, price ?? []]));
  const colour = product.options.find(({ values }) => values.some(({ colour }) => colour));
  const others = product.options.filter((option) => option !== colour);
  const labelOf = (
    chosen: Readonly<Record<string, string>>,
    options: readonly ProductOption[],
  ): string =>
    options
      .flatMap(({ code, values }) => values.find((one) => one.code === chosen[code])?.label ?? [])
      .join(", ");
  const variants = product.variants
    .filter(({ id }) => rules.has(id))
    .map(({ id, sku, price, stock_band, options }) => ({
      id,
      sku,
      price,
      is_sold_out: stock_band === "out",
      label: labelOf(options, product.options),
      colour: (colour && options[colour.code]) ?? "",
      size: labelOf(options, others),
    }));
  const [first] = variants;
  if (!first) return undefined;
  const { id, name } = product;
  return {
    product: { id, slug: product.slug, name },
    variants,
    colour:
      colour && others.length > 0 && new Set(variants.map((one) => one.colour)).size > 1
        ? {
            name: colour.name,
            others: others.map(({ name }) => name).join(", "),
            values: colour.values
              .filter(({ code }) => variants.some((one) => one.colour === code))
              .map(({ code, label }) => ({ code, label })),
          }
        : null,
    templates,
    rules: rules.get(first.id) ?? [],
  };
}

/** A photograph is chosen on the drawing board first, which leads to the list of names. */
const takesRoster = ({ fields }: ProductTemplate) =>
  fields.some(({ each }) => each) && fields.every(({ rule }) => rule !== "photo");

const ownName: Readonly<Record<Language, string>> = { id: "Desain Anda", en: "Your design" };

async function findOwnTemplate(
  productId: string,
  language: Language,
  actor: Actor,
  id: string,
): Promise<ProductTemplate | undefined> {
  if (!isUuid(id)) return undefined;
  const owner = actor.kind === "person" ? actor.id : null;
  const [row] = await asShop()<{ document: unknown }[]>`
    select document from design_versions
    where id = ${id} and product_id = ${productId} and (customer_id is null or customer_id = ${owner}::uuid)`;
  const read = row && readDocument(row.document);
  const document = read?.ok ? rosterTemplateOf(read.value) : undefined;
  if (!document) return undefined;
  return {
    id,
    name: ownName[language],
    picture: `/design/${id}.svg`,
    letters: null,
    fields: document.fields.map(({ id, label, max, rule, required }) => ({
      id,
      label: label[language],
      max,
      rule,
      required,
      each: true,
    })),
  };
}

/** A roster as it was typed. */
export interface TypedRoster {
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  readonly rows: readonly RosterRow[];
}

/** The rows of a version in the cart, to be changed: of the actor, or of a guest, who alone knows its id. */
export async function findRoster(actor: Actor, id: string): Promise<TypedRoster | undefined> {
  if (!isUuid(id)) return undefined;
  const owner = actor.kind === "person" ? actor.id : null;
  const [row] = await asShop()<{ template_id: string | null; pieces: RosterPiece[] }[]>`
    select template_id, pieces from design_versions
    where id = ${id} and pieces is not null and (customer_id is null or customer_id = ${owner}::uuid)`;
  const first = row?.pieces[0];
  if (!row || !first) return undefined;
  return {
    // Of a design of the board: the roster itself has it.
    template: row.template_id ?? id,
    values: first.values,
    rows: row.pieces.map(({ variant_id, values }) => ({ variant_id, values })),
  };
}
