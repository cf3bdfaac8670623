import { Form } from "react-router";
import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { useLanguage } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { TopicName } from "#shop/consent/subscribers/list-subscribers.server.ts";
import {
  consentLevels,
  consentSources,
  type SubscriberFilter,
  subscriptionStates,
} from "#shop/consent/subscribers/subscriber-filter.ts";

interface SubscriberSearchProps {
  filter: SubscriberFilter;
  topics: readonly TopicName[];
}

/** The whole filter is in the address, so that it can be kept and works without scripts. */
export function SubscriberSearch({ filter, topics }: SubscriberSearchProps) {
  const { list: words, states, levels, sources } = useMailListWords();
  const language = useLanguage();
  const choices: readonly (readonly [
    name: "topic" | "state" | "level" | "source",
    options: readonly (readonly [string, string])[],
  ])[] = [
    ["topic", topics.map(({ slug, name }) => [slug, name[language]])],
    ["state", subscriptionStates.map((state) => [state, states[state]])],
    ["level", consentLevels.map((level) => [level, levels[level]])],
    ["source", consentSources.map((source) => [source, sources[source]])],
  ];
  return (
    <Form role="search" className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-64">
        <Field label={words.search}>
          {(parts) => (
            <TextInput
              {...parts}
              key={filter.q}
              name="q"
              type="search"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              maxLength={254}
              defaultValue={filter.q}
            />
          )}
        </Field>
      </div>
      {choices.map(([name, options]) => (
        <div key={name} className="min-w-0 grow basis-36">
          <Field label={words[name]}>
            {(parts) => (
              <Select
                {...parts}
                key={filter[name] ?? ""}
                name={name}
                defaultValue={filter[name] ?? ""}
                className="w-full"
              >
                <option value="">{words.any}</option>
                {options.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      ))}
      <Button type="submit" look="quiet">
        {words.submit}
      </Button>
    </Form>
  );
}
