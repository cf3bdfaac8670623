import { findRuleTests, readRules } from "./support/runner/rule-tests.ts";

/* Prints each rule of docs/rules.md with the tests that show it, and marks those that only `npm run verify` runs. */

const tests = findRuleTests();
for (const { number, sentence, withoutTest } of readRules()) {
  process.stdout.write(`${number}: ${sentence}\n`);
  for (const { file, title, isLongProof } of tests.filter((test) => test.numbers.includes(number)))
    process.stdout.write(`   ${file}: ${title}${isLongProof ? " (npm run verify)" : ""}\n`);
  if (withoutTest !== undefined) process.stdout.write(`   No test: ${withoutTest}\n`);
}
