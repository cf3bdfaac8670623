/** Indonesian first, English second. */
export interface Text {
  id: string;
  en: string;
}

export interface SeedCategory {
  slug: string;
  name: Text;
  description: Text;
  position: number;
}

export interface SeedOptionValue {
  code: string;
  label: Text;
  /** #rrggbb, for colours only */
  swatch?: string;
}

export interface SeedOption {
  /** "colour", "size", "material", "ruling", "model" */
  code: string;
  name: Text;
  values: SeedOptionValue[];
}

export interface SeedVariant {
  sku: string;
  /** option code -> value code */
  options: Record<string, string>;
  /** whole rupiah */
  price: number;
  compareAtPrice?: number;
  weightGrams: number;
  stock: number;
  /** names of the pictures shown first for this variant */
  pictures?: string[];
}

export interface SeedPicture {
  /** file stem in db/seed/pictures */
  name: string;
  alt: Text;
}

export interface SeedSection {
  heading: Text;
  body: Text;
}

export interface SeedProduct {
  slug: string;
  category: string;
  name: Text;
  /** one sentence */
  summary: Text;
  /** two or three short paragraphs, separated by blank lines */
  description: Text;
  sections: SeedSection[];
  options: SeedOption[];
  variants: SeedVariant[];
  pictures: SeedPicture[];
  personalisable: boolean;
  /** packed, in millimetres */
  sizeMm: { length: number; width: number; height: number };
  tags: string[];
  /** ISO date */
  publishedAt: string;
  bestSellerRank?: number;
}
