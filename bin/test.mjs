// Runs every check on any machine with Node 18 or newer. Ends with one line: `N passed, N failed`.
import {
  ensureBuilt,
  ensureInstalled,
  fetchNodeAndPackages,
  nodeBinary,
  root,
  runAndExit,
} from "./bootstrap.mjs";

await fetchNodeAndPackages({ forTests: true });
const node = nodeBinary();
ensureInstalled(node, { forTests: true });
ensureBuilt(node);
runAndExit(node, ["tests/run.ts", ...process.argv.slice(2)], { cwd: root });
