import { useFetcher } from "react-router";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { useLocalPath } from "#app/language.ts";
import { useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { AccountNews } from "#shop/consent/subscribe/subscribe-account.server.ts";
import type { NewsAnswer } from "./details-action.server.ts";

/** News by mail: a box to ask for it, and the way to all choices of the address. */
export function NewsChoice({ news }: { news: AccountNews }) {
  const { details: words } = useAccountWords();
  const { box, boxHint } = useSignUpWords();
  const to = useLocalPath();
  const fetcher = useFetcher<NewsAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.news}</h2>
      {answer?.news ? (
        <Notice tone={answer.news === "not_ticked" ? "warning" : "success"}>
          {words.newsAnswers[answer.news]}
        </Notice>
      ) : null}
      {answer?.cartReminders ? (
        <Notice tone={answer.cartReminders === "no_news" ? "warning" : "success"}>
          {words.cartAnswers[answer.cartReminders]}
        </Notice>
      ) : null}
      {news.isSubscribed ? (
        <>
          <p className="text-sm text-muted">{words.newsOn}</p>
          <fetcher.Form method="post" className="grid gap-2">
            <input type="hidden" name="intent" value="cart_reminders" />
            <input type="hidden" name="on" value={news.remindsOfCarts ? "0" : "1"} />
            <p className="text-sm text-muted">
              {news.remindsOfCarts ? words.cartsOn : words.cartsOff}
            </p>
            <div>
              <Button type="submit" look="quiet" busy={fetcher.state !== "idle"}>
                {news.remindsOfCarts ? words.cartsStop : words.cartsStart}
              </Button>
            </div>
          </fetcher.Form>
        </>
      ) : answer?.news === "confirmation_sent" ? null : (
        <fetcher.Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="news" />
          <Checkbox name="news" label={box} />
          <p className="text-sm text-muted">{boxHint}</p>
          <div>
            <Button type="submit" look="quiet" busy={fetcher.state !== "idle"}>
              {words.newsAsk}
            </Button>
          </div>
        </fetcher.Form>
      )}
      {news.linkToken ? (
        <div>
          <ButtonLink to={`${to("/Unsubscribe")}?t=${news.linkToken}`} look="quiet">
            {words.newsChoices}
          </ButtonLink>
        </div>
      ) : null}
    </section>
  );
}
