import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import type { Answer } from "#tests/support/browser/hostile.ts";
import { type Program, removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { makeActors, type Place } from "./actors.ts";
import { authRequest } from "./auth-endpoint.ts";
import { bytesOf } from "./broken-bytes.ts";
import { conversationOf, talk } from "./conversation.ts";
import { functionRequest, type Known, readFunctions } from "./function-endpoint.ts";
import { badLines, isPromised, judge } from "./judge.ts";
import { liveRequest } from "./live-endpoint.ts";
import { formNames, pageRequest } from "./page-endpoint.ts";
import type { Actor, FuzzRequest } from "./request.ts";
import { restRequest } from "./rest-endpoint.ts";
import { readRestSchema } from "./rest-schema.ts";
import { ask, leaveUnread, speak } from "./send.ts";
import { storageRequest } from "./storage-endpoint.ts";
import { FuzzRandom, often } from "./values.ts";

export interface Finding {
  readonly problem: string;
  /** Number of the request, to find it again with the same seed. */
  readonly number: number;
  readonly request: string;
  readonly answer: string;
}

export interface Outcome {
  readonly requests: number;
  readonly seed: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Answers by endpoint and class of status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Number of 503 responses that the specification allows. */
  readonly promised: number;
  readonly slowestMs: number;
  /** Mebibytes after the warm-up and at the end. */
  readonly memory: readonly [warm: number, end: number];
}

/** Number of requests after which new accounts are made. */
const turnLength = 4_000;

/**
 * Sends valid, nearly valid and hostile requests to every endpoint of the whole program, as every actor. The same
 * seed makes the same requests, apart from values that the program generated.
 */
export async function runCampaign(options: {
  readonly requests: number;
  readonly seed: number;
  readonly atOnce: number;
  readonly tell?: (text: string) => void;
}): Promise<Outcome> {
  const { requests, seed, atOnce, tell = () => undefined } = options;
  const program = await startProgram({
    env: {
      // An address without a server.
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_CLIENT_ID: "fuzz",
      OIDC_CLIENT_SECRET: "fuzz",
      PGRST_DB_TX_END: "commit-allow-override",
      PGRST_DB_AGGREGATES_ENABLED: "true",
      PGRST_DB_PLAN_ENABLED: "true",
    },
  });
  const findings: Finding[] = [];
  const answers: Record<string, number> = {};
  let promised = 0;
  let slowestMs = 0;
  let readOutput = 0;
  /** Requests by the id in their response, so that a line of the log leads to its request. */
  const sent = new Map<string, string>();
  try {
    const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
    const place: Place = { url: program.url, publishable: keys.publishable, secret: keys.secret };
    const prepared = await prepare(place);
    let actors = await makeActors(place, 0);
    const began = performance.now();
    const low: number[] = [];
    let next = 0;
    let turning = Promise.resolve();

    const found = (number: number, problem: string, request: string, answer: string) => {
      findings.push({
        number,
        problem,
        request: request.slice(0, 3_000),
        answer: answer.slice(0, 3_000),
      });
      tell(`${problem}\n  #${number} ${request.slice(0, 1_500)}\n  ${answer.slice(0, 2_500)}`);
    };
    const logged = (number: number) => {
      for (const line of badLines(program.output().slice(readOutput))) {
        const id = /"request_id":"([\w-]+)"/.exec(line)?.[1] ?? "";
        found(number, "logged", sent.get(id) ?? "", line);
      }
      readOutput = program.output().length;
    };
    const count = (endpoint: string, status: number) => {
      const name = `${endpoint} ${Math.floor(status / 100)}xx`;
      answers[name] = (answers[name] ?? 0) + 1;
    };

    const one = async (number: number) => {
      const random = new FuzzRandom((seed + Math.imul(number, 0x9e3779b1)) >>> 0);
      const actor = random.pick(actors);
      const start = performance.now();
      let asked = "bytes";
      if (often(random, 0.03)) {
        const conversation = conversationOf(random, actor);
        const heard = await talk(program.url, conversation);
        count("websocket", heard.status);
        const text = `${actor.name} ${conversation.path} ${conversation.frames.map(String).join(" ")}`;
        asked = text;
        const request = { endpoint: "websocket", method: "GET", path: text, headers: {} };
        const problem = judge(request, { ...heard, headers: {} });
        if (problem) found(number, problem, text, heard.body);
      } else if (often(random, 0.01)) {
        const request = requestOf(random, actor);
        asked = `unread ${describe(actor, request)}`;
        await leaveUnread(program.url, request, random.pick([1, 1, 5, 20]));
        count("unread", 100);
      } else if (often(random, 0.0101)) {
        const bytes = bytesOf(random, place.secret);
        const status = await speak(program.url, bytes);
        count("bytes", status);
        if (status >= 500) found(number, `status ${status}`, JSON.stringify(bytes), "");
      } else {
        const request = requestOf(random, actor);
        asked = describe(actor, request);
        const answer = await ask(program.url, request, random);
        count(request.endpoint, answer.status);
        if (isPromised(answer)) {
          promised++;
          tell(`promised: ${describe(actor, request).slice(0, 600)} ${describeAnswer(answer)}`);
        }
        const id = String(answer.headers["x-request-id"] ?? "");
        sent.set(id, asked);
        if (sent.size > 2 * turnLength) sent.delete(sent.keys().next().value ?? "");
        const problem = judge(request, answer);
        if (problem) found(number, problem, asked, describeAnswer(answer));
      }
      const ms = performance.now() - start;
      if (ms > slowestMs) {
        slowestMs = ms;
        if (ms > 5_000) tell(`slow: ${Math.round(ms)} ms, #${number} ${asked.slice(0, 1_500)}`);
      }
    };
    const requestOf = (random: FuzzRandom, actor: Actor): FuzzRequest => {
      const share = random.next();
      const userIds = actors.map(({ userId }) => userId).filter(Boolean);
      if (share < 0.3) return restRequest(random, actor, prepared.schema);
      if (share < 0.5) return authRequest(random, actor, userIds);
      if (share < 0.7) return storageRequest(random, actor);
      if (share < 0.8) return functionRequest(random, actor, prepared.functions, prepared.known);
      if (share < 0.84) return liveRequest(random, actor);
      return pageRequest(random, actor, program.url, prepared.forms, prepared.known);
    };
    const renew = async (turn: number) => {
      actors = await makeActors(place, turn);
    };

    const worker = async () => {
      while (next < requests) {
        const number = next++;
        if (number > 0 && number % turnLength === 0) {
          turning = renew(number / turnLength);
          await turning;
          logged(number);
          low.push(residentMebibytes(program.pid));
          const heap = await heapMebibytes(program.url, place.secret);
          const ms = Math.round(performance.now() - began);
          tell(`${number} requests, ${ms} ms, ${low.at(-1)} MiB, of them ${heap} of objects`);
        }
        try {
          await one(number);
        } catch (error) {
          found(
            number,
            error instanceof Error ? error.message : String(error),
            `request ${number}`,
            "",
          );
        }
      }
    };
    if (low.length === 0) low.push(residentMebibytes(program.pid));
    await Promise.all(Array.from({ length: atOnce }, worker));
    const seconds = (performance.now() - began) / 1000;

    // Let running work end and garbage be collected.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const health = await fetch(`${program.url}/readyz`);
    if (!health.ok) found(requests, `readyz ${health.status}`, "", await health.text());
    logged(requests);
    low.push(residentMebibytes(program.pid));
    const warm = Math.min(...low.slice(Math.floor(low.length / 5), Math.floor(low.length / 5) + 3));
    const end = Math.min(...low.slice(-3));
    // The semi-space alone may be 96 MiB; a leak of 1 kB a request would be 200 MiB in the long run.
    if (requests > 10 * turnLength && end > warm * 1.2 + 32)
      found(requests, `memory ${warm} → ${end} MiB`, "", low.join(" "));
    // A connection that stays open prevents the program's end.
    if (!(await stops(program))) {
      found(requests, `still running ${stopMs} ms after it was asked to stop`, "", "");
      await program.kill();
    }
    return {
      requests,
      seed,
      seconds: Math.round(seconds),
      findings,
      answers,
      promised,
      slowestMs: Math.round(slowestMs),
      memory: [warm, end],
    };
  } finally {
    await program.stop();
    await removeFolder(program.dataDir);
  }
}

/** Milliseconds that the program may take to end; it lets open requests finish. */
const stopMs = 30_000;

function stops(program: Program): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), stopMs);
  });
  const stopped = program.stop().then(() => true);
  return Promise.race([stopped, late]).finally(() => clearTimeout(timer));
}

async function prepare(place: Place) {
  const service = createClient(place.url, place.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  for (const [bucket, isPublic] of [
    ["fuzz", false],
    ["fuzz-open", true],
  ] as const) {
    const { error } = await service.storage.createBucket(bucket, { public: isPublic });
    if (error) throw error;
  }
  const idsOf = async (table: string, column = "id"): Promise<string[]> => {
    const { data, error } = await service.from(table).select(column).limit(20);
    if (error) throw new Error(`${table}: ${error.message}`);
    return data.map((row) => String((row as unknown as Record<string, unknown>)[column]));
  };
  const known: Known = {
    variants: await idsOf("product_variants"),
    orders: await idsOf("orders"),
    slugs: await idsOf("products", "slug"),
  };
  return {
    known,
    schema: await readRestSchema(place.url, place.secret),
    functions: await readFunctions(place.url),
    forms: formNames(),
  };
}

function describe(actor: Actor, request: FuzzRequest): string {
  const { Authorization: _, Cookie: __, apikey: ___, ...headers } = request.headers;
  const body =
    request.body === undefined ? "" : ` ${JSON.stringify(String(request.body)).slice(0, 1_500)}`;
  return `${actor.name} ${request.method} ${request.path} ${JSON.stringify(headers)}${body}`;
}

function describeAnswer(answer: Answer): string {
  return `${answer.status} ${answer.body}`;
}

/** The program's reported heap, garbage included. */
async function heapMebibytes(url: string, secret: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { apikey: secret } })).text();
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1];
  return Math.round(Number(bytes) / 1024 / 1024);
}

/** Linux only; 0 elsewhere. */
function residentMebibytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return Math.round((pages * 4096) / 1024 / 1024);
  } catch {
    return 0;
  }
}
