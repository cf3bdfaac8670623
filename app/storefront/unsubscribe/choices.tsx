import { Form, useNavigation } from "react-router";
import { useUnsubscribeWords } from "#app/messages/storefront/unsubscribe.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type MailChoices, type MailTopic, mailTopicNames } from "#shop/mail-topics/topic.ts";
import type { UnsubscribeAnswer } from "./unsubscribe-action.server.ts";

interface ChoicesProps {
  token: string;
  /** The one that the mail was about. */
  topic: MailTopic | undefined;
  choices: MailChoices;
  answer: UnsubscribeAnswer | undefined;
}

/** The unsubscribe button of the link's topic first, then all other choices. */
export function Choices({ token, topic, choices, answer }: ChoicesProps) {
  const words = useUnsubscribeWords();
  const busy = useNavigation().state === "submitting";
  return (
    <div className="grid gap-8">
      {answer?.failure ? <Notice tone="error">{words.failures[answer.failure]}</Notice> : null}
      {answer?.done ? <Done token={token} answer={answer} /> : null}
      {topic && choices[topic] && answer?.done === undefined ? (
        <Form method="post" preventScrollReset className="grid justify-items-start gap-4">
          <h2 className="text-xl">{words.ask[topic]}</h2>
          <input type="hidden" name="t" value={token} />
          <input type="hidden" name="topic" value={topic} />
          <Button type="submit" name="intent" value="stop" busy={busy}>
            {words.stop}
          </Button>
        </Form>
      ) : null}
      <Form method="post" preventScrollReset className="grid gap-4">
        <h2 className="text-lg">{words.choose}</h2>
        <input type="hidden" name="t" value={token} />
        <ul className="divide-y divide-rule border-y border-rule">
          {mailTopicNames.map((name) => (
            <li key={`${name} ${choices[name]}`} className="py-3">
              <label className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3">
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={choices[name]}
                  className="tick mt-0.5"
                />
                <span className="font-semibold">{words.topics[name]}</span>
                <span className="col-start-2 text-sm text-muted">{words.hints[name]}</span>
              </label>
            </li>
          ))}
          <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3">
            <Icon name="check" className="mt-0.5 size-5 text-muted" />
            <span className="font-semibold">
              {words.always} <span className="font-normal text-muted">({words.alwaysMark})</span>
            </span>
            <span className="col-start-2 text-sm text-muted">{words.alwaysHint}</span>
          </li>
        </ul>
        <div>
          <Button type="submit" name="intent" value="save" look="quiet" busy={busy}>
            {words.save}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function Done({ token, answer }: { token: string; answer: UnsubscribeAnswer }) {
  const words = useUnsubscribeWords();
  const { topic, done } = answer;
  if (!topic || done === "save") return <Notice tone="success">{words.saved}</Notice>;
  if (done === "undo") return <Notice tone="success">{words.undone[topic]}</Notice>;
  return (
    <Notice
      tone="success"
      action={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="t" value={token} />
          <input type="hidden" name="topic" value={topic} />
          <Button type="submit" name="intent" value="undo" look="quiet" icon="undo-2">
            {words.undo}
          </Button>
        </Form>
      }
    >
      {words.stopped[topic]}
    </Notice>
  );
}
