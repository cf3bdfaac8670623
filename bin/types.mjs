// Writes the TypeScript types of the REST API for clients.
import path from "node:path";
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
// npm changes the working directory; resolve names against the directory where the command was typed.
const typedIn = process.env.INIT_CWD ?? ".";
const [file, ...rest] = process.argv.slice(2);
runServer(node, "server/commands/types.ts", file ? [path.resolve(typedIn, file), ...rest] : []);
