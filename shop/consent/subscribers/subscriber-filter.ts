import {
  type ConsentLevel,
  type ConsentSource,
  isTopicSlug,
  type SubscriptionState,
} from "#shop/consent/topic.ts";

export const subscriptionStates = [
  "subscribed",
  "pending",
  "unsubscribed",
  "bounced",
  "complained",
] as const satisfies readonly SubscriptionState[];
export const consentLevels = [
  "confirmed",
  "single",
  "imported",
] as const satisfies readonly ConsentLevel[];
export const consentSources = [
  "footer",
  "checkout",
  "account",
  "stock_form",
  "page",
  "one_click",
  "import",
  "staff",
  "webhook",
] as const satisfies readonly ConsentSource[];

/** Of the list of subscribers; a recipient fits when one and the same subscription fits. */
export interface SubscriberFilter {
  /** The beginning of an address, in lower case. */
  readonly q: string;
  readonly topic: string | null;
  readonly state: SubscriptionState | null;
  readonly level: ConsentLevel | null;
  readonly source: ConsentSource | null;
}

/** What an address of the list asks for; unknown values are left out. */
export function readSubscriberFilter(params: URLSearchParams): SubscriberFilter {
  const topic = params.get("topic");
  return {
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 254).toLowerCase(),
    topic: isTopicSlug(topic) ? topic : null,
    state: oneOf(subscriptionStates, params.get("state")),
    level: oneOf(consentLevels, params.get("level")),
    source: oneOf(consentSources, params.get("source")),
  };
}

/** The filter as parameters of an address. */
export function subscriberParams(filter: SubscriberFilter): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | null {
  return values.find((known) => known === value) ?? null;
}
