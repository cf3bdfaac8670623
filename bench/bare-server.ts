import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/*
 * The least that a Node server can do: sends the bytes that it reads from its input, with the given content encoding.
 * Prints its port. `node bench/bare-server.ts [encoding] < page`
 */

const [encoding] = process.argv.slice(2);
const page = await buffer(process.stdin);
const server = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  if (encoding) response.setHeader("content-encoding", encoding);
  response.end(page);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(address !== null && typeof address === "object" ? address.port : 0);
});
