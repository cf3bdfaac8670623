// Checks the stock against its movements. Exit code 0 when all adds up, 1 on a difference, 2 when the check
// could not run.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/reconcile.ts");
