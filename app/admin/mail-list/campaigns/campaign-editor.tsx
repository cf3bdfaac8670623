import { useState } from "react";
import { useDraftWords } from "#app/admin/mail-list/campaigns/messages/campaign-drafts.ts";
import { ChecksPanel } from "#app/admin/mail-list/campaigns/sending/checks-panel.tsx";
import { SendPanel } from "#app/admin/mail-list/campaigns/sending/send-panel.tsx";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { CampaignEditorProps } from "./campaign-editor-props.ts";
import { CampaignFields } from "./campaign-fields.tsx";
import { contentOf, type EditedContent, editedContent, firstContent } from "./edited-content.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { LanguageColumn } from "./language-column.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { TemplateForm } from "./template-form.tsx";
import { TestForm } from "./test-form.tsx";
import { useDraftSaving } from "./use-draft-saving.ts";

const part = "grid grid-cols-[minmax(0,1fr)] gap-5";

/** The draft of a campaign, its checks and preview, and how it is sent. */
export function CampaignEditor(props: CampaignEditorProps) {
  const { campaign } = props;
  const words = useCampaignWords();
  const drafts = useDraftWords();
  // What an automation says goes out as it is saved: never half a sentence.
  const saving = useDraftSaving(campaign, !props.automation, drafts.untitled);
  const { fetcher, isChanged, isStale } = saving;
  const [contents, setContents] = useState<Record<"id" | "en", EditedContent | null>>({
    id: campaign ? editedContent(campaign.contents.id) : firstContent(),
    en: campaign ? editedContent(campaign.contents.en) : null,
  });
  const [products, setProducts] = useState(props.products);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  // One language leaves the place of the other to what it looks like.
  const isBeside = campaign !== null && (contents.id === null || contents.en === null);
  const change = (of: "id" | "en", content: EditedContent | null) => {
    setContents({ ...contents, [of]: content });
    saving.touch();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fetcher.Form
        method="post"
        noValidate
        ref={saving.form}
        // Each letter: a form hears of a change only once the field is left.
        onInput={saving.touch}
        onSubmit={saving.noteSent}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <input type="hidden" name="version" value={saving.version} />
        <input
          type="hidden"
          name="contents"
          value={JSON.stringify({ id: contentOf(contents.id), en: contentOf(contents.en) })}
        />
        <CampaignFields
          {...props}
          nameProblem={reply?.problems?.name ? say(reply.problems.name) : undefined}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-2">
          <div className={isBeside ? "grid grid-cols-[minmax(0,1fr)] gap-4" : "contents"}>
            {(["id", "en"] as const).map((of) => (
              <LanguageColumn
                key={of}
                language={of}
                content={contents[of]}
                onChange={(content) => change(of, content)}
                hasTrial={!props.automation}
                products={products}
                categories={props.categories}
                onProduct={(id, name) => setProducts({ ...products, [id]: name })}
              />
            ))}
          </div>
          {isBeside ? (
            <div className="sticky top-4">
              <PreviewPanel campaign={campaign} isDraft />
            </div>
          ) : null}
        </div>
        {isStale ? (
          <Notice tone="warning">
            <span className="grid gap-3">
              <span>{drafts.stale}</span>
              <span className="flex flex-wrap gap-3">
                <Button look="quiet" onClick={saving.saveOver}>
                  {drafts.saveOver}
                </Button>
                <Button look="quiet" onClick={props.onReload}>
                  {drafts.takeTheirs}
                </Button>
              </span>
            </span>
          </Notice>
        ) : null}
        <div className="sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-4 border-t border-rule bg-paper py-3">
          <Button
            type="submit"
            name="intent"
            value="save"
            busy={busy}
            disabled={isStale}
            look={campaign ? "quiet" : "primary"}
          >
            {props.automation ? words.saveText : words.save}
          </Button>
          <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
            {reply?.problem && !isStale
              ? say(reply.problem)
              : isChanged
                ? words.unsaved
                : reply?.done
                  ? words.saved
                  : ""}
          </p>
        </div>
      </fetcher.Form>
      {campaign ? (
        <div
          className={`grid grid-cols-[minmax(0,1fr)] items-start gap-5 ${isBeside ? "@4xl:grid-cols-2" : "@4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"}`}
        >
          {isBeside ? null : <PreviewPanel campaign={campaign} isDraft />}
          <div className={isBeside ? "contents" : part}>
            <div className={part}>
              <ChecksPanel
                checks={props.checks}
                isWaiting={!props.automation && props.audience === null}
              />
              <HistoryPanel
                saves={props.history}
                version={campaign.version}
                onRestored={props.onReload}
              />
            </div>
            <div className={part}>
              <TestForm ownAddress={props.ownAddress} isChanged={isChanged} />
              {props.automation ? null : (
                <TemplateForm name={campaign.name} isChanged={isChanged} />
              )}
              {props.automation ? null : (
                <SendPanel {...props} campaign={campaign} isChanged={isChanged} />
              )}
            </div>
          </div>
        </div>
      ) : null}
    </div>
  );
}
