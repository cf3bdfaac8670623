const events = ["*", "INSERT", "UPDATE", "DELETE"] as const;
type ChangeEvent = (typeof events)[number];

/** A client's subscription in its join: `{event, schema, table?, filter?, select?}`. */
export interface SubscriptionRequest {
  readonly id: number;
  readonly event: ChangeEvent;
  readonly schema: string;
  readonly table: string | undefined;
  readonly filter: string;
  readonly select: readonly string[] | undefined;
  /** The client's original object. */
  readonly asked: Readonly<Record<string, unknown>>;
}

const maxSubscriptions = 30;
const maxNameLength = 63;

/**
 * Parses and numbers the subscriptions of a join; the client identifies its listeners by number.
 * @returns undefined when one of them is malformed
 */
export function readSubscriptionRequests(
  value: unknown,
  firstId: number,
): readonly SubscriptionRequest[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > maxSubscriptions) return undefined;
  const requests = value.map((item: unknown, index) =>
    readSubscriptionRequest(item, firstId + index),
  );
  return requests.includes(undefined) ? undefined : (requests as SubscriptionRequest[]);
}

function readSubscriptionRequest(value: unknown, id: number): SubscriptionRequest | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { event, schema, table, filter, select } = value as Record<string, unknown>;
  const known = events.find((each) => each === String(event).toUpperCase());
  if (!known || !isName(schema)) return undefined;
  if (table !== undefined && table !== null && !isName(table)) return undefined;
  if (filter !== undefined && filter !== null && typeof filter !== "string") return undefined;
  const isList = Array.isArray(select) && select.length <= 1600 && select.every(isName);
  if (select !== undefined && select !== null && !isList) return undefined;
  return {
    id,
    event: known,
    schema,
    table: typeof table === "string" && table !== "*" ? table : undefined,
    filter: typeof filter === "string" ? filter : "",
    select: isList ? select : undefined,
    asked: { event, schema, table, filter, select },
  };
}

function isName(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= maxNameLength &&
    !value.includes("\0")
  );
}

/** The client compares this with its request, so it is returned unchanged. */
export function echo({ id, asked }: SubscriptionRequest): Record<string, unknown> {
  return { ...asked, id };
}
