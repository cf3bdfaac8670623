import { useState } from "react";
import { data } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { settingsWords, useSettingsWords } from "#app/admin/settings/messages/settings.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { findSettings } from "#shop/settings/merchant/save-settings.server.ts";
import {
  isSettingsPart,
  type SettingValues,
  settingFields,
} from "#shop/settings/merchant/settings.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/settings-part";
import { SettingInput, shownSetting } from "./setting-input.tsx";
import { answerSettings, type SettingsAnswer } from "./settings-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = settingsWords(languageOf(source.location.pathname));
  const { part } = source.params;
  return pageMeta(source, {
    title: isSettingsPart(part) ? words.parts[part].title : words.title,
    hidden: true,
  });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "settings.edit");
  const { part } = params;
  if (!isSettingsPart(part)) throw data(null, { status: 404 });
  const [values, keys] = await Promise.all([findSettings(staff, part), readSignInKeys(staff)]);
  if (!values) throw data(null, { status: 404 });
  return { part, values, keys };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "settings.edit");
  if (!isSettingsPart(params.part)) throw data(null, { status: 404 });
  return answerSettings(staff, params.part, await readForm(request));
}

export default function AdminSettingsPart({ loaderData }: Route.ComponentProps) {
  return <PartForm key={loaderData.part} {...loaderData} />;
}

/** One part of the settings as a form. */
function PartForm({ part, values, keys }: Route.ComponentProps["loaderData"]) {
  const words = useSettingsWords();
  const editing = useEditingWords();
  const to = useLocalPath();
  const { fetcher, proof, answer } = useProvenFetcher<SettingsAnswer>(keys);
  const [isDirty, setIsDirty] = useState(false);
  // Discarding, and taking another person's value, begin the form anew.
  const [round, setRound] = useState(0);
  const [before, setBefore] = useState(values);
  const [shown, setShown] = useState(values);
  const [settled, setSettled] = useState<readonly string[]>([]);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : answer;
  const [answered, setAnswered] = useState(reply);
  if (reply && reply !== answered) {
    setAnswered(reply);
    setSettled([]);
    if (reply.done) {
      setIsDirty(false);
      setBefore(values);
      setShown(values);
    }
  }
  const begin = (next: SettingValues) => {
    setShown(next);
    setRound(round + 1);
  };
  const conflict = reply?.conflict;
  const open = (conflict?.names ?? []).filter((name) => !settled.includes(name));
  const settle = (name: string, takesTheirs: boolean) => {
    if (!conflict) return;
    const theirs = conflict.theirs[name] ?? null;
    setBefore({ ...before, [name]: theirs });
    setSettled([...settled, name]);
    if (takesTheirs) begin({ ...conflict.mine, [name]: theirs });
  };
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <>
      <fetcher.Form
        key={round}
        method="post"
        noValidate
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5"
        onInput={() => setIsDirty(true)}
      >
        <Link to={to("/admin/Settings")} className="link justify-self-start">
          {words.back}
        </Link>
        <header className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.parts[part].title}
          </h1>
          <p className="text-muted">{words.parts[part].text}</p>
        </header>
        <Conflict
          fields={open.map((name) => ({
            name,
            label: words.fields[name] ?? name,
            before: shownSetting(before[name], words.choices),
            theirs: shownSetting(conflict?.theirs[name], words.choices),
            mine: shownSetting(conflict?.mine[name], words.choices),
          }))}
          onKeepMine={(name) => settle(name, false)}
          onTakeTheirs={(name) => settle(name, true)}
        />
        <input type="hidden" name="before" value={JSON.stringify(before)} />
        {settingFields[part].map((field) => (
          <SettingInput
            key={field.name}
            field={field}
            value={shown[field.name] ?? null}
            error={
              reply?.problems?.[field.name] ? say(reply.problems[field.name] ?? "") : undefined
            }
          />
        ))}
        <SaveBar
          isDirty={isDirty}
          busy={busy}
          onDiscard={() => {
            setIsDirty(false);
            begin(before);
          }}
          problem={
            reply?.problems ? editing.invalid : reply?.problem ? say(reply.problem) : undefined
          }
          isSaved={reply?.done}
        />
      </fetcher.Form>
      {proof}
    </>
  );
}
