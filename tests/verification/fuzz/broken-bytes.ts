import { type FuzzRandom, mutate, often } from "./values.ts";

const requests = [
  "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{}",
  'POST /rest/v1/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":',
  "POST /storage/v1/object/fuzz/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "GET /realtime/v1/websocket?apikey=x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n",
  "GET /Shop HTTP/1.1\r\nHost: x\r\n__proto__: y\r\nCookie: a=b; a=c\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET http://evil.test/item HTTP/1.1\r\nHost: x\r\n\r\n",
  "CONNECT evil.test:443 HTTP/1.1\r\nHost: x\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];

const cutShort = [
  ["POST", "/auth/v1/token?grant_type=password"],
  ["POST", "/rest/v1/products"],
  ["PUT", "/storage/v1/object/fuzz/cut.txt"],
  ["POST", "/storage/v1/object/list/fuzz"],
  ["POST", "/functions/v1/quote-cart"],
  ["POST", "/realtime/v1/api/broadcast"],
  ["POST", "/api/quote"],
  ["POST", "/webhooks/builtin"],
] as const;

/** A request as bytes that no client would send. */
export function bytesOf(random: FuzzRandom, key: string): string {
  // A client that disconnects during the body.
  if (often(random, 0.4)) {
    const [method, path] = random.pick(cutShort);
    return `${method} ${path} HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a"`;
  }
  const text = random.pick(requests);
  return often(random, 0.8) ? mutate(random, text) : text;
}
