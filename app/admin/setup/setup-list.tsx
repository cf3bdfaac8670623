import { useFetcher } from "react-router";
import { useMay } from "#app/admin/kit/use-may.ts";
import { useSetupWords } from "#app/admin/setup/messages/setup.ts";
import { useLocalPath } from "#app/language.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { maySkip, type SetupStep } from "#shop/settings/merchant/setup.ts";
import { setupAddresses, setupPermissions } from "./setup-pages.ts";

/** The steps of the first setup; the next open one stands out. */
export function SetupList({ steps }: { steps: readonly SetupStep[] }) {
  const next = steps.find(({ state }) => state === "open");
  return (
    <ol className="border-t border-ink">
      {steps.map((step, index) => (
        <Step key={step.name} step={step} number={index + 1} isNext={step === next} />
      ))}
    </ol>
  );
}

interface StepProps {
  step: SetupStep;
  number: number;
  isNext: boolean;
}

function Step({ step: { name, state }, number, isNext }: StepProps) {
  const words = useSetupWords();
  const to = useLocalPath();
  const fetcher = useFetcher();
  const mayOpen = useMay(setupPermissions[name] ?? "settings.edit");
  const busy = fetcher.state !== "idle";
  const { title, text } = words.steps[name];
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3 ${isNext ? "border-l-4 border-l-carbon bg-paper px-3" : "px-3"}`}
    >
      <span
        aria-hidden="true"
        className="figures grid size-8 place-items-center border border-rule"
      >
        {state === "done" ? <Icon name="check" className="size-4 text-paid" /> : number}
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="font-sans text-base font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {state === "open" ? null : (
        <span className={state === "done" ? "text-paid" : "text-muted"}>{words[state]}</span>
      )}
      <div className="flex flex-wrap gap-2">
        {state === "done" ? null : name === "tax" ? (
          <fetcher.Form method="post" action={to("/admin/Setup")}>
            <Button type="submit" look="quiet" name="intent" value="no_ppn" busy={busy}>
              {words.noTax}
            </Button>
          </fetcher.Form>
        ) : maySkip(name) ? (
          <fetcher.Form method="post" action={to("/admin/Setup")}>
            <input type="hidden" name="step" value={name} />
            <Button
              type="submit"
              look="bare"
              name="intent"
              value={state === "skipped" ? "resume" : "skip"}
              busy={busy}
              aria-label={`${state === "skipped" ? words.resume : words.skip}: ${title}`}
            >
              {state === "skipped" ? words.resume : words.skip}
            </Button>
          </fetcher.Form>
        ) : null}
        {mayOpen ? (
          <ButtonLink
            to={to(
              name === "product" && state === "done" ? "/admin/Products" : setupAddresses[name],
            )}
            look={isNext ? "primary" : "quiet"}
            aria-label={`${state === "done" ? words.review : name === "tax" ? words.tax : words.open}: ${title}`}
          >
            {state === "done" ? words.review : name === "tax" ? words.tax : words.open}
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}
