import { useLocation } from "react-router";
import { useSetupWords } from "#app/admin/setup/messages/setup.ts";
import { useLocalPath } from "#app/language.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { plainPath } from "#base/language.ts";
import type { SetupStep } from "#shop/settings/merchant/setup.ts";
import { setupAddresses, stepsOfPage } from "./setup-pages.ts";

/** On the page of a step of the first setup: the way back to the guide and, once the step is done, on to the next one. */
export function SetupBar({ steps }: { steps: readonly SetupStep[] }) {
  const words = useSetupWords();
  const to = useLocalPath();
  const { pathname } = useLocation();
  const here = stepsOfPage(steps, plainPath(pathname));
  if (here.length === 0) return null;
  const open = here.find(({ state }) => state === "open");
  const next = steps.find((step) => step.state === "open" && !here.includes(step));
  return (
    <aside
      aria-label={words.title}
      className="no-print sticky top-0 z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border border-rule bg-paper px-4 py-2"
    >
      <p role="status" className="min-w-0 grow">
        {open ? words.stepOpen(words.steps[open.name].title) : words.stepDone}
      </p>
      <Link to={to("/admin/Setup")} className="link">
        {words.allSteps}
      </Link>
      {!open && next ? (
        <ButtonLink to={to(setupAddresses[next.name])} icon="chevron-right">
          {words.nextStep(words.steps[next.name].title)}
        </ButtonLink>
      ) : null}
    </aside>
  );
}
