import { log } from "#base/log.server.ts";
import { withTimeout } from "#base/with-timeout.ts";
import { estimateSegment } from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import { readSegmentFilter } from "#shop/mailing/campaigns/audience/segments.server.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { countAudience } from "#shop/mailing/campaigns/read-campaigns.server.ts";

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
/** Milliseconds for which the editor waits for a count before it shows an estimate: a list of a million takes two seconds. */
const patienceMs = 400;
/** The last count of each draft that somebody edits, by its id; the oldest first. */
const kept = new Map<string, KeptCount>();
/** Counts under way, by what they count. */
const running = new Map<string, Promise<Counted>>();

/** Whom a draft would reach, or about how many while they are counted; null: not even an estimate. */
export type EditorCount =
  | { readonly counted: Counted }
  | { readonly about: number | null; readonly counted?: undefined };

/**
 * Who would get a draft: counted when its topic or segment changed, or the count is older than a minute. What is typed changes
 * nothing about it. Sending counts anew. While a large list is counted, the page has the last count of the same audience, or an
 * estimate, and asks again.
 * @param waitMs milliseconds to wait for the count
 */
export async function countForEditor(draft: Draft, waitMs = patienceMs): Promise<EditorCount> {
  const known = kept.get(draft.id);
  const isSame = known?.topic === draft.topic && known.filter === draft.segment_filter;
  if (known && isSame && performance.now() - known.at < keptMs) return { counted: known.counted };
  const counted = await withTimeout(waitMs, countOnce(draft), () => new StillCounting()).catch(
    (error: unknown) => {
      if (error instanceof StillCounting) return undefined;
      throw error;
    },
  );
  if (counted) return { counted };
  return known && isSame ? { counted: known.counted } : { about: await estimate(draft) };
}

class StillCounting extends Error {}

/** One count of an audience at a time, however many pages ask. */
function countOnce(draft: Draft): Promise<Counted> {
  const what = JSON.stringify([draft.id, draft.topic, draft.segment_filter]);
  const under = running.get(what);
  if (under) return under;
  const count = countAudience(draft)
    .then((counted) => {
      // Also one that failed: the page says so, and its next questions start no other one.
      keep(draft, counted);
      return counted;
    })
    .finally(() => running.delete(what));
  running.set(what, count);
  // A page that waits no longer does not hear of it.
  count.catch((error: unknown) =>
    log.warn({ err: error, campaign: draft.id }, "the recipients of a draft were not counted"),
  );
  return count;
}

async function estimate({ topic, segment_filter }: Draft): Promise<number | null> {
  const filter = readSegmentFilter(segment_filter ?? "");
  if (!filter.ok) return null;
  const estimated = await estimateSegment(topic, filter.value);
  return estimated.ok ? estimated.value.subscribed : null;
}

/** Keeps a count that was made to send, so that the editor shows the number that sending asks for. One that failed is not kept. */
export function keepCount(draft: Draft, counted: Counted): void {
  if (counted.ok) keep(draft, counted);
  else kept.delete(draft.id);
}

function keep({ id, topic, segment_filter: filter }: Draft, counted: Counted): void {
  const at = performance.now();
  kept.delete(id);
  for (const [old, count] of kept) {
    if (at - count.at < keptMs) break;
    kept.delete(old);
  }
  kept.set(id, { topic, filter, counted, at });
}
