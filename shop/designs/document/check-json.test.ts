import fc from "fast-check";
import { expect, test } from "vitest";
import { checkJson } from "./check-json.ts";

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

test("a value is too large when its own JSON is, by a hundredth", () => {
  const letter = fc.constantFrom("a", "é", "ß", "꧋", "界", "😀", "n");
  const words = fc.array(letter, { minLength: 20, maxLength: 60 }).map((all) => all.join(""));
  const member = fc.oneof(words, fc.array(words, { maxLength: 5 }), fc.integer({ min: 10 }));
  fc.assert(
    fc.property(fc.dictionary(words, member, { minKeys: 3, maxKeys: 12 }), (value) => {
      const bytes = bytesOf(value);
      expect(checkJson(value, Math.ceil(bytes * 1.06) + 8)).toBeNull();
      expect(checkJson(value, Math.floor(bytes * 0.94) - 8)).toEqual({
        code: "too_large",
        path: "",
      });
    }),
  );
});
