import type { Language } from "#base/language.ts";
import { en } from "./errors.en.ts";
import { id } from "./errors.id.ts";

/** Words for the stable error codes that endpoints answer with. */
export const errorMessages: Readonly<Record<Language, typeof id>> = { id, en };
