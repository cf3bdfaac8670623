import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useLanguage } from "#app/language.ts";
import { useMerchant, useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import {
  type Customisation,
  maxMessageLength,
} from "#shop/production/customisations/customisation.ts";
import type { ProofAnswer } from "./order-customisation-action.server.ts";

/** Messages between customer and shop, and a form for the next one. */
export function MessageThread({ customisation }: { customisation: Customisation }) {
  const { page: words } = useCustomisationWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { name } = useMerchant();
  const { id } = customisation;
  // Those about a place stand beside their pin.
  const messages = customisation.messages.filter(({ pin_id }) => pin_id === null);
  return (
    <div className="grid gap-4 border-t border-rule p-5">
      <h3 className="text-lg">{words.thread}</h3>
      {messages.length === 0 ? (
        <p className="text-sm text-muted">{words.noMessages}</p>
      ) : (
        <ol className="grid gap-3">
          {messages.map((message) => (
            <li
              key={message.id}
              className={`max-w-[60ch] border border-rule px-4 py-3 ${message.from_shop ? "bg-paper" : "justify-self-end bg-card"}`}
            >
              <p className="text-sm text-muted">
                <b className="text-ink">{message.from_shop ? name : words.you}</b>{" "}
                {formatMoment(message.at, language, zone)}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
            </li>
          ))}
        </ol>
      )}
      <WriteForm customisationId={id} />
    </div>
  );
}

function WriteForm({ customisationId }: { customisationId: string }) {
  const { page: words, problems } = useCustomisationWords();
  const fetcher = useFetcher<ProofAnswer>();
  const [text, setText] = useState("");
  const key = useRef("");
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDirtyForm(text !== "");
  useEffect(() => {
    if (!answer || answer.problem) return;
    key.current = "";
    setText("");
  }, [answer]);
  const problem = answer?.problem;
  return (
    <form
      noValidate
      className="grid max-w-[60ch] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        key.current ||= crypto.randomUUID();
        const form = { intent: "write", id: customisationId, key: key.current, text };
        void fetcher.submit(form, { method: "post" });
      }}
    >
      <Field
        label={words.message}
        error={problem ? wordsFor(problems, problem, "unexpected") : undefined}
      >
        {(parts) => (
          <TextArea
            {...parts}
            rows={3}
            maxLength={maxMessageLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        look="quiet"
        icon="message-circle"
        className="justify-self-start"
        busy={fetcher.state !== "idle"}
      >
        {words.send}
      </Button>
    </form>
  );
}
