import { useState } from "react";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLocalPath } from "#app/language.ts";
import { ColourModeSwitch } from "#app/ui/domain/header/colour-mode-switch.tsx";
import { LanguageSwitch } from "#app/ui/domain/header/language-switch.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** At the foot of the rail, since computers of a shop are shared: who is signed in, how it looks, and the way out. */
interface OwnMenuProps {
  name: string;
  email: string;
  /** Hides words where the rail shows icons alone. */
  hiddenInIconRail: string;
}

export function OwnMenu({ name, email, hiddenInIconRail }: OwnMenuProps) {
  const words = useAdminWords();
  const to = useLocalPath();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    const client = await sessionClient();
    // Even when the server cannot be reached, the session leaves this device.
    await client.auth.signOut({ scope: "local" }).catch(() => undefined);
    location.assign(to("/"));
  };
  return (
    <div className="relative mt-2 grid border-t border-rule pt-2">
      <p className={`px-3 ${hiddenInIconRail}`} title={email}>
        <b className="block truncate">{name}</b>
        {name === email ? null : <span className="block truncate text-muted">{email}</span>}
      </p>
      <div className="flex items-center gap-2 px-1 lg:group-data-[rail=icons]/rail:hidden">
        <LanguageSwitch />
        <ColourModeSwitch place="rail" />
      </div>
      <button
        type="button"
        aria-busy={busy}
        onClick={() => void signOut()}
        className="flex min-h-11 items-center gap-2.5 px-3 whitespace-nowrap hover:text-carbon lg:min-h-9"
      >
        <Icon name="log-out" className="size-4 shrink-0" />
        <span className={hiddenInIconRail}>{words.signOut}</span>
      </button>
    </div>
  );
}
