// Starts the shop on any machine with Node 18 or newer: plain JavaScript without dependencies.
import { ensureBuilt, ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
ensureBuilt(node);
runServer(node, "server/start.ts");
