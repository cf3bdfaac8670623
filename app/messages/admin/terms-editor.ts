import { useLanguage } from "#app/language.ts";
import { en } from "./terms-editor.en.ts";
import { id } from "./terms-editor.id.ts";

export const termsEditorWords = { id, en };

export function useTermsEditorWords(): typeof id {
  return termsEditorWords[useLanguage()];
}
