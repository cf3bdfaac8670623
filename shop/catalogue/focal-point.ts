/** A focal point as `Thumbnail.focus` has it. Percent from the left and from the top. */
export function focusOf(picture: { focal_x: number; focal_y: number }): string | undefined {
  const { focal_x, focal_y } = picture;
  return focal_x === 50 && focal_y === 50 ? undefined : `${focal_x}% ${focal_y}%`;
}
