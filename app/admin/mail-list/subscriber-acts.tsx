import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Subscriber } from "#shop/consent/subscribers/find-subscriber.server.ts";
import type { SubscriberAnswer } from "./subscriber-action.server.ts";

/** What staff may do: ask once, stop, forget. They subscribe nobody. */
export function SubscriberActs({ subscriber }: { subscriber: Subscriber }) {
  const { acts: words } = useMailListWords();
  const fetcher = useFetcher<SubscriberAnswer>();
  const [asked, setAsked] = useState<"stop" | "forget" | null>(null);
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useEffect(() => {
    if (answer) setAsked(null);
  }, [answer]);
  const isStopped = subscriber.suppressions.some(({ is_lifted }) => !is_lifted);
  return (
    <section className="no-print grid gap-4 border border-rule p-4">
      <h2 className="text-lg">{words.title}</h2>
      {answer?.done ? <Notice tone="success">{words.done[answer.done]}</Notice> : null}
      {answer?.problem ? <Notice tone="error">{words.problems[answer.problem]}</Notice> : null}
      <fetcher.Form method="post" className="grid justify-items-start gap-2" noValidate>
        <Field label={words.tags} hint={words.tagsHint}>
          {(parts) => (
            <TextInput
              {...parts}
              name="tags"
              maxLength={2000}
              autoComplete="off"
              defaultValue={subscriber.tags.join(", ")}
            />
          )}
        </Field>
        <Button type="submit" name="intent" value="tags" look="quiet" icon="tag" busy={isBusy}>
          {words.saveTags}
        </Button>
      </fetcher.Form>
      <Act hint={subscriber.may_be_asked ? words.askHint : words.notAskable}>
        {subscriber.may_be_asked ? (
          <fetcher.Form method="post">
            <Button type="submit" name="intent" value="ask" look="quiet" icon="mail" busy={isBusy}>
              {words.ask}
            </Button>
          </fetcher.Form>
        ) : null}
      </Act>
      {isStopped ? null : (
        <Act hint={words.stopHint}>
          <Button look="quiet" icon="ban" onClick={() => setAsked("stop")}>
            {words.stop}
          </Button>
        </Act>
      )}
      <Act hint={words.forgetHint}>
        <Button look="danger" icon="trash-2" onClick={() => setAsked("forget")}>
          {words.forget}
        </Button>
      </Act>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === "forget" ? words.forgetTitle : words.stopTitle}
        place="small"
      >
        <fetcher.Form method="post" className="grid gap-4">
          <p className="font-semibold wrap-anywhere">{subscriber.email}</p>
          <p>{asked === "forget" ? words.forgetText : words.stopHint}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value={asked ?? ""} look="danger" busy={isBusy}>
              {asked === "forget" ? words.forget : words.stop}
            </Button>
            <Button look="quiet" onClick={() => setAsked(null)}>
              {words.cancel}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
    </section>
  );
}

function Act({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-1.5">
      {children}
      <p className="text-sm text-muted">{hint}</p>
    </div>
  );
}
