import { isUuid } from "#base/uuid.ts";
import type { Audience } from "#shop/mailing/campaigns/audience/audience.ts";
import {
  cancelCount,
  countForScreen,
} from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import { readSegmentFilter } from "#shop/mailing/campaigns/audience/segments.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/count";

/** Null: counting takes too long, or was ended. */
export interface CountAnswer {
  readonly audience: Audience | null;
}

/** Counts whom a filter reaches. The same key again ends the count before; without a filter nothing else happens. */
export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "mail.read");
  const key = url.searchParams.get("key") ?? "";
  const text = url.searchParams.get("filter");
  const filter = readSegmentFilter(text ?? "");
  if (!isUuid(key) || !filter.ok) {
    return Response.json(
      { error: { code: filter.ok ? "invalid_input" : filter.problem.code } },
      { status: 400 },
    );
  }
  if (text === null) await cancelCount(key);
  const counted = text === null ? null : await countForScreen("news", filter.value, key);
  const answer: CountAnswer = { audience: counted?.ok ? counted.value : null };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
