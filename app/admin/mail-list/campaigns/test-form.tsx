import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { CampaignAnswer } from "./campaign-action.server.ts";

/** Sends the saved content to a few addresses of staff. */
export function TestForm({ ownAddress, isChanged }: { ownAddress: string; isChanged: boolean }) {
  const words = useCampaignWords();
  const fetcher = useFetcher<CampaignAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  // One press is one test: a request that comes twice has the same key.
  const [key, setKey] = useState(() => crypto.randomUUID());
  useEffect(() => {
    if (reply?.done) setKey(crypto.randomUUID());
  }, [reply]);
  return (
    <fetcher.Form method="post" className="grid gap-3 border border-rule bg-card p-4">
      <input type="hidden" name="key" value={key} />
      <h2 className="text-lg">{words.test}</h2>
      <Field
        label={words.testAddresses}
        hint={words.testHint}
        error={
          reply?.problem ? wordsFor(words.problems, reply.problem, "invalid_input") : undefined
        }
      >
        {(parts) => (
          <TextInput
            {...parts}
            name="addresses"
            inputMode="email"
            autoComplete="off"
            maxLength={1500}
            defaultValue={ownAddress}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          name="intent"
          value="test"
          look="quiet"
          icon="mail"
          busy={busy}
          disabled={isChanged}
        >
          {words.test}
        </Button>
        <p role="status" className="text-muted">
          {isChanged ? words.saveFirst : reply?.done ? words.testSent : ""}
        </p>
      </div>
    </fetcher.Form>
  );
}
