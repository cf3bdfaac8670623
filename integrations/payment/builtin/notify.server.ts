import { sign } from "../signature.ts";

/**
 * Sends one notification to the shop's door, signed like a real provider's.
 * @throws Error when the door does not answer 2xx, so that the job tries again
 */
export async function notifyBuiltin(
  address: string,
  secret: string,
  event: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = JSON.stringify(event);
  const response = await fetch(`${address}/webhooks/builtin`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "builtin-signature": sign(secret, body, new Date()),
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the shop answered ${response.status} to a notification`);
}
