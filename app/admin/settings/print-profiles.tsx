import { useState } from "react";
import { Form } from "react-router";
import {
  printProfileWords,
  usePrintProfileWords,
} from "#app/admin/settings/messages/print-profiles.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import {
  maxProfileBytes,
  type ProfiledProcess,
  profiledProcesses,
} from "#shop/designs/colour-profiles/icc-profile.ts";
import {
  listPrintProfiles,
  type PrintProfile,
  removePrintProfile,
  savePrintProfile,
} from "#shop/designs/print/print-profiles.server.ts";
import { formatBytes } from "../products/media/format-bytes.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/print-profiles";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: printProfileWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  return { profiles: await listPrintProfiles(staffWith(context, "settings.edit")) };
}

interface Answer {
  readonly process: ProfiledProcess | null;
  readonly done?: "save" | "remove";
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const actor = staffWith(context, "settings.edit");
  const form = await readForm(request);
  const process = profiledProcesses.find((one) => one === form.get("process"));
  if (!process) return { process: null, problem: "invalid_input" };
  switch (form.get("intent")) {
    case "remove": {
      const removed = await removePrintProfile(actor, process);
      return removed.ok ? { process, done: "remove" } : { process, problem: removed.problem };
    }
    case "save": {
      const file = form.get("profile");
      if (!(file instanceof Blob)) return { process, problem: "profile_missing" };
      // Not read into memory before: the body may have two megabytes more than a profile.
      if (file.size > maxProfileBytes) return { process, problem: "profile_too_large" };
      const saved = await savePrintProfile(actor, process, Buffer.from(await file.arrayBuffer()));
      return saved.ok ? { process, done: "save" } : { process, problem: saved.problem };
    }
    default:
      return { process, problem: "invalid_input" };
  }
}

/** The ICC profiles of the shop's printers, one a process (docs/why/designs.md). */
export default function PrintProfiles({ loaderData, actionData }: Route.ComponentProps) {
  const words = usePrintProfileWords();
  const to = useLocalPath();
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Settings")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[66ch] text-muted">{words.lead}</p>
      </header>
      {actionData?.process === null ? (
        <Notice tone="error">{words.problems.invalid_input}</Notice>
      ) : null}
      <ul className="border-t border-rule">
        {profiledProcesses.map((process) => (
          <li key={process} className="border-b border-rule py-5">
            <ProfileForm
              process={process}
              profile={loaderData.profiles.find((one) => one.process === process)}
              answer={actionData?.process === process ? actionData : undefined}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProfileFormProps {
  process: ProfiledProcess;
  profile: PrintProfile | undefined;
  answer: Answer | undefined;
}

function ProfileForm({ process, profile, answer }: ProfileFormProps) {
  const words = usePrintProfileWords();
  const language = useLanguage();
  const zone = useShopZone();
  const [chosen, setChosen] = useState<string>();
  const problem = answer?.problem ? wordsFor(words.problems, answer.problem, "invalid_input") : "";
  return (
    // A page of its own: a file goes with it, also without scripts.
    <Form reloadDocument method="post" encType="multipart/form-data" className="grid gap-4">
      <input type="hidden" name="process" value={process} />
      <div>
        <h2 className="text-lg">{words.processes[process]}</h2>
        {profile ? (
          <>
            <p className="font-semibold wrap-anywhere">{profile.name}</p>
            <p className="text-sm text-muted">
              {words.saved(
                formatBytes(profile.bytes, language),
                formatMoment(profile.saved_at, language, zone),
              )}
            </p>
          </>
        ) : (
          <p className="text-muted">{words.none}</p>
        )}
      </div>
      {answer?.done ? (
        <Notice tone="success">{answer.done === "save" ? words.done : words.removed}</Notice>
      ) : null}
      <Field
        label={words.file}
        hint={words.fileHint(formatBytes(maxProfileBytes, language))}
        error={problem || undefined}
      >
        {(parts) => (
          <FileInput
            {...parts}
            name="profile"
            accept=".icc,.icm,application/vnd.iccprofile"
            action={words.choose}
            chosen={chosen}
            onChange={({ target }) => setChosen(target.files?.[0]?.name)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="save">
          {profile ? words.replace : words.save}
        </Button>
        {profile ? (
          <Button type="submit" look="danger" name="intent" value="remove">
            {words.remove}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
