import type { Campaign } from "./campaign.ts";
import { countAudience } from "./read-campaigns.server.ts";

type Counted = Awaited<ReturnType<typeof countAudience>>;
type Draft = Pick<Campaign, "id" | "topic" | "segment_filter">;

interface KeptCount {
  readonly topic: string;
  readonly filter: string | null;
  readonly counted: Counted;
  /** Milliseconds of `performance.now`. */
  readonly at: number;
}

/** Milliseconds for which the editor shows a count, while it saves the draft every few seconds. */
const keptMs = 60_000;
/** The last count of each draft that somebody edits, by its id; the oldest first. */
const kept = new Map<string, KeptCount>();

/**
 * Who would get a draft: counted when its topic or segment changed, or the count is older than a minute. A list of a million takes two
 * seconds to count, and what is typed changes nothing about it. Sending counts anew.
 */
export async function countForEditor(draft: Draft): Promise<Counted> {
  const known = kept.get(draft.id);
  const isSame = known?.topic === draft.topic && known.filter === draft.segment_filter;
  if (known && isSame && performance.now() - known.at < keptMs) return known.counted;
  const counted = await countAudience(draft);
  keepCount(draft, counted);
  return counted;
}

/** Keeps a count that was made to send, so that the editor shows the number that sending asks for. One that failed is not kept. */
export function keepCount({ id, topic, segment_filter: filter }: Draft, counted: Counted): void {
  const at = performance.now();
  kept.delete(id);
  for (const [old, count] of kept) {
    if (at - count.at < keptMs) break;
    kept.delete(old);
  }
  if (counted.ok) kept.set(id, { topic, filter, counted, at });
}
