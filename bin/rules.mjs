// Prints each rule of docs/rules.md with the tests that show it.
import { nodeBinary, root, runAndExit } from "./bootstrap.mjs";

runAndExit(nodeBinary(), ["tests/list-rules.ts"], { cwd: root });
