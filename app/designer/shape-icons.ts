export const shapeIcons = {
  rect: "square",
  ellipse: "circle",
  line: "slash",
  star: "star",
  heart: "heart",
  polygon: "hexagon",
} as const;
