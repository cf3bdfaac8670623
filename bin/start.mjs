// Starts the shop on any machine with Node 18 or newer: plain JavaScript without dependencies.
import { fetchNodeAndPackages, nodeBinary, prepareServer, runServer } from "./bootstrap.mjs";

await fetchNodeAndPackages();
const node = nodeBinary();
const isBuilt = prepareServer(node);
runServer(node, "server/commands/start.ts", isBuilt ? [] : ["--build"]);
