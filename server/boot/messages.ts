import { errorMessages } from "#app/messages/shared/errors.ts";
import type { Language } from "#base/language.ts";

/** The message for an error code; an unknown code gets a general sentence. */
export function messageOf(code: string, language: Language): string {
  const messages: Readonly<Record<string, string>> = errorMessages[language];
  return (
    (Object.hasOwn(messages, code) ? messages[code] : undefined) ??
    errorMessages[language].unexpected
  );
}
