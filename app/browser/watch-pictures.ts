/** A picture that cannot be had leaves its colour (styles/lines.css); it may have failed before the page came alive. */
export function watchPictures(): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) markBroken(target);
  };
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0) markBroken(image);
  addEventListener("error", onError, true);
  return () => removeEventListener("error", onError, true);
}

function markBroken(image: HTMLImageElement): void {
  if (image.matches("picture > img")) image.dataset.gone = "";
}
