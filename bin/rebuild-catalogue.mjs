// Makes what the storefront's lists and searches are read from again. Exit code 0 when it is done, 2 when it could not be.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/rebuild-catalogue.ts");
