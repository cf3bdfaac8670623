import { once } from "node:events";
import { Agent, request } from "node:http";
import { dateNow } from "#base/clock.ts";
import { sign } from "../signature.ts";

const connections = new Agent({ keepAlive: true });

/**
 * Sends one notification to the shop's endpoint, signed like a real provider's. It uses `node:http` with persistent
 * connections: `fetch` takes as much time of the thread as the shop's whole response.
 * @throws Error when the endpoint does not respond with 2xx, so that the job retries
 */
export async function notifyBuiltin(
  address: string,
  secret: string,
  event: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = JSON.stringify(event);
  const asked = request(`${address}/webhooks/builtin`, {
    method: "POST",
    agent: connections,
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "builtin-signature": sign(secret, body, dateNow()),
    },
    signal: AbortSignal.timeout(10_000),
  });
  asked.end(body);
  const [answer] = await once(asked, "response");
  answer.resume();
  await once(answer, "end");
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    throw new Error(`the shop answered ${answer.statusCode} to a notification`);
  }
}
