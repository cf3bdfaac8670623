import { lazy, Suspense, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { usePaletteWords } from "#app/admin/palette/messages/palette.ts";
import { useLocalPath } from "#app/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import { maySeePage, railGroups } from "../rail-groups.ts";
import { actOnPage } from "./list-keys.ts";
import type { Shortcut, ShortcutAct } from "./shortcuts.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useTrail } from "./use-trail.ts";

// Loaded on first use.
const Palette = lazy(() => import("./palette.tsx"));
const ShortcutList = lazy(() => import("./shortcut-list.tsx"));

interface OfficeKeysProps {
  permissions: readonly Permission[];
  hasShortcuts: boolean;
  onToggleRail: () => void;
}

/** The button of the palette, and the keys of the back office. */
export function OfficeKeys({ permissions, hasShortcuts, onToggleRail }: OfficeKeysProps) {
  const words = usePaletteWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const { submit } = useFetcher();
  const [isOn, setOn] = useState(hasShortcuts);
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const close = () => setOpen(null);
  const follow = useTrail();

  const run = (target: Shortcut["to"]): boolean => {
    if ("page" in target) {
      const page = railGroups.flat().find(({ name }) => name === target.page);
      if (!page || !maySeePage(page, permissions)) return false;
      navigate(to(page.path));
      return true;
    }
    if (target.act === "palette" || target.act === "help") {
      setOpen(target.act);
      return true;
    }
    if (target.act === "rail") {
      onToggleRail();
      return true;
    }
    return follow(target.act) || actOnPage(target.act);
  };
  useShortcuts(isOn, run);

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
        className="flex min-h-11 items-center gap-2.5 border border-control bg-card px-3 whitespace-nowrap hover:border-ink lg:min-h-9 lg:min-w-0 lg:flex-1 lg:gap-2 lg:px-2"
      >
        <Icon name="search" className="size-4" />
        <span className="max-lg:sr-only lg:group-data-[rail=icons]/rail:sr-only">
          {words.button}
        </span>
        <kbd className="figures ml-auto text-[0.6875rem] tracking-tight text-muted max-lg:hidden lg:group-data-[rail=icons]/rail:hidden">
          Ctrl K
        </kbd>
      </button>
      <Suspense>
        {open === "palette" ? (
          <Palette
            permissions={permissions}
            onClose={close}
            onGo={(path) => navigate(path)}
            // After the dialog gave the focus back.
            onAct={(act: ShortcutAct) => setTimeout(() => run({ act }))}
          />
        ) : null}
        {open === "help" ? (
          <ShortcutList
            isOn={isOn}
            onClose={close}
            onSwitch={(value) => {
              setOn(value);
              submit(
                { shortcuts: value ? "on" : "off" },
                { method: "post", action: to("/admin/Preferences") },
              );
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
