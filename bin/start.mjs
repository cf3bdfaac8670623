// Starts the shop on any machine with Node 18 or newer: plain JavaScript without dependencies.
import { ensureBuilt, ensureInstalled, nodeBinary, root, runAndExit } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled();
ensureBuilt(node);
runAndExit(node, ["server/start.ts"], { cwd: root });
