import { useFetcher } from "react-router";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Claim } from "#shop/production/customisations/claim-customisation.server.ts";
import type { ReviewAnswer } from "./review-action.server.ts";

interface ClaimFormProps {
  claim: Claim | null;
  /** Id of the person who looks at the page. */
  own: string;
}

/** Who works on the design, and a button to do so. */
export function ClaimForm({ claim, own }: ClaimFormProps) {
  const { review } = useProductionWords();
  const words = review.claim;
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<ReviewAnswer>();
  const isOther = claim !== null && claim.person_id !== own;
  const until = claim ? formatMoment(claim.until, language, zone) : "";
  return (
    <fetcher.Form method="post" className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      {fetcher.data?.problem ? (
        <Notice tone="error">
          {wordsFor(review.problems, fetcher.data.problem, "invalid_input")}
        </Notice>
      ) : null}
      <p role="status" className={isOther ? "bg-yellow px-2 text-yellow-ink" : "text-muted"}>
        {claim === null ? words.free : isOther ? words.other(claim.name, until) : words.own(until)}
      </p>
      <input type="hidden" name="over" value={isOther ? claim.person_id : ""} />
      <Button
        type="submit"
        look="quiet"
        name="intent"
        value="claim"
        busy={fetcher.state !== "idle"}
      >
        {claim === null ? words.take : isOther ? words.takeOver : words.prolong}
      </Button>
    </fetcher.Form>
  );
}
