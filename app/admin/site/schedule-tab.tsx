import { Form, useNavigation } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { SiteDocument, SiteSchedule } from "#shop/content/read-site.server.ts";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import { NoteField } from "./publish-form.tsx";
import type { SiteAnswer } from "./site-action.server.ts";

interface ScheduleTabProps {
  document: SiteDocument;
  /** A new UUID for the next period, so that a repeated request schedules it once. */
  fresh: string;
  mayPublish: boolean;
  answer: SiteAnswer | undefined;
}

/** The form that schedules the draft, and the periods of the document. */
export function ScheduleTab({ document, fresh, mayPublish, answer }: ScheduleTabProps) {
  const words = useSiteWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {document.draft && mayPublish ? (
        <ScheduleForm document={document} fresh={fresh} problems={answer?.problems ?? {}} />
      ) : (
        <p className="text-muted">{document.draft ? words.notAllowed : words.noDraftToSchedule}</p>
      )}
      <section className="grid gap-3">
        <h2 className="text-lg">{words.periods}</h2>
        {document.schedule.length === 0 ? (
          <p className="text-muted">{words.noPeriods}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule">
            {document.schedule.map((period) => (
              <Period key={period.id} period={period} mayPublish={mayPublish} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function ScheduleForm({
  document,
  fresh,
  problems,
}: {
  document: SiteDocument;
  fresh: string;
  problems: Readonly<Record<string, string>>;
}) {
  const words = useSiteWords();
  const clock = words.zone(shopTimeZones[useShopZone()].name);
  const busy = useNavigation().state !== "idle";
  return (
    <Section title={words.scheduleTitle} hint={words.scheduleText}>
      <Form method="post" noValidate className="grid max-w-2xl justify-items-start gap-4">
        <input type="hidden" name="id" value={fresh} />
        <input type="hidden" name="revision" value={document.revision} />
        <div className="grid w-full items-start gap-4 sm:grid-cols-2">
          {(["starts", "ends"] as const).map((name) => (
            <Field
              key={name}
              label={words[name]}
              hint={name === "ends" ? `${clock} ${words.endsHint}` : clock}
              error={
                problems[name]
                  ? wordsFor(words.problems, problems[name], "invalid_input")
                  : undefined
              }
            >
              {(parts) => (
                <TextInput
                  {...parts}
                  name={name}
                  type="datetime-local"
                  className="figures"
                  max="2999-12-31T23:59"
                />
              )}
            </Field>
          ))}
        </div>
        <NoteField />
        <Button type="submit" name="intent" value="schedule" icon="clock" busy={busy}>
          {words.schedule}
        </Button>
      </Form>
    </Section>
  );
}

const looks: Record<
  SiteSchedule["state"],
  { copy: Copy; icon: "clock" | "eye" | "check" | "ban" }
> = {
  waiting: { copy: "yellow", icon: "clock" },
  on: { copy: "green", icon: "eye" },
  over: { copy: "white", icon: "check" },
  canceled: { copy: "white", icon: "ban" },
};

function Period({ period, mayPublish }: { period: SiteSchedule; mayPublish: boolean }) {
  const words = useSiteWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { id, version, starts_at, ends_at, state } = period;
  const moment = (iso: string) => formatMoment(iso, language, zone);
  const isOpen = state === "waiting" || state === "on";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Pill {...looks[state]}>{words.scheduleStates[state]}</Pill>
      <span className="grow">
        {words.period(moment(starts_at), ends_at && moment(ends_at))}
        <span className="block text-sm text-muted">{words.version(version)}</span>
      </span>
      {isOpen && mayPublish ? (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="intent" value="cancel" look="quiet">
            {state === "on" ? words.endNow : words.cancel}
          </Button>
        </Form>
      ) : null}
    </li>
  );
}
