import { data } from "react-router";
import { setupWords, useSetupWords } from "#app/admin/setup/messages/setup.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { config } from "#base/config.server.ts";
import { declineTax, readSetup, skipSetupStep } from "#shop/settings/merchant/setup.server.ts";
import { isSetupStep } from "#shop/settings/merchant/setup.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/setup";
import { SetupList } from "./setup-list.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: setupWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ context }: Route.LoaderArgs) {
  const steps = await readSetup(staffWith(context, "settings.edit"), config());
  if (!steps) throw data(null, { status: 404 });
  return { steps };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "settings.edit");
  const form = await readForm(request);
  if (form.get("intent") === "no_ppn") return { isSaved: await declineTax(staff) };
  const step = form.get("step");
  if (!isSetupStep(step)) throw data({ code: "invalid_input" }, { status: 400 });
  return { isSaved: (await skipSetupStep(staff, step, form.get("intent") === "skip")).ok };
}

/** From an empty shop to the first sale. */
export default function AdminSetup({ loaderData: { steps }, actionData }: Route.ComponentProps) {
  const words = useSetupWords();
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <p role="status" className="figures">
        {words.progress(done, steps.length)}
      </p>
      {actionData?.isSaved === false ? <Notice tone="error">{words.failed}</Notice> : null}
      {steps.every(({ state }) => state === "done") ? (
        <Notice tone="success">
          <b>{words.ready}</b> {words.readyText}
        </Notice>
      ) : null}
      <SetupList steps={steps} />
    </div>
  );
}
