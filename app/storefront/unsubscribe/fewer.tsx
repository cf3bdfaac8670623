import { useLanguage } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { useUnsubscribeWords } from "#app/storefront/unsubscribe/messages/unsubscribe.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { MailSubscriber } from "#shop/consent/choices.server.ts";

/** Part of the form of choices: fewer promotional mails, where there are any, and the language of mails. */
export function Fewer({ subscriber }: { subscriber: MailSubscriber }) {
  const words = useUnsubscribeWords();
  const language = useLanguage();
  const { pausedUntil, maxAMonth } = subscriber;
  return (
    <div className="grid gap-5">
      {subscriber.topics.some(({ marketing, isOn }) => marketing && isOn) ? (
        <fieldset className="grid gap-3">
          <legend className="font-semibold">{words.fewer}</legend>
          <p className="text-sm text-muted">{words.fewerHint}</p>
          <Field label={words.pause}>
            {(parts) => (
              <Select {...parts} key={pausedUntil ?? ""} name="pause" className="w-full max-w-xs">
                <option value="">
                  {pausedUntil
                    ? words.pauseKeep(formatDay(pausedUntil.slice(0, 10), language))
                    : words.pauseNone}
                </option>
                <option value="30">{words.pauseFor(30)}</option>
                <option value="90">{words.pauseFor(90)}</option>
                {pausedUntil ? <option value="0">{words.pauseEnd}</option> : null}
              </Select>
            )}
          </Field>
          <Checkbox
            key={maxAMonth ?? 0}
            name="monthly"
            defaultChecked={maxAMonth === 1}
            label={words.monthly}
          />
        </fieldset>
      ) : null}
      <Field label={words.language}>
        {(parts) => (
          <Select
            {...parts}
            name="language"
            defaultValue={subscriber.language}
            className="w-full max-w-xs"
          >
            <option value="id" lang="id">
              Bahasa Indonesia
            </option>
            <option value="en" lang="en">
              English
            </option>
          </Select>
        )}
      </Field>
    </div>
  );
}
