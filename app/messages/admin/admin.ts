import { useLanguage } from "#app/language.ts";
import { en } from "./admin.en.ts";
import { id } from "./admin.id.ts";

export const adminWords = { id, en };

export function useAdminWords(): typeof id {
  return adminWords[useLanguage()];
}
