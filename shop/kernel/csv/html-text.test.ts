import { expect, test } from "vitest";
import { htmlText } from "./html-text.ts";

test("bold text of HTML becomes the mark-up of descriptions", () => {
  expect(
    htmlText("<p>Bahan <strong>katun </strong>dan <b class='x'>linen</b>.</p>", {
      hasMarkup: true,
    }),
  ).toBe("Bahan **katun** dan **linen**.");
  expect(htmlText("Mug <b>Besar</b>")).toBe("Mug Besar");
});

test("empty or unclosed bold tags and other tags that begin with b add no mark-up", () => {
  expect(htmlText("<b> </b>Satu<br>dua <body>tiga</body> <strong>empat", { hasMarkup: true })).toBe(
    "Satu\ndua tiga empat",
  );
});
