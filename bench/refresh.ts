import { createHash, randomUUID } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { generateKeyPair, SignJWT } from "jose";
import { openPostgres } from "#db/driver.server.ts";
import { postgresOf, treeMilliseconds } from "./process-time.ts";
import { startBackend } from "./served-backend.ts";

/*
 * Refreshes of sessions a second, beside a bare handler: Node's server, the same driver, one durable UPDATE and one
 * signature. `node bench/refresh.ts [seconds=8]`; one JSON line; compare the ratio.
 */

const seconds = Number(process.argv[2] ?? 8);
const sessions = 48;
const agent = new Agent({ keepAlive: true, maxSockets: sessions });

const backend = await startBackend();
try {
  const tokens = await Promise.all(Array.from({ length: sessions }, () => signUp()));
  await chain(tokens, 2, refresh);
  const computing = () => ({
    node: treeMilliseconds(backend.pid),
    postgres: treeMilliseconds(postgresOf(backend.dataDir) ?? 0),
  });
  const before = computing();
  const ours = await chain(tokens, seconds, refresh);
  const after = computing();
  const each = (name: "node" | "postgres") =>
    Number(((after[name] - before[name]) / ours.perSecond / seconds).toFixed(2));

  const bare = await startBare();
  const rows = await bare.rows();
  await chain(rows, 1, bare.refresh);
  const plain = await chain(rows, seconds, bare.refresh);
  await bare.stop();
  console.log(
    JSON.stringify({
      refreshes_per_second: ours.perSecond,
      p50_ms: ours.p50,
      p99_ms: ours.p99,
      failed: ours.failed,
      // Processor milliseconds for one refresh, independent of the machine's other load.
      cpu_ms: { node: each("node"), postgres: each("postgres") },
      bare_per_second: plain.perSecond,
      share_of_bare: Number((ours.perSecond / plain.perSecond).toFixed(3)),
    }),
  );
} finally {
  agent.destroy();
  await backend.stop();
}

async function signUp(): Promise<string> {
  const answer = await post(`${backend.url}/auth/v1/signup`, {
    email: `${randomUUID()}@bench.test`,
    password: "kertas-karbon-7",
  });
  return String(answer.refresh_token);
}

async function refresh(token: string): Promise<string> {
  const address = `${backend.url}/auth/v1/token?grant_type=refresh_token`;
  return String((await post(address, { refresh_token: token })).refresh_token);
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  for (let tries = 0; ; tries++) {
    const { status, read } = await send(url, JSON.stringify(body));
    if (status === 200) return read;
    // A sign-up waits in the queue of password hashes.
    if (status !== 429 || tries > 50) throw new Error(JSON.stringify(read));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Not `fetch`, which uses more processor time than the request that it sends. */
function send(url: string, body: string) {
  return new Promise<{ status: number; read: Record<string, unknown> }>((resolve, reject) => {
    const asked = request(url, {
      method: "POST",
      agent,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        apikey: backend.publishable,
      },
    });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          read: JSON.parse(text) as Record<string, unknown>,
        }),
      );
    });
    asked.end(body);
  });
}

/** Each session refreshes as soon as it has its next token. */
async function chain(
  tokens: string[],
  duration: number,
  next: (token: string) => Promise<string>,
): Promise<{ perSecond: number; p50: number; p99: number; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const end = began + duration * 1000;
  await Promise.all(
    tokens.map(async (_, index) => {
      while (performance.now() < end) {
        const start = performance.now();
        try {
          tokens[index] = await next(tokens[index] ?? "");
          times.push(performance.now() - start);
        } catch {
          failed++;
        }
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { perSecond: Math.round(times.length / elapsed), p50: at(0.5), p99: at(0.99), failed };
}

async function startBare() {
  const sql = openPostgres(backend.databaseUrl, { max: 10 });
  await sql`create table if not exists public.bare (token text primary key, id uuid not null)`;
  const { privateKey } = await generateKeyPair("ES256");
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      const { refresh_token: token } = JSON.parse(text) as { refresh_token: string };
      const child = createHash("sha256").update(token).digest("hex");
      const [row] = await sql<{ id: string }[]>`
        update public.bare set token = ${child} where token = ${token} returning id`;
      const access = await new SignJWT({ sub: row?.id ?? "" })
        .setProtectedHeader({ alg: "ES256" })
        .sign(privateKey);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ access_token: access, refresh_token: child }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    refresh: async (token: string) =>
      String((await post(url, { refresh_token: token })).refresh_token),
    async rows(): Promise<string[]> {
      const tokens = Array.from({ length: sessions }, () => randomUUID());
      for (const token of tokens)
        await sql`insert into public.bare values (${token}, ${randomUUID()})`;
      return tokens;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sql.end();
    },
  };
}
