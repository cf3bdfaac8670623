import { useState } from "react";
import { useFetcher } from "react-router";
import { useCampaignWords } from "#app/messages/admin/campaigns.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import type { CampaignAnswer } from "./campaign-action.server.ts";
import type { CampaignEditorProps } from "./campaign-editor-props.ts";
import { CampaignFields } from "./campaign-fields.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { contentOf, type EditedContent, editedContent, firstContent } from "./edited-content.ts";
import { LanguageColumn } from "./language-column.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { SendPanel } from "./send-panel.tsx";
import { TestForm } from "./test-form.tsx";

/** The draft of a campaign, its checks and preview, and how it is sent. */
export function CampaignEditor(props: CampaignEditorProps) {
  const { campaign, newId } = props;
  const words = useCampaignWords();
  const fetcher = useFetcher<CampaignAnswer>();
  const [contents, setContents] = useState<Record<"id" | "en", EditedContent | null>>({
    id: campaign ? editedContent(campaign.contents.id) : firstContent(),
    en: campaign ? editedContent(campaign.contents.en) : null,
  });
  const [products, setProducts] = useState(props.products);
  const [isChanged, setIsChanged] = useState(false);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const change = (of: "id" | "en", content: EditedContent | null) => {
    setContents({ ...contents, [of]: content });
    setIsChanged(true);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fetcher.Form
        method="post"
        noValidate
        onChange={() => setIsChanged(true)}
        onSubmit={() => setIsChanged(false)}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <input type="hidden" name="id" value={campaign?.id ?? newId} />
        <input type="hidden" name="version" value={campaign?.version ?? 0} />
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
          {(["id", "en"] as const).map((of) => (
            <LanguageColumn
              key={of}
              language={of}
              content={contents[of]}
              onChange={(content) => change(of, content)}
              hasTrial={!props.automation}
              products={products}
              onProduct={(id, name) => setProducts({ ...products, [id]: name })}
            />
          ))}
        </div>
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-4 border-t border-rule bg-paper py-3">
          <Button
            type="submit"
            name="intent"
            value="save"
            busy={busy}
            look={campaign ? "quiet" : "primary"}
          >
            {props.automation ? words.saveText : words.save}
          </Button>
          <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
            {reply?.problem
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
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <PreviewPanel campaign={campaign} isDraft />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <ChecksPanel checks={props.checks} />
            <TestForm ownAddress={props.ownAddress} isChanged={isChanged} />
            {props.automation ? null : (
              <SendPanel {...props} campaign={campaign} isChanged={isChanged} />
            )}
          </div>
        </div>
      ) : null}
    </div>
  );
}
