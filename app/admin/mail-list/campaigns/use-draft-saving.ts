import { type RefObject, useEffect, useRef, useState } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import type { CampaignAnswer } from "./campaign-action.server.ts";

/** Milliseconds without a change after which a draft is saved; the first save makes it. */
const quietMs = 3_000;
const firstMs = 500;
/** The longest time that a change waits while the person goes on typing, in milliseconds. */
const maxMs = 15_000;

interface DraftSaving {
  readonly fetcher: FetcherWithComponents<CampaignAnswer>;
  readonly form: RefObject<HTMLFormElement | null>;
  /** Of the draft that the editor shows: what the next save names. */
  readonly version: number;
  readonly isChanged: boolean;
  /** Somebody else has saved the draft meanwhile: nothing is saved until the person decides. */
  readonly isStale: boolean;
  /** Called with each change. */
  readonly touch: () => void;
  /** Called when the form is sent. */
  readonly noteSent: () => void;
  /** Saves over what somebody else saved, which stays in the history. */
  readonly saveOver: () => void;
}

/**
 * How the editor saves a draft: by the button, and by itself once nothing changed for a while. Each save names the version that the
 * editor shows, not the one that the page was loaded with last: a colleague's save in between is told and never overwritten unasked.
 * @param isAutomatic false: by the button alone
 * @param untitled what a draft is called that is saved by itself before the person has named it
 */
export function useDraftSaving(
  campaign: Campaign | null,
  isAutomatic: boolean,
  untitled: string,
): DraftSaving {
  const fetcher = useFetcher<CampaignAnswer>();
  const form = useRef<HTMLFormElement>(null);
  // A new draft has none until it was saved here; a refused save leaves it as it is.
  const shown = useRef(campaign?.version);
  shown.current ??= campaign?.version;
  const [changes, setChanges] = useState(0);
  const [savedChanges, setSavedChanges] = useState(0);
  const [failed, setFailed] = useState<CampaignAnswer>();
  const { state, data, submit } = fetcher;
  if (data?.done) shown.current = Math.max(shown.current ?? 0, data.version ?? 0);
  const version = shown.current ?? 0;
  const isChanged = changes !== savedChanges || failed !== undefined;
  const isStale = state === "idle" && (campaign?.version ?? 0) > version;
  useEffect(() => {
    if (state !== "idle" || !data) return;
    setFailed(data.problem ? data : undefined);
  }, [state, data]);
  const send = (fields: Readonly<Record<string, string>>) => {
    if (!form.current) return;
    const body = new FormData(form.current);
    for (const [name, value] of Object.entries({ intent: "save", ...fields }))
      body.set(name, value);
    setSavedChanges(changes);
    void submit(body, { method: "post" });
  };
  const sendNow = useRef(send);
  sendNow.current = send;
  const mayAct = isAutomatic && state === "idle" && !isStale && failed === undefined;
  const waitsSince = useRef<number | undefined>(undefined);
  const storedName = campaign?.name ?? untitled;
  const isStored = version > 0;
  useEffect(() => {
    if (changes === savedChanges) waitsSince.current = undefined;
    if (!mayAct || changes === savedChanges) return;
    waitsSince.current ??= performance.now();
    const left = maxMs - (performance.now() - waitsSince.current);
    const timer = setTimeout(
      () => {
        const name = form.current?.elements.namedItem("name");
        const isNamed = name instanceof HTMLInputElement && name.value.trim() !== "";
        sendNow.current({ auto: "1", ...(isNamed ? {} : { name: storedName }) });
      },
      Math.max(0, Math.min(isStored ? quietMs : firstMs, left)),
    );
    return () => clearTimeout(timer);
  }, [mayAct, changes, savedChanges, storedName, isStored]);
  return {
    fetcher,
    form,
    version,
    isChanged,
    isStale,
    touch: () => {
      setChanges(changes + 1);
      // What was refused may be mended now.
      setFailed(undefined);
    },
    noteSent: () => setSavedChanges(changes),
    saveOver: () => send({ version: String(campaign?.version ?? 0) }),
  };
}
