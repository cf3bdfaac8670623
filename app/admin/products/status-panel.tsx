import { useId, useState } from "react";
import { Section } from "#app/admin/kit/section.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type {
  MissingForPublication,
  ProductState,
  ProductStatus,
} from "#shop/catalogue/products/product.ts";
import { ProductPill } from "./product-pill.tsx";

interface StatusPanelProps {
  state: ProductState;
  publishedAt: string | null;
  id: string;
  slug: string;
  /** The form has unsaved changes, so the status cannot change yet. */
  isDirty: boolean;
  busy: boolean;
  /** Buyers would see the product without a photograph. */
  isWithoutPicture: boolean;
  missing: readonly MissingForPublication[];
  /** The last change was refused, in words. */
  problem: string | undefined;
  onChange: (status: ProductStatus, publishAt: string) => void;
}

/** Whether buyers see the product, since when, and what keeps it from them. */
export function StatusPanel(props: StatusPanelProps) {
  const {
    state,
    publishedAt,
    id: productId,
    slug,
    isDirty,
    busy,
    isWithoutPicture,
    missing,
    problem,
    onChange,
  } = props;
  const { editor: words } = useProductWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const id = useId();
  const [publishAt, setPublishAt] = useState("");
  // The first press of the button asks, the second one publishes.
  const [isAsking, setAsking] = useState(false);
  // The typed moment belongs to one state; the buttons stay, so that the focus does.
  const [typedIn, setTypedIn] = useState(state);
  if (typedIn !== state) {
    setTypedIn(state);
    setPublishAt("");
  }
  const moment = publishedAt ? formatMoment(publishedAt, language, zone) : "";
  const explanation = {
    draft: words.draftText,
    archived: words.archivedText,
    scheduled: words.scheduledFor(moment),
    published: words.publishedSince(moment),
  }[state];
  const isOffered = state === "published" || state === "scheduled";
  const isAsked = isAsking && isWithoutPicture && state === "draft";
  const press = (status: ProductStatus, at: string) => {
    if (status === "published" && isWithoutPicture && !isAsking) return setAsking(true);
    setAsking(false);
    onChange(status, at);
  };
  const button = (label: string, status: ProductStatus, look: "primary" | "quiet", at = "") => (
    <Button look={look} disabled={isDirty} busy={busy} onClick={() => press(status, at)}>
      {label}
    </Button>
  );
  return (
    <Section title={words.status} action={<ProductPill state={state} />}>
      <p className="text-muted">{explanation}</p>
      {missing.length > 0 ? (
        <Notice tone="warning">
          {words.incomplete} {missing.map((part) => words.lacks[part]).join("; ")}.
        </Notice>
      ) : null}
      {problem && missing.length === 0 ? <Notice tone="error">{problem}</Notice> : null}
      {isOffered || state === "archived" ? null : (
        <div className="grid gap-1">
          <label htmlFor={id} className="font-semibold">
            {words.publishAt}
          </label>
          <TextInput
            id={id}
            type="datetime-local"
            aria-describedby={`${id}-hint`}
            value={publishAt}
            onChange={(event) => setPublishAt(event.currentTarget.value)}
          />
          <p id={`${id}-hint`} className="text-muted">
            {words.publishAtHint}
          </p>
        </div>
      )}
      {isAsked ? <Notice tone="warning">{words.noPicture}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {/* One button for the next step of each state, so that it keeps the focus. */}
        {state === "draft"
          ? button(isAsked ? words.publishBare : words.publish, "published", "primary", publishAt)
          : button(isOffered ? words.unpublish : words.unarchive, "draft", "quiet")}
        {state === "archived" ? null : button(words.archive, "archived", "quiet")}
      </div>
      {isDirty ? <p className="text-muted">{words.saveFirst}</p> : null}
      {state === "published" ? (
        <Link to={to(`/item/${slug}`)} className="link justify-self-start">
          {words.view}
        </Link>
      ) : (
        <ButtonLink
          look="quiet"
          to={to(`/item/${productId}/Preview`)}
          target="_blank"
          className="justify-self-start"
        >
          {words.preview}
        </ButtonLink>
      )}
    </Section>
  );
}
