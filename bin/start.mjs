// Starts the shop on any machine with Node 18 or newer: plain JavaScript without dependencies.
import { ensureBuilt, ensureInstalled, isBuilt, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
// Packages that only build the screens are unnecessary when the screens are built.
ensureInstalled(node, { toBuild: !isBuilt() });
ensureBuilt(node);
runServer(node, "server/commands/start.ts");
