import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import type { PromotionState } from "#shop/promotions/editor/promotion-filter.ts";
import { PromotionPill } from "./promotion-pill.tsx";

const pages = [
  { name: "rules", path: "" },
  { name: "codes", path: "/Codes" },
  { name: "results", path: "/Results" },
] as const;

interface PromotionHeaderProps {
  id: string;
  name: LocalText;
  /** Null for a promotion that is not stored yet. */
  state: PromotionState | null;
  page: (typeof pages)[number]["name"];
  children?: React.ReactNode;
}

/** The way back, the name and status, and the three pages of a promotion. */
export function PromotionHeader({ id, name, state, page, children }: PromotionHeaderProps) {
  const words = usePromoWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <header className="grid gap-3">
      <Link to={to("/admin/PromoCodes")} className="link justify-self-start">
        {words.back}
      </Link>
      <div className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="min-w-0 text-2xl wrap-anywhere">
          {inLanguage(name, language) || words.newTitle}
        </h1>
        {state ? <PromotionPill state={state} /> : null}
        <div className="flex flex-wrap gap-2 lg:ml-auto">{children}</div>
      </div>
      {state ? (
        <nav aria-label={words.pagesOfPromotion} className="-mx-4 overflow-x-auto px-4">
          <ul className="flex min-w-max border-b border-rule">
            {pages.map((one) => (
              <li key={one.name}>
                <Link
                  to={to(`/admin/PromoCodes/${id}${one.path}`)}
                  aria-current={one.name === page ? "page" : undefined}
                  className="flex min-h-10 items-center border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
                >
                  {words.tabs[one.name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </header>
  );
}

interface StatusButtonsProps {
  state: PromotionState;
  fetcher: Pick<FetcherWithComponents<unknown>, "submit" | "state">;
  /** What is typed is not saved: an act would not be about it. */
  isDirty: boolean;
}

/** Pause or resume, end now, copy, archive. What cannot be undone by one press asks first. */
export function StatusButtons({ state, fetcher, isDirty }: StatusButtonsProps) {
  const words = usePromoWords();
  const [asked, setAsked] = useState<"end" | "archive" | null>(null);
  // A second press makes no second copy.
  const [copyId] = useState(() => crypto.randomUUID());
  const busy = fetcher.state !== "idle";
  const send = (intent: string) => {
    setAsked(null);
    void fetcher.submit({ intent, copy: copyId }, { method: "post" });
  };
  const isOn = state === "active" || state === "scheduled" || state === "exhausted";
  const disabled = busy || isDirty;
  const title = isDirty ? words.saveFirst : undefined;
  const button = (intent: string, label: string, onClick = () => send(intent)) => (
    <Button key={intent} look="quiet" disabled={disabled} title={title} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {isOn ? button("pause", words.acts.pause) : null}
      {state === "off" ? button("resume", words.acts.resume) : null}
      {isOn ? button("end", words.acts.end, () => setAsked("end")) : null}
      {button("duplicate", words.acts.duplicate)}
      {state === "archived"
        ? button("unarchive", words.acts.unarchive)
        : button("archive", words.acts.archive, () => setAsked("archive"))}
      <Dialog
        place="small"
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? words.confirm[asked].title : ""}
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={() => setAsked(null)}>
              {words.confirm.cancel}
            </Button>
            <Button look="danger" onClick={() => asked && send(asked)}>
              {asked ? words.acts[asked] : ""}
            </Button>
          </div>
        }
      >
        <p>{asked ? words.confirm[asked].text : ""}</p>
      </Dialog>
    </>
  );
}
