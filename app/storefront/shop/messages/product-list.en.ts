import { formatCount } from "#base/format-count.ts";
import { counted } from "#base/plural.ts";
import type { id } from "./product-list.id.ts";

const figure = (count: number, isMore = false) => `${formatCount(count, "en")}${isMore ? "+" : ""}`;
const products = (count: number, isMore = false) =>
  counted(figure(count, isMore), "product", "products");

export const en: typeof id = {
  title: "All products",
  description: "All products of this shop, with prices, choices and what is in stock.",
  searchTitle: (q) => `Results for “${q}”`,
  foundFor: (q) => `No product has all these words. These are the results for “${q}”.`,
  bestMatch: "Best match",
  count: products,
  sheet: (page, pages) => `Sheet ${page}/${pages}`,
  filter: "Filter",
  filterCount: (count) => `Filter (${count})`,
  sort: "Sort",
  apply: "Apply",
  show: (count, isMore) => `Show ${products(count, isMore)}`,
  sorts: {
    popular: "Best sellers",
    newest: "Newest",
    "price-asc": "Lowest price",
    "price-desc": "Highest price",
    name: "Name A–Z",
  },
  below: "Categories below",
  category: "Kind",
  colour: "Colour",
  size: "Size",
  price: "Price",
  priceMin: "Lowest (Rp)",
  priceMax: "Highest (Rp)",
  more: "More",
  personalisable: "Add your name",
  sale: "Reduced",
  inStock: "In stock",
  applied: "Filters in use",
  remove: (name) => `Remove filter ${name}`,
  clear: "Clear all",
  between: (min, max) => (min && max ? `${min} – ${max}` : min ? `From ${min}` : `Up to ${max}`),
  loadMore: "Load more",
  loadEarlier: "Load the page before",
  shown: (shown, total, isMore) =>
    isMore ? products(shown) : `${figure(shown)} of ${products(total)}`,
  none: {
    title: (q) => (q ? `No results for “${q}”` : "No product fits"),
    inCategory: (name) => `See ${name}`,
    searchText: "Check the spelling, or try a more general word.",
    all: "See all products",
    text: "Remove some filters, or try a shorter word.",
    clear: "Clear filters",
    nearest: "Perhaps these",
    category: "No products of this kind yet",
    categoryText: "Have a look at the others; new products appear here.",
    shop: "Our first products are on their way",
    shopText: "Any questions? Write to us.",
    contact: "Contact us",
  },
};
