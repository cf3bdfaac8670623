import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { AppError } from "./errors.ts";

/** Functions that a thread runs, by name. Arguments and results must be structured-cloneable. */
export type ThreadFunctions = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

export interface ThreadOptions {
  /** Path of the thread's module, which calls `serveThread`. */
  readonly program: string;
  /** Time limit of one call, excluding its time in the queue. */
  readonly seconds: number;
  /** Heap limit of the thread. */
  readonly megabytes: number;
}

/** The queue is full; a retry may succeed. */
export class ThreadBusy extends AppError {
  constructor() {
    super("busy", 503, { message: "too many calls are queued for a thread", retryAfter: 5 });
  }
}

/** The call exceeded its time or memory limit. */
export class ThreadLimit extends Error {
  override readonly name = "ThreadLimit";
}

interface Call {
  readonly owner: string | undefined;
  readonly message: { readonly name: string; readonly args: readonly unknown[] };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Limits of the queue: in total, and for one owner. */
const maxWaiting = 100;
const maxWaitingOfOne = 20;
/** Milliseconds without a call after which the thread exits and frees its memory. */
const idleMs = 60_000;
/** Milliseconds after which the used time of an owner expires. */
const usageMs = 5 * 60_000;

/**
 * A worker thread that runs long calculations off the event loop, one call at a time. The next call is the one whose owner used
 * the least time, so long calls of some owners delay those of the others by one call at most.
 * @returns a function that runs one of `ThreadFunctions` by its name
 * @throws ThreadBusy, ThreadLimit, and an error with the name and message of the function's own error
 */
export function openThread({ program, seconds, megabytes }: ThreadOptions) {
  let worker: Worker | undefined;
  let running: Call | undefined;
  let waiting: Call[] = [];
  let timer: NodeJS.Timeout | undefined;
  let begun = 0;
  const used = new LRUCache<string, number>({ max: 5_000, ttl: usageMs });
  const usedBy = ({ owner }: Call) => (owner === undefined ? 0 : (used.get(owner) ?? 0));

  /** Refuses the newest call of the owner that used the most time. */
  const refuseOne = (among: readonly Call[]) => {
    const refused = among.reduce((most, call) => (usedBy(call) >= usedBy(most) ? call : most));
    waiting = waiting.filter((call) => call !== refused);
    refused.reject(new ThreadBusy());
  };

  const start = (): Worker => {
    const started = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      // The flags of the process set its own heap and inspector.
      execArgv: [],
    });
    const end = (error: Error) => {
      if (worker !== started) return;
      worker = undefined;
      settle((call) => call.reject(error));
    };
    started.on("message", (answer: Answer) => {
      if (answer === "ready") begin();
      else
        settle((call) =>
          "value" in answer ? call.resolve(answer.value) : call.reject(errorOf(answer.error)),
        );
    });
    started.on("error", (error: Error & { code?: string }) =>
      end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ThreadLimit("memory") : error),
    );
    started.on("exit", () => end(new Error("the thread ended")));
    return started;
  };

  const begin = () => {
    if (!running || !worker) return;
    begun = performance.now();
    const current = worker;
    timer = setTimeout(() => {
      worker = undefined;
      void current.terminate();
      settle((call) => call.reject(new ThreadLimit("time")));
    }, seconds * 1_000);
    worker.postMessage(running.message);
  };

  const settle = (answer: (call: Call) => void) => {
    clearTimeout(timer);
    const call = running;
    running = undefined;
    if (call) {
      if (call.owner !== undefined)
        used.set(call.owner, usedBy(call) + performance.now() - begun, { noUpdateTTL: true });
      answer(call);
    }
    next();
  };

  const next = () => {
    if (running) return;
    running = waiting.reduce<Call | undefined>(
      (least, call) => (least && usedBy(least) <= usedBy(call) ? least : call),
      undefined,
    );
    if (!running) {
      worker?.unref();
      timer = setTimeout(() => {
        const idle = worker;
        worker = undefined;
        void idle?.terminate();
      }, idleMs).unref();
      return;
    }
    waiting = waiting.filter((call) => call !== running);
    if (worker) {
      worker.ref();
      begin();
    } else worker = start();
  };

  return (owner: string | undefined, name: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const call: Call = { owner, message: { name, args }, resolve, reject };
      waiting.push(call);
      const own = waiting.filter((other) => owner !== undefined && other.owner === owner);
      if (own.length > maxWaitingOfOne) refuseOne(own);
      else if (waiting.length > maxWaiting) refuseOne(waiting);
      if (running) return;
      clearTimeout(timer);
      next();
    });
}

type Answer = "ready" | { readonly value: unknown } | { readonly error: ThrownError };
interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** Name, message and stack of a thrown error: a structured clone loses its class. */
export function partsOfError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  const { name, message, stack } = error;
  return { name, message, stack };
}

function errorOf({ name, message, stack }: ThrownError): Error {
  return Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) });
}
