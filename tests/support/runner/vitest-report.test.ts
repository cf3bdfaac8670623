import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readVitestReport } from "./vitest-report.ts";

test("counts long proofs that did not run as left, ignores other skipped tests, and names failed tests", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-report-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const report = path.join(folder, "report.json");
  const assertionResults = [
    { status: "passed", meta: {} },
    { status: "passed", meta: { isLongProof: true } },
    { status: "skipped", meta: { isLongProof: true } },
    { status: "skipped", meta: {} },
    { status: "failed", fullName: "adds up", meta: {} },
  ];
  const testResults = [{ name: "one.test.ts", status: "failed", assertionResults }];
  await writeFile(report, JSON.stringify({ testResults }));
  expect(await readVitestReport(report)).toEqual([
    { name: "one.test.ts", passed: 2, failed: 1, left: 1, failedTests: ["adds up"] },
  ]);
});
