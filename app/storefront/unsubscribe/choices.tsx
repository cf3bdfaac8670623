import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useUnsubscribeWords } from "#app/storefront/unsubscribe/messages/unsubscribe.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { MailSubscriber, TopicChoice } from "#shop/consent/choices.server.ts";
import { Fewer } from "./fewer.tsx";
import { NewAddress } from "./new-address.tsx";
import type { UnsubscribeAnswer } from "./unsubscribe-action.server.ts";

interface ChoicesProps {
  token: string;
  /** The one that the mail was about. */
  topic: string | undefined;
  subscriber: MailSubscriber;
  answer: UnsubscribeAnswer | undefined;
}

/** The unsubscribe button of the link's topic first, then all other choices, and the end of all of them. */
export function Choices({ token, topic, subscriber, answer }: ChoicesProps) {
  const words = useUnsubscribeWords();
  const language = useLanguage();
  const busy = useNavigation().state === "submitting";
  const { topics } = subscriber;
  // The buttons at the end of a long page answer at its top.
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) top.current?.scrollIntoView({ block: "nearest" });
  }, [answer]);
  const asked = topics.find(({ slug, isOn }) => slug === topic && isOn);
  return (
    <div className="grid gap-8">
      {answer?.failure || answer?.done ? (
        <div ref={top} className="scroll-mt-4">
          {answer.failure ? (
            <Notice tone="error">{words.failures[answer.failure]}</Notice>
          ) : answer.done ? (
            <Done token={token} answer={answer} topics={topics} />
          ) : null}
        </div>
      ) : null}
      {asked && answer?.done === undefined ? (
        <Form method="post" preventScrollReset className="grid justify-items-start gap-4">
          <h2 className="text-xl">{words.ask(asked.name[language])}</h2>
          <input type="hidden" name="t" value={token} />
          <input type="hidden" name="topic" value={asked.slug} />
          <Button type="submit" name="intent" value="stop" busy={busy}>
            {words.stop}
          </Button>
        </Form>
      ) : null}
      <Form method="post" preventScrollReset className="grid gap-5">
        <h2 className="text-lg">{words.choose}</h2>
        <input type="hidden" name="t" value={token} />
        <ul className="divide-y divide-rule border-y border-rule">
          {topics.map((choice) => (
            <Topic key={`${choice.slug} ${choice.isOn}`} choice={choice} />
          ))}
          <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3">
            <Icon name="check" className="mt-0.5 size-5 text-muted" />
            <span className="font-semibold">
              {words.always} <span className="font-normal text-muted">({words.alwaysMark})</span>
            </span>
            <span className="col-start-2 text-sm text-muted">{words.alwaysHint}</span>
          </li>
        </ul>
        <Fewer subscriber={subscriber} />
        <div>
          <Button type="submit" name="intent" value="save" look="quiet" busy={busy}>
            {words.save}
          </Button>
        </div>
      </Form>
      {topics.some(({ isOn }) => isOn) ? (
        <NewAddress token={token} emailProblem={answer?.emailProblem} busy={busy} />
      ) : null}
      {topics.some(({ isOn, isPending }) => isOn || isPending) ? (
        <Form
          method="post"
          preventScrollReset
          className="grid justify-items-start gap-3 border-t border-rule pt-6"
        >
          <h2 className="text-lg">{words.everything}</h2>
          <p className="max-w-[56ch] text-sm text-muted">{words.everythingHint}</p>
          <input type="hidden" name="t" value={token} />
          <Button type="submit" name="intent" value="stop-all" look="danger" busy={busy}>
            {words.everythingButton}
          </Button>
        </Form>
      ) : null}
    </div>
  );
}

function Topic({ choice }: { choice: TopicChoice }) {
  const words = useUnsubscribeWords();
  const language = useLanguage();
  return (
    <li className="py-3">
      <label className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <input
          type="checkbox"
          name={`topic:${choice.slug}`}
          defaultChecked={choice.isOn}
          className="tick mt-0.5"
        />
        <span className="font-semibold">
          {choice.name[language]}
          {choice.isPending ? (
            <span className="font-normal text-muted"> ({words.pending})</span>
          ) : null}
        </span>
        <span className="col-start-2 text-sm text-muted">{choice.hint[language]}</span>
      </label>
    </li>
  );
}

interface DoneProps {
  token: string;
  answer: UnsubscribeAnswer;
  topics: readonly TopicChoice[];
}

function Done({ token, answer, topics }: DoneProps) {
  const words = useUnsubscribeWords();
  const language = useLanguage();
  const { done, undo } = answer;
  const name = topics.find(({ slug }) => slug === answer.topic)?.name[language];
  if (done === "save") {
    return (
      <Notice tone="success">
        {answer.isConfirmationSent ? words.confirmationSent : words.saved}
      </Notice>
    );
  }
  if (done === "move") return <Notice tone="success">{words.moveSent}</Notice>;
  if (done === "undo") {
    return <Notice tone="success">{name ? words.undone(name) : words.undoneAll}</Notice>;
  }
  return (
    <Notice
      tone="success"
      action={
        undo ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="t" value={token} />
            <input type="hidden" name="topic" value={answer.topic ?? ""} />
            <input type="hidden" name="undo" value={undo} />
            <Button type="submit" name="intent" value="undo" look="quiet" icon="undo-2">
              {words.undo}
            </Button>
          </Form>
        ) : undefined
      }
    >
      {name ? words.stopped(name) : words.everythingStopped}
    </Notice>
  );
}
