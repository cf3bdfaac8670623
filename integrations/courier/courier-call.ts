import { CourierError } from "./courier.ts";

interface CourierCall {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  readonly signal: AbortSignal;
}

/**
 * One call of a provider's API. Also a status below 500 is returned, since the body says what is wrong.
 * @throws CourierError `courier_unavailable` without an answer, for 429, 5xx and a body that is not JSON
 */
export async function callCourier({
  url,
  ...request
}: CourierCall): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
  const response = await fetch(url, { ...request, redirect: "error" }).catch((cause: unknown) => {
    throw new CourierError("courier_unavailable", String(cause));
  });
  const seconds = Number(response.headers.get("retry-after"));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    throw new CourierError("courier_unavailable", `the answer is ${response.status}`, retryAfter);
  }
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new CourierError("courier_unavailable", `the answer is no JSON: ${cause}`);
  });
  return { status: response.status, body: recordOf(body) };
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
