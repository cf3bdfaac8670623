// Proves the stock from its books. Ends with 0 when all adds up, 1 when something differs, 2 when it could not look.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node, { toBuild: false });
runServer(node, "server/commands/reconcile.ts");
