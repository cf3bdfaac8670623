import { languageOf } from "#app/language.ts";
import { securityWords, useSecurityWords } from "#app/messages/security.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { endDevice, endOtherDevices, listDevices } from "#shop/customers/devices.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/security";
import { Devices } from "./devices.tsx";
import { Factors } from "./factors.tsx";
import { PasswordChange } from "./password-change.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { title } = securityWords(languageOf(args.location.pathname));
  return pageMeta(args, { title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  return { devices: await listDevices(personOf(context)) };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = personOf(context);
  const { intent, id } = Object.fromEntries(await readForm(request));
  if (intent === "end-others") await endOtherDevices(actor);
  else if (typeof id === "string" && uuid.test(id)) await endDevice(actor, id);
  return null;
}

/** What keeps the account the customer's own: password, second step, and where it is open. */
export default function Security({ loaderData }: Route.ComponentProps) {
  const words = useSecurityWords();
  return (
    <div className="grid max-w-2xl gap-6">
      <header className="grid gap-2">
        <h1 className="text-2xl md:text-3xl">{words.title}</h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <PasswordChange />
      <Factors />
      <Devices devices={loaderData.devices} />
    </div>
  );
}
