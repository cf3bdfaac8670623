import * as v from "valibot";
import { languages } from "#base/language.ts";
import { searchWords } from "./search-words.ts";

/** Rows of the list; the database refuses more. */
export const maxSynonyms = 300;

const asSearched = (text: string) => searchWords(text).join(" ");

/** Problems are stable codes; the message catalogue has their texts. */
export const synonymSchema = v.object({
  language: v.picklist(languages, "required"),
  /** What shoppers type: one to three words. */
  word: v.pipe(
    v.string(),
    v.transform(asSearched),
    v.minLength(1, "required"),
    v.maxLength(60, "too_long"),
    v.check((word) => word.split(" ").length <= 3, "synonym_word_invalid"),
  ),
  /** What is searched as well: up to ten alternatives with commas between them. */
  means: v.pipe(
    v.string(),
    v.transform((text) => text.split(",").map(asSearched).filter(Boolean)),
    v.minLength(1, "required"),
    v.maxLength(10, "synonym_means_invalid"),
    v.check((all) => all.every((one) => one.split(" ").length <= 4), "synonym_means_invalid"),
    v.transform((all) => [...new Set(all)].join(", ")),
    v.maxLength(200, "too_long"),
  ),
});
export type SynonymInput = v.InferOutput<typeof synonymSchema>;

export interface Synonym extends SynonymInput {
  readonly id: string;
  readonly version: number;
}
