import type { Language } from "#base/language.ts";
import type { OrderMailTexts } from "./order-mail-kinds.ts";
import { en } from "./order-mail-texts.en.ts";
import { id } from "./order-mail-texts.id.ts";

export const orderMailTexts: Readonly<Record<Language, OrderMailTexts>> = { id, en };
