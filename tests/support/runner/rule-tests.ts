import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** A row of docs/rules.md. */
export interface Rule {
  /** As it is cited: `rule 4`, `I1`, `R9` or `T42`. */
  readonly number: string;
  readonly sentence: string;
  /** Why no test shows the rule. */
  readonly withoutTest?: string;
}

/** A test, or a group of tests, whose title starts with the numbers of the rules that it shows. */
export interface RuleTest {
  readonly file: string;
  readonly title: string;
  readonly numbers: readonly string[];
  /** Whether only `npm run verify` runs it. */
  readonly isLongProof: boolean;
}

/** Reads the rules of docs/rules.md in their order. */
export function readRules(): Rule[] {
  const text = readFileSync(path.join(root, "docs/rules.md"), "utf8");
  return [...text.matchAll(/^\| (rule \d+|[IRT]\d+) +\| (.+?) +\|$/gm)].map(
    ([, number = "", cell = ""]) => {
      const [sentence = "", withoutTest] = cell.split(" No test: ");
      return withoutTest === undefined ? { number, sentence } : { number, sentence, withoutTest };
    },
  );
}

const number = String.raw`(?:rule \d+|[IRT]\d+)`;
const title = new RegExp(String.raw`\(\s*"((${number}(?:, ${number})*): (?:[^"\\]|\\.)+)"`, "g");
const caller = /(?<![\w.])(test|it|describe|longProof)((?:\.\w+)*)[(<]/g;

/** Finds the tests of a file whose titles start with numbers of rules. Skipped tests show nothing. */
export function ruleTestsIn(file: string, text: string): RuleTest[] {
  return [...text.matchAll(title)].flatMap(({ index, 1: title = "", 2: numbers = "" }) => {
    const call = [...text.slice(0, index + 1).matchAll(caller)].at(-1);
    if (!call || /\.(skip|todo)\b/.test(call[2] ?? "")) return [];
    return [{ file, title, numbers: numbers.split(", "), isLongProof: call[1] === "longProof" }];
  });
}

/** Its titles are examples for `ruleTestsIn`. */
const excluded = "tests/rules.test.ts";

/** Finds the tests of all rules, sorted by file. */
export const findRuleTests = (): RuleTest[] =>
  globSync("{app,backend,base,bin,db,integrations,server,shop,tests}/**/*.test.{ts,tsx}", {
    cwd: root,
  })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file !== excluded)
    .sort()
    .flatMap((file) => ruleTestsIn(file, readFileSync(path.join(root, file), "utf8")));
