import { signInMethodsContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { securityWords, useSecurityWords } from "#app/messages/shared/security.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { findObstacles } from "#shop/customers/delete-account.server.ts";
import { listSessions } from "#shop/customers/sessions.server.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isGuest } from "../guest.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/security";
import { DeleteAccount } from "./delete-account.tsx";
import { DownloadData } from "./download-data.tsx";
import { Factors } from "./factors.tsx";
import { Identities } from "./identities.tsx";
import { PasswordChange } from "./password-change.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { answerSecurityForm } from "./security-action.server.ts";
import { Sessions } from "./sessions.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { title } = securityWords(languageOf(args.location.pathname));
  return pageMeta(args, { title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const [sessions, keys, obstacles] = await Promise.all([
    listSessions(actor),
    readSignInKeys(actor),
    findObstacles(actor),
  ]);
  return {
    sessions,
    keys,
    obstacles,
    guest: isGuest(actor),
    mustSetUp: actor.lacksStaffFactor === true,
    methods: context.get(signInMethodsContext),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerSecurityForm(personOf(context), await readForm(request));
}

/** Sign-in methods, second factors, sessions, data export and account deletion. */
export default function Security({ loaderData }: Route.ComponentProps) {
  const words = useSecurityWords();
  const { sessions, keys, obstacles, guest, methods, mustSetUp } = loaderData;
  return (
    <div className="grid max-w-2xl gap-6">
      <header className="no-print grid gap-2">
        <h1 className="text-2xl md:text-3xl">{words.title}</h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      {mustSetUp ? <Notice tone="warning">{words.mustSetUp}</Notice> : null}
      {guest ? null : (
        <div className="no-print grid gap-6">
          <PasswordChange keys={keys} />
          <Factors keys={keys} />
        </div>
      )}
      {keys.factors.length > 0 ? <RecoveryCodes keys={keys} /> : null}
      <div className="no-print grid gap-6">
        {guest ? null : <Identities keys={keys} providers={methods.providers} />}
        <Sessions sessions={sessions} guest={guest} />
        <DownloadData keys={keys} guest={guest} />
        <DeleteAccount keys={keys} guest={guest} obstacles={obstacles} />
      </div>
    </div>
  );
}
