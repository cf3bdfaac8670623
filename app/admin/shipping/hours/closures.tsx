import { Form } from "react-router";
import type { FormValues } from "#app/admin/kit/form/form-values.ts";
import { VersionedFields } from "#app/admin/kit/form/versioned-fields.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { Part, TextField } from "#app/admin/shipping/fields.tsx";
import { useMayEdit } from "#app/admin/shipping/may-edit.ts";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingHoursWords } from "#app/admin/shipping/messages/shipping-hours.ts";
import { useLanguage } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import type { Closure } from "#shop/settings/shipping/hours.server.ts";
import type { HoursAnswer } from "./hours-action.server.ts";
import { closureValues } from "./hours-values.ts";

/** The shop's own days off: each opens to its form; the last one adds. */
export function Closures({
  closures,
  answer,
}: {
  closures: readonly Closure[];
  answer: HoursAnswer | undefined;
}) {
  const { hours: words } = useShippingHoursWords();
  const language = useLanguage();
  const days = ({ from_day, to_day }: Closure) =>
    from_day === to_day
      ? formatDay(from_day, language)
      : `${formatDay(from_day, language)} – ${formatDay(to_day, language)}`;
  const answerOf = (id: string) => (answer?.closure === id ? answer : undefined);
  return (
    <Part title={words.closures} hint={words.closuresHint}>
      {closures.length === 0 ? (
        <p className="text-muted">{words.noClosures}</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {closures.map((closure) => (
            <li key={closure.id}>
              <details open={answerOf(closure.id) !== undefined} className="group">
                <summary className="flex min-h-11 flex-wrap items-center gap-x-4 hover:text-carbon lg:min-h-10">
                  <span className="figures">{days(closure)}</span>
                  <span className="min-w-0 grow text-muted">
                    {closure.is_past ? `${words.past} · ` : ""}
                    {closure.text[language]}
                  </span>
                  <span className="link">{words.change}</span>
                </summary>
                <ClosureForm
                  id={closure.id}
                  version={closure.version}
                  stored={closureValues(closure)}
                  answer={answerOf(closure.id)}
                  removes={words.remove(days(closure))}
                />
              </details>
            </li>
          ))}
        </ul>
      )}
      <details open={answerOf("new") !== undefined || closures.length === 0}>
        <summary className="link w-fit py-2">{words.add}</summary>
        <ClosureForm
          key={closures.length}
          id="new"
          version={0}
          stored={{}}
          answer={answerOf("new")}
        />
      </details>
    </Part>
  );
}

function ClosureForm({
  id,
  version,
  stored,
  answer,
  removes,
}: {
  id: string;
  version: number;
  stored: FormValues;
  answer: HoursAnswer | undefined;
  removes?: string;
}) {
  const { hours: words } = useShippingHoursWords();
  const shipping = useShippingWords();
  const editing = useEditingWords();
  const mayEdit = useMayEdit();
  const parts = { values: answer?.values ?? stored, problems: answer?.problems };
  const form = `closure-${id}`;
  const labels = {
    from_day: words.from,
    to_day: words.to,
    "text.id": `${words.note} (${shipping.indonesian})`,
    "text.en": `${words.note} (${shipping.english})`,
  };
  return (
    <Form
      key={answer?.remount ?? "loaded"}
      id={form}
      method="post"
      preventScrollReset
      noValidate
      className="grid max-w-3xl gap-4 pt-2 pb-4"
    >
      <input type="hidden" name="closure" value={id} />
      <VersionedFields
        form={form}
        answer={answer}
        stored={stored}
        version={version}
        labels={labels}
      />
      <div className="grid items-start gap-4 @xl:grid-cols-2">
        <TextField {...parts} label={words.from} name="from_day" type="date" />
        <TextField {...parts} label={words.to} name="to_day" type="date" />
        <TextField
          {...parts}
          label={labels["text.id"]}
          name="text.id"
          lang="id"
          maxLength={120}
          optional
        />
        <TextField
          {...parts}
          label={labels["text.en"]}
          name="text.en"
          lang="en"
          maxLength={120}
          optional
        />
      </div>
      <div className={mayEdit ? "flex flex-wrap gap-2" : "hidden"}>
        <Button type="submit" name="intent" value="closure" look="quiet">
          {removes ? editing.save : words.add}
        </Button>
        {removes ? (
          <Button
            type="submit"
            name="intent"
            value="delete"
            look="bare"
            icon="trash-2"
            aria-label={removes}
          >
            {shipping.remove}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
