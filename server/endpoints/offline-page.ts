import { offlineWords } from "#app/messages/shared/offline.ts";
import type { Language } from "#base/language.ts";
import { plainPage } from "./plain-page.ts";

/** @param nonce of this answer; it is stored with the page, whose policy contains it */
export function offlinePage(language: Language, shopName: string, nonce: string): string {
  const script = `addEventListener("online",function(){location.reload()})`;
  return plainPage(language, shopName, nonce, offlineWords(language), script);
}
