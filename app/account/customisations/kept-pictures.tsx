import { useFetcher } from "react-router";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Customisation } from "#shop/production/customisations/customisation.ts";
import type { ProofAnswer } from "./order-customisation-action.server.ts";

interface KeptPicturesProps extends NonNullable<Customisation["kept_pictures"]> {
  /** Of the customisation. */
  id: string;
}

/** Until when the uploaded pictures of a printed design are kept, and another year of it. */
export function KeptPictures({ id, until, is_gone, may_extend }: KeptPicturesProps) {
  const { page: words, problems } = useCustomisationWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<ProofAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const day = formatMoment(until, language, zone);
  if (is_gone) return <p className="text-sm text-muted">{words.picturesGone(day)}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted" role="status">
        {words.picturesUntil(day)}
      </p>
      {may_extend ? (
        <Button
          look="quiet"
          busy={fetcher.state !== "idle"}
          onClick={() => fetcher.submit({ intent: "keep-pictures", id, until }, { method: "post" })}
        >
          {words.keepPictures}
        </Button>
      ) : null}
      {answer?.problem ? (
        <Notice tone="error">{wordsFor(problems, answer.problem, "unexpected")}</Notice>
      ) : null}
    </div>
  );
}
