// Starts the shop on any machine with Node 18 or newer: plain JavaScript without dependencies.
import {
  ensureBuilt,
  ensureInstalled,
  nodeBinary,
  root,
  runAndExit,
  serverFlags,
} from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
ensureBuilt(node);
runAndExit(node, [...serverFlags(), "server/start.ts"], { cwd: root });
