import type { Language } from "#base/language.ts";

/** Somebody on the mailing list, as whom a mail can be looked at. */
export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly language: Language;
}
