import { request } from "node:http";
import { connect } from "node:net";

/** Texts of every kind that has broken a parser, a page or a query somewhere. */
export const hostileTexts = [
  "",
  "'; drop table orders; --",
  "' or '1'='1",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "\u0000",
  "a\u0000b",
  "%",
  "_",
  "\\",
  "\ud800",
  "😀".repeat(60),
  "\u202e\u0000\ufffe",
  "../../../../etc/passwd",
  "#{7*7}{{7*7}}",
  "-1",
  "1e400",
  "9".repeat(400),
  "NaN",
  "__proto__",
  "constructor",
  "a".repeat(5_000),
] as const;

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Bodies with their content type. */
export const hostileBodies: readonly (readonly [string, string | Uint8Array])[] = [
  ["application/json", ""],
  ["application/json", "{"],
  ["application/json", "null"],
  ["application/json", "[]"],
  ["application/json", "[[[[]]]]"],
  ["application/json", '"text"'],
  ["application/json", "1e400"],
  ["application/json", '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"x":1}}}'],
  ["application/json", '{"intent":"\\u0000","id":"\\ud800"}'],
  ["application/json", '{"lines":[{"variant_id":"x","quantity":1e400}]}'],
  ["application/json", '{"a":1,"a":2}'],
  ["application/json", deep(100)],
  ["application/json", deep(10_000)],
  ["application/json", "[".repeat(10_000)],
  ["application/json", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["application/json\ta", "{}"],
  ["text/plain", "{}"],
  ["", "{}"],
  ["application/xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"],
  ["application/x-www-form-urlencoded", ""],
  ["application/x-www-form-urlencoded", "intent=%00&id=%E0%A4%A&line:=1e400&__proto__=x"],
  ["application/x-www-form-urlencoded", `${"a=1&".repeat(20_000)}`],
  ["multipart/form-data", "no boundary"],
  ["multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data\r\n\r\nx"],
  [
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="intent"; filename="a.txt"\r\n\r\nsave\r\n--b--\r\n',
  ],
];

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A raw request, without the corrections that `fetch` would make. */
export function send(
  url: string,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string | string[]>>;
    readonly body?: string | Uint8Array;
  } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path, method: options.method ?? "GET", headers: { ...options.headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    asked.setTimeout(15_000, () => asked.destroy(new Error(`no answer from ${path.slice(0, 80)}`)));
    asked.once("error", reject);
    asked.end(options.body);
  });
}

/** Sends bytes directly to the socket. @returns all received bytes until the socket is closed or silent */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), hostname);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.once("error", () => undefined);
    socket.once("close", () => resolve(answer));
    socket.write(bytes, "latin1");
  });
}

/** Runs the work with limited concurrency, in order of the list. */
export async function eachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = 6,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
