import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/* docs/glossary.md lists the retired words and their replacements. */

const root = path.join(import.meta.dirname, "..");
const folders = ["app", "backend", "base", "bench", "bin", "db", "integrations", "server", "shop"];
const here = "tests/words.test.ts";
const pages = ["README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "SECURITY.md"];
const files = [
  ...[...folders, "tests", "docs"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs|sql|md)$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
  ...pages,
].filter((file) => !["docs/glossary.md", here].includes(file));

const retired =
  /\b(?:doors?|DEV_DOORS|parcels?|ways? to pay|SignInWays|whoAsks|giveBack|quietly|letGo|lost_to|taken_back|rehearse[sd]?|patience|(?:most|longest)[A-Z]\w*|Wish(?:es)?|readWishes|keptRates|isAway|awayFor|closedUntil|promiseAgain|noteShort|seeCart|forgetGuests|findTold|mostTogether|inTime)\b|\b\w*Doors?\b/;
/** Texts about the demo shop's products are not the program's words. */
const excepted = /^db\/seed\/catalogue\//;

test("retired words stay away", () => {
  const found = files
    .filter((file) => !excepted.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), "utf8")
        .split("\n")
        .flatMap((line, index) => {
          const [word] = retired.exec(line) ?? [];
          return word === undefined ? [] : [`${file}:${index + 1}: ${word}`];
        }),
    );
  expect(found).toEqual([]);
});

test("migrations are called migrations", () => {
  const found = files.filter((file) =>
    /\bchapters?\b/.test(readFileSync(path.join(root, file), "utf8")),
  );
  // Meeus' book has numbered chapters.
  expect(found).toEqual(["shop/settings/shipping/national-holidays.ts"]);
});
