import { useEffect, useMemo, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useBlurTick } from "#app/designer/input/use-blur-tick.ts";
import { useRevisionWords } from "#app/designer/messages/revision.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { usePictureRightsWords } from "#app/messages/shared/picture-rights.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { blurredDpi } from "#shop/designs/blur.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { summarise, wordsOf } from "#shop/designs/draw/summarise.ts";
import { priceDesign } from "#shop/designs/print/price-design.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { RevisionStart } from "#shop/production/customisations/find-revision.server.ts";
import { priceChange, returnedBy } from "#shop/production/customisations/price-change.ts";
import { ChecksButton } from "./checks-button.tsx";
import { DesignerHeader } from "./designer-header.tsx";
import type { PanelName } from "./panels/tools.tsx";
import { placeOf } from "./place-of.ts";
import { rightsWording } from "./rights-wording.ts";
import { useDrawing } from "./use-drawing.ts";
import { useEditor } from "./use-editor.ts";
import { Workbench } from "./workbench.tsx";

/** What the pages of both sides answer. */
export interface RevisionAnswer {
  readonly isSent?: boolean;
  /** The order in which the buyer pays the difference. */
  readonly toPay?: string | null;
  /** A stable code. */
  readonly problem?: string;
}

/** Of staff: what is blurred is the buyer's to decide. */
const none: readonly Finding[] = [];

interface RevisionBoardProps {
  start: RevisionStart;
  side: "buyer" | "staff";
  /** The page of the design, where the arrow and a sent version lead. */
  back: string;
}

/** The drawing board where an ordered design is changed: by its buyer for the shop, or by staff for the buyer. */
export function RevisionBoard({ start, side, back }: RevisionBoardProps) {
  const words = useRevisionWords();
  const { spec, body } = start;
  const editor = useEditor(start.document, placeOf(spec));
  const { document } = editor;
  const design = useDrawing(document, spec, start.list, body);
  const { findings, list } = design;
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [note, setNote] = useState("");
  const [isChecked, setChecked] = useState(false);
  const rights = usePictureRightsWords();
  const language = useLanguage();
  const [hasRights, setRights] = useState(false);
  const hasUploads = Object.keys(document.assets).some(
    (sha256) => !start.shop_pictures.includes(sha256),
  );
  const asksRights = side === "buyer" && hasUploads;
  const blur = useBlurTick(side === "buyer" ? findings : none);
  const fetcher = useFetcher<RevisionAnswer>();
  // The same design again is the same version, so a lost answer stores nothing twice.
  const sent = useRef({ document, id: "" });
  const [early, setEarly] = useState<string | null>(null);
  const busy = fetcher.state !== "idle";
  const answer = busy ? undefined : fetcher.data;
  const isSent = answer?.isSent === true;
  useDirtyForm((document !== start.document || note !== "") && !isSent && !busy);
  const to = useLocalPath();
  const next = answer?.toPay ? to(`/dashboard/orders/${answer.toPay}`) : back;
  useEffect(() => {
    // The next page has another content security policy, so it is loaded.
    if (isSent) location.assign(next);
  }, [isSent, next]);

  const difference = useMemo(() => {
    const priceOf = (drawn: typeof list) =>
      priceDesign(spec.price, summarise(drawn), {
        base: start.base,
        pieces: start.quantity,
        isSetUp: false,
      }).unit;
    return side === "buyer" ? (priceOf(list) - priceOf(start.list)) * start.quantity : 0;
  }, [spec, list, start, side]);
  const change = priceChange(start.paid ? difference : 0, start.paid ?? []);
  const [asks, returns] = [formatRupiah(change.asks), returnedBy(change)];
  const texts = useMemo(() => wordsOf(list), [list]);
  const problem = early ?? (blur.isMissing ? "blur_unticked" : answer?.problem);

  const send = () => {
    setEarly(null);
    const found = design.check();
    if (found.some(({ severity }) => severity === "blocks")) return setPanel("checks");
    if (side === "buyer" && !isChecked) {
      // On phones an open panel hides the tick.
      setPanel(null);
      return setEarly("words_unchecked");
    }
    if (asksRights && !hasRights) {
      setPanel(null);
      return setEarly("rights_missing");
    }
    if (side === "buyer" && !blur.passes(found)) return setPanel(null);
    if (sent.current.document !== document || sent.current.id === "")
      sent.current = { document, id: crypto.randomUUID() };
    const input = {
      id: sent.current.id,
      status: start.status,
      proof_id: start.proof_id,
      note,
      checked: isChecked,
      document,
      ...(side === "buyer" ? { difference } : {}),
      ...(asksRights ? { rights: rightsWording(language) } : {}),
      ...(side === "buyer" ? { blurred: blurredDpi(found) ?? undefined } : {}),
    };
    void fetcher.submit(input as never, { method: "post", encType: "application/json" });
  };

  return (
    <Workbench
      editor={editor}
      design={design}
      spec={spec}
      body={body}
      specId={document.spec}
      templates={null}
      open={panel}
      onOpen={setPanel}
      // Pictures belong to the buyer who uploads them.
      without={side === "staff" ? ["image"] : []}
      header={
        <DesignerHeader
          title={words.title(start.goods)}
          back={back}
          status={words.status(start.version)}
          editor={editor}
        />
      }
      footer={
        <section className="grid gap-2 border-t border-ink bg-card px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-5 lg:py-3">
          {difference !== 0 && start.paid === null ? (
            <Notice tone="warning">{words.problems.price_settled}</Notice>
          ) : change.asks > 0 ? (
            <Notice tone="warning">{words.dearer(asks)}</Notice>
          ) : returns > 0 ? (
            <Notice>{words.cheaper(formatRupiah(returns))}</Notice>
          ) : null}
          {problem ? (
            <Notice tone="error">
              <span id="revision-problem">
                {problem.startsWith("finding:")
                  ? words.problems.finding
                  : wordsFor(words.problems, problem, "invalid_input")}
              </span>
            </Notice>
          ) : null}
          {side === "buyer" ? (
            <Checkbox
              label={words.tick(texts)}
              checked={isChecked}
              onChange={({ currentTarget }) => setChecked(currentTarget.checked)}
              className={panel === null ? "" : "max-lg:hidden"}
            />
          ) : null}
          {asksRights ? (
            <Checkbox
              label={rights.tick}
              checked={hasRights}
              onChange={({ currentTarget }) => setRights(currentTarget.checked)}
              className={panel === null ? "" : "max-lg:hidden"}
            />
          ) : null}
          {blur.dpi === null ? null : (
            <Checkbox
              label={rights.blurred(blur.dpi)}
              checked={blur.isTicked}
              onChange={({ currentTarget }) => blur.onTick(currentTarget.checked)}
              className={panel === null ? "" : "max-lg:hidden"}
            />
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <TextInput
              aria-label={side === "staff" ? words.noteToBuyer : words.noteToShop}
              placeholder={side === "staff" ? words.noteToBuyer : words.noteToShop}
              {...(problem === "note_missing"
                ? { "aria-invalid": true, "aria-describedby": "revision-problem" }
                : {})}
              maxLength={1000}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
              className={`min-w-0 grow basis-full lg:max-w-xl lg:basis-48 ${panel === null ? "" : "max-lg:hidden"}`}
            />
            <ChecksButton
              findings={findings}
              isChecked={design.isChecked}
              className="min-h-11 grow"
              onPress={() => setPanel(panel === "checks" ? null : "checks")}
            />
            <Button busy={busy || isSent} data-sends="" onClick={send}>
              {side === "staff"
                ? words.sendToBuyer
                : change.asks > 0
                  ? words.sendAndPay(asks)
                  : words.sendToShop}
            </Button>
          </div>
        </section>
      }
    />
  );
}
