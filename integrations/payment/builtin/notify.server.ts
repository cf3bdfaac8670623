import { once } from "node:events";
import { Agent, request } from "node:http";
import { dateNow } from "#base/clock.ts";
import { sign } from "../signature.ts";

const connections = new Agent({ keepAlive: true });

/**
 * Sends one notification to the shop's endpoint, signed like a real provider's. Over kept connections of the plain client:
 * `fetch` takes as much of the one thread as the shop's whole answer.
 * @throws Error when the endpoint does not answer 2xx, so that the job tries again
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
