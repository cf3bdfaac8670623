import { counted } from "#base/plural.ts";
import type { id } from "./synonyms.id.ts";

export const en: typeof id = {
  title: "Search synonyms",
  text: "Words that buyers type, and the products they mean.",
  back: "All settings",
  lead: "Buyers type gift, the shop writes present. Search and suggestions look for these words as well, in both languages.",
  empty: "No synonyms yet. Add words that buyers search for and that no product's name has.",
  count: (rows, max) => `${rows} of ${counted(max, "word", "words")}`,
  add: "Add a word",
  remove: (word) => `Delete ${word}`,
  word: "Typed word",
  wordHint: "One to three words, for example: gift, birthday",
  means: "Also search for",
  meansHint: "Words of a product's name, category or tags. Separate them by commas: mug, tumbler",
  language: "Language",
  problems: {
    required: "Fill this in.",
    too_long: "Too long.",
    synonym_word_invalid: "Three words at most.",
    synonym_means_invalid: "Ten alternatives of four words at most.",
    synonym_taken: "This word exists already. Change its row.",
    synonym_unknown: "This word no longer exists. Reload the page.",
    too_many_synonyms: "300 words at most. Delete one to add another.",
    changed_meanwhile: "Somebody else has just changed this word.",
    not_permitted: "Your role may not change settings.",
    invalid_input: "This is not understood. Reload the page.",
  },
};
