import type { SeedOption, SeedProduct, SeedSection, SeedVariant, Text } from "./types.ts";

export function t(id: string, en: string): Text {
  return { id, en };
}

interface Colour {
  sku: string;
  swatch: string;
  label: Text;
}

/** Every body colour in the shop. The photographs use the same list (photography/palette.json). */
const colours: Record<string, Colour> = {
  putih: { sku: "PTH", swatch: "#f7f6f2", label: t("Putih", "White") },
  krem: { sku: "KRM", swatch: "#eadfc8", label: t("Krem", "Cream") },
  natural: { sku: "NAT", swatch: "#e3d8bf", label: t("Natural", "Natural") },
  tinta: { sku: "TNT", swatch: "#1b1f3d", label: t("Tinta", "Ink") },
  karbon: { sku: "KBN", swatch: "#2b39a6", label: t("Biru karbon", "Carbon blue") },
  soga: { sku: "SGA", swatch: "#6f4426", label: t("Soga", "Soga brown") },
  terakota: { sku: "TRK", swatch: "#b5553a", label: t("Terakota", "Terracotta") },
  merah: { sku: "MRH", swatch: "#b01e35", label: t("Merah cap", "Stamp red") },
  "merah-muda": { sku: "MMD", swatch: "#f3c9d1", label: t("Merah muda", "Pink") },
  kuning: { sku: "KNG", swatch: "#f4dc84", label: t("Kuning", "Yellow") },
  "hijau-muda": { sku: "HMD", swatch: "#c9e0cc", label: t("Hijau muda", "Pale green") },
  hijau: { sku: "HJU", swatch: "#3f6150", label: t("Hijau daun", "Leaf green") },
};

function colourOf(code: string): Colour {
  const colour = colours[code];
  if (!colour) throw new Error(`Unknown colour ${code}`);
  return colour;
}

export function colour(...codes: string[]): SeedOption {
  return {
    code: "colour",
    name: t("Warna", "Colour"),
    values: codes.map((code) => ({
      code,
      label: colourOf(code).label,
      swatch: colourOf(code).swatch,
    })),
  };
}

/** An option whose values read the same in both languages unless a pair is given. */
export function choice(
  code: string,
  name: Text,
  values: Record<string, string | Text>,
): SeedOption {
  return {
    code,
    name,
    values: Object.entries(values).map(([value, label]) => ({
      code: value,
      label: typeof label === "string" ? t(label, label) : label,
    })),
  };
}

interface Spec {
  slug: string;
  category: string;
  /** start of every SKU of this product */
  code: string;
  name: Text;
  summary: Text;
  description: Text[];
  sections: SeedSection[];
  options?: SeedOption[];
  price: number;
  /** rupiah taken off: the shown compare-at price is this much above the price */
  off?: number;
  /** extra rupiah by option value */
  add?: Record<string, number>;
  weight: number;
  /** extra grams by option value */
  heavier?: Record<string, number>;
  /** one figure per variant, the last option changing fastest */
  stock: number[];
  /** alternative texts: the front, then the scene */
  front: Text;
  scene: Text;
  personalisable?: boolean;
  packed: [length: number, width: number, height: number];
  tags: string[];
  publishedAt: string;
  bestSellerRank?: number;
}

/** Spreads one description of a product over all its variants and pictures. */
export function product(spec: Spec): SeedProduct {
  const options = spec.options ?? [];
  const shades = options.find((option) => option.code === "colour")?.values ?? [];
  const pictureOf = (shade: string) =>
    shade === shades[0]?.code ? `${spec.slug}-depan` : `${spec.slug}-${shade}`;

  const combinations = options.reduce<Record<string, string>[]>(
    (rows, option) =>
      rows.flatMap((row) => option.values.map((value) => ({ ...row, [option.code]: value.code }))),
    [{}],
  );
  if (combinations.length !== spec.stock.length) {
    throw new Error(`${spec.slug}: ${combinations.length} variants, ${spec.stock.length} stocks`);
  }

  const variants = combinations.map((chosen, index): SeedVariant => {
    const values = Object.values(chosen);
    const sum = (extra: Record<string, number> = {}) =>
      values.reduce((total, value) => total + (extra[value] ?? 0), 0);
    const price = spec.price + sum(spec.add);
    const suffix = Object.entries(chosen).map(([option, value]) =>
      option === "colour" ? colourOf(value).sku : value.toUpperCase(),
    );
    const variant: SeedVariant = {
      sku: [spec.code, ...suffix].join("-"),
      options: chosen,
      price,
      weightGrams: spec.weight + sum(spec.heavier),
      stock: spec.stock[index] ?? 0,
    };
    if (spec.off) variant.compareAtPrice = price + spec.off;
    if (chosen.colour) variant.pictures = [pictureOf(chosen.colour)];
    return variant;
  });

  return {
    slug: spec.slug,
    category: spec.category,
    name: spec.name,
    summary: spec.summary,
    description: {
      id: spec.description.map((paragraph) => paragraph.id).join("\n\n"),
      en: spec.description.map((paragraph) => paragraph.en).join("\n\n"),
    },
    sections: spec.sections,
    options,
    variants,
    pictures: [
      { name: `${spec.slug}-depan`, alt: spec.front },
      { name: `${spec.slug}-suasana`, alt: spec.scene },
      ...shades.slice(1).map((shade) => ({
        name: pictureOf(shade.code),
        alt: t(
          `${spec.name.id}, warna ${shade.label.id.toLowerCase()}`,
          `${spec.name.en} in ${shade.label.en.toLowerCase()}`,
        ),
      })),
    ],
    personalisable: spec.personalisable ?? false,
    sizeMm: { length: spec.packed[0], width: spec.packed[1], height: spec.packed[2] },
    tags: spec.tags,
    publishedAt: spec.publishedAt,
    ...(spec.bestSellerRank ? { bestSellerRank: spec.bestSellerRank } : {}),
  };
}
