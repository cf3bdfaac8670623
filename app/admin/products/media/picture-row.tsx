import { type FormEvent, useId } from "react";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { useLanguage } from "#app/language.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { focusOf } from "#shop/catalogue/focal-point.ts";
import { type ProductPicture, sharpSide } from "#shop/catalogue/media/media.ts";

import type { PictureRowProps } from "./media-props.ts";
import { PictureEditor } from "./picture-editor.tsx";

/** One picture: its place, what it shows, what it lacks, and below it the form. */
export function PictureRow(props: PictureRowProps) {
  const { picture, place, count, action, onPlace, grip, onTouch } = props;
  const words = useMediaWords();
  const language = useLanguage();
  const id = useId();
  const alt = picture.alt[language] || picture.alt.id;
  return (
    <li
      data-picture={picture.id}
      data-dragged={grip?.isDragged || undefined}
      className="grid grid-cols-[min(2rem,8cqw)_min(4.5rem,18cqw)_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-rule bg-card py-2.5 data-dragged:relative data-dragged:z-10 data-dragged:border-carbon data-dragged:outline-1 data-dragged:outline-carbon @lg:grid-cols-[2.75rem_5.5rem_minmax(0,1fr)_auto]"
    >
      <button
        type="button"
        data-grip={picture.id}
        {...grip?.attributes}
        {...grip?.listeners}
        aria-label={words.order.handle(place + 1)}
        onPointerEnter={onTouch}
        onFocus={onTouch}
        className="col-start-1 row-span-2 row-start-1 grid h-[4.5rem] cursor-grab touch-none place-items-center text-muted @lg:h-[5.5rem] hover:text-carbon in-data-dragged:cursor-grabbing [html:not([data-alive])_&]:invisible"
      >
        <Icon name="menu" className="size-5" />
      </button>
      <div className="col-start-2 row-span-2 row-start-1 border border-rule">
        <Picture
          picture={{ ...picture, focus: focusOf(picture) }}
          alt=""
          sizes="88px"
          widest={320}
        />
      </div>
      <div className="col-start-3 row-start-1 grid min-w-0 content-start gap-1 @lg:min-h-14">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PlaceForm {...props} />
          {place === 0 ? (
            <Pill copy="white" icon="check">
              {words.first}
            </Pill>
          ) : null}
          <Lacks picture={picture} />
        </div>
        {alt && !picture.is_decorative ? <p className="line-clamp-2">{alt}</p> : null}
      </div>
      <div className="col-start-4 row-span-2 row-start-1 flex flex-col @lg:flex-row">
        {[-1, 1].map((step) => (
          <form
            key={step}
            method="post"
            action={action}
            onSubmit={(event) => {
              event.preventDefault();
              onPlace(place + step);
            }}
          >
            <input type="hidden" name="intent" value="place" />
            <input type="hidden" name="picture" value={picture.id} />
            <input type="hidden" name="place" value={place + step + 1} />
            <IconButton
              id={`${id}${step}`}
              type="submit"
              icon={step < 0 ? "arrow-up" : "arrow-down"}
              label={step < 0 ? words.order.forwards(place + 1) : words.order.backwards(place + 1)}
              aria-disabled={place + step < 0 || place + step >= count || undefined}
              className="aria-disabled:cursor-not-allowed aria-disabled:opacity-35"
            />
          </form>
        ))}
      </div>
      <PictureEditor {...props} />
    </li>
  );
}

/** The picture's number, which is also how it gets to any other place: type it, press Enter. */
function PlaceForm({ picture, place, count, action, onPlace }: PictureRowProps) {
  const words = useMediaWords();
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Number(new FormData(event.currentTarget).get("place"));
    if (Number.isInteger(typed) && typed > 0) onPlace(typed - 1);
  };
  return (
    <form
      method="post"
      action={action}
      onSubmit={send}
      className="group figures flex flex-wrap items-center gap-1.5"
    >
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="picture" value={picture.id} />
      <span aria-hidden="true" className="text-muted">
        No.
      </span>
      <input
        // Another place is another value to begin with.
        key={place}
        id={`${id}place`}
        name="place"
        type="number"
        inputMode="numeric"
        min={1}
        max={count}
        required
        defaultValue={place + 1}
        aria-label={words.order.place(place + 1)}
        className="h-8 w-12 border border-rule bg-card px-1 text-center hover:border-control [appearance:textfield] focus:border-carbon"
      />
      <button
        type="submit"
        className="h-8 border border-control px-2 font-sans text-xs font-semibold not-group-focus-within:sr-only"
      >
        {words.order.move}
      </button>
    </form>
  );
}

function Lacks({ picture }: { picture: ProductPicture }) {
  const words = useMediaWords();
  const isSmall = Math.min(picture.width, picture.height) < sharpSide;
  const lacks = (["id", "en"] as const).filter((language) => picture.alt[language] === "");
  return (
    <>
      {picture.is_decorative ? (
        <Pill copy="white" icon="eye-off">
          {words.decorative}
        </Pill>
      ) : lacks.length > 0 ? (
        <Pill copy="yellow" icon="pen-line">
          {lacks.length === 1 && lacks[0] ? words.altMissingIn[lacks[0]] : words.altMissing}
        </Pill>
      ) : null}
      {isSmall ? (
        <span title={words.smallHint(picture.width, picture.height)}>
          <Pill copy="white" icon="zoom-in">
            {words.small}
          </Pill>
        </span>
      ) : null}
    </>
  );
}
