import { expect, test } from "vitest";
import { rejections } from "./rejection.ts";
import { rejectionTextsEn } from "./rejection-texts.en.ts";
import { rejectionTextsId } from "./rejection-texts.id.ts";

test.each(rejections)(
  "a design rejected for %s says what its buyer may do, money back among it",
  (reason) => {
    for (const [text, money] of [
      [rejectionTextsId[reason], "minta dana Anda kembali"],
      [rejectionTextsEn[reason], "ask for your money back"],
    ] as const) {
      const [why = "", ways = ""] = text.split(". ").map((sentence) => sentence.trim());
      expect(why.length).toBeGreaterThan(20);
      // Besides the money another way: a permission, another part, a sharper picture.
      expect(ways).toMatch(new RegExp(`^.+, (?:atau|or) ${money}\\.$`));
    }
  },
);
