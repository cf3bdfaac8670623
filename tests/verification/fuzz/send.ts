import { request as askFor } from "node:http";
import { connect } from "node:net";
import type { Answer } from "#tests/support/browser/hostile.ts";
import type { FuzzRequest } from "./request.ts";
import type { FuzzRandom } from "./values.ts";

/** Milliseconds after which a request counts as unanswered. The longest time that an endpoint promises is 30 s. */
const timeoutMs = 40_000;

/**
 * Linux answers at every 127.x.y.z, so different addresses avoid limits per address, which would hide the code behind
 * them. Other systems use one address.
 */
function addressOf(random: FuzzRandom): string | undefined {
  return process.platform === "linux"
    ? `127.${random.whole(1, 250)}.${random.whole(0, 250)}.${random.whole(1, 250)}`
    : undefined;
}

export function ask(url: string, request: FuzzRequest, random: FuzzRandom): Promise<Answer> {
  const { port } = new URL(url);
  const localAddress = addressOf(random);
  return new Promise((resolve, reject) => {
    const asked = askFor(
      {
        hostname: "127.0.0.1",
        port,
        path: request.path,
        method: request.method,
        headers: {
          Host: `localhost:${port}`,
          ...request.headers,
          // Without the length, the server would read the body of a DELETE as a second request.
          ...(request.body === undefined
            ? {}
            : { "Content-Length": String(Buffer.byteLength(request.body)) }),
        },
        agent: false,
        ...(localAddress ? { localAddress } : {}),
      },
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
    asked.setTimeout(timeoutMs, () =>
      asked.destroy(new Error(`no answer: ${request.method} ${request.path.slice(0, 300)}`)),
    );
    asked.once("error", (error) =>
      reject(
        new Error(
          `${error.message}: ${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers).slice(0, 300)}`,
        ),
      ),
    );
    asked.end(request.body);
  });
}

/** Sends raw bytes. @returns the status of the first answer, 0 when the connection was only closed */
export function speak(url: string, bytes: string): Promise<number> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.setTimeout(300, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      socket.end();
    });
    // A connection reset counts as a refusal.
    socket.once("error", () => undefined);
    socket.once("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
    socket.write(bytes, "latin1");
  });
}

/**
 * Sends several requests on one connection and reads nothing for a moment. The program must survive it; there is no
 * answer to judge.
 */
export function leaveUnread(url: string, request: FuzzRequest, times: number): Promise<void> {
  const { port } = new URL(url);
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = `GET ${request.path} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers.join("")}\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.pause();
    socket.setTimeout(500, () => socket.destroy());
    socket.once("error", () => undefined);
    socket.once("close", () => resolve());
    socket.write(question.repeat(times), "latin1");
  });
}
