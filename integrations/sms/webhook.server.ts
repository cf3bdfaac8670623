const timeoutMs = 15_000;

/** The gateway rejected the message permanently: a retry would fail too. */
export class SmsRefused extends Error {
  constructor(status: number) {
    super(`the SMS gateway refused the message with ${status}`);
    this.name = "SmsRefused";
  }
}

/**
 * Sends a text message to an HTTP gateway: `POST {"id", "to", "text"}` with the number as `+` and digits. The header
 * `Idempotency-Key` is the message's id, so that a gateway recognises a repeated message.
 * @param url may contain a user and a password, which are sent as Basic authentication
 * @throws SmsRefused on a 4xx other than 408 and 429; Error on any other status that is not 2xx
 */
export async function sendSms(
  url: string,
  message: { id: string; to: string; text: string },
): Promise<void> {
  const address = new URL(url);
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "Idempotency-Key": message.id,
  };
  if (address.username !== "") {
    const [user, password] = [address.username, address.password].map(decodeURIComponent);
    headers.Authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    address.username = "";
    address.password = "";
  }
  const answer = await fetch(address, {
    method: "POST",
    headers,
    body: JSON.stringify({ id: message.id, to: message.to, text: message.text }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  const { status } = answer;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw new SmsRefused(status);
  }
  throw new Error(`the SMS gateway answered with ${status}`);
}
