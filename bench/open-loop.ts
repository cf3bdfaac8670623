import { once } from "node:events";
import { type Agent, type IncomingMessage, request } from "node:http";

/** An answer of an open loop. */
export interface Answered {
  /** Milliseconds from the moment at which the request was due, so that a server that stands still is seen. */
  readonly ms: number;
  /** 0: no answer. */
  readonly status: number;
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered.
 * @param perSecond 0: none
 * @param send the nth request
 * @returns all answers, once the last one is here
 */
export async function openLoop(
  perSecond: number,
  forMs: number,
  send: (nth: number) => Promise<number>,
): Promise<readonly Answered[]> {
  const begun = performance.now();
  const total = Math.floor((perSecond * forMs) / 1_000);
  const sent: Promise<Answered>[] = [];
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) * perSecond) / 1_000) + 1);
    while (sent.length < due) {
      const dueAt = begun + (sent.length * 1_000) / perSecond;
      sent.push(send(sent.length).then((status) => ({ ms: performance.now() - dueAt, status })));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(sent);
}

/** What is asked besides the address. A `body` makes it a POST. */
interface Asked {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the status of the answer, once all of it is read; 0 when the connection broke */
export async function ask(
  agent: Agent,
  url: string,
  { body, headers = {} }: Asked = {},
): Promise<number> {
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      const asked = request(url, {
        agent,
        method: body === undefined ? "GET" : "POST",
        headers: { ...headers, ...length },
      });
      asked.on("response", resolve).on("error", reject);
      asked.end(body);
    });
    answer.resume();
    await once(answer, "end");
    return answer.statusCode ?? 0;
  } catch {
    // Counted as an error by whoever asked.
    return 0;
  }
}

/** As `ask`, of a body of a type. */
export function post(agent: Agent, url: string, body: string, type: string): Promise<number> {
  return ask(agent, url, { body, headers: { "content-type": type } });
}

/** How many answers were no success, by status. */
function errorsOf(answers: readonly Answered[]): Readonly<Record<number, number>> {
  const errors: Record<number, number> = {};
  for (const { status } of answers) {
    if (status !== 200) errors[status] = (errors[status] ?? 0) + 1;
  }
  return errors;
}

/** Milliseconds at the usual places, and the errors. */
export function summaryOf(answers: readonly Answered[]) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return {
    requests: answers.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    worst: at(1),
    errors: errorsOf(answers),
  };
}
