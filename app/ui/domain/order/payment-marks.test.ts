import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { marksOf, PaymentMark } from "./payment-marks.tsx";

const drawings = readFileSync(path.join(import.meta.dirname, "payment-marks.svg"), "utf8");
const methods = ["builtin:qris", "builtin:device", "builtin:wallet", "builtin:card"];
const accounts = ["bca", "mandiri", "bni", "bri", "permata"].map((bank) => `builtin:va_${bank}`);

test("each mark has a drawing of its width", () => {
  const names = marksOf([...methods, ...accounts].map((id) => ({ id })));
  expect(names).toHaveLength(14);
  for (const name of names) {
    const mark = PaymentMark({ name });
    const [, , wide, high] = mark.props.viewBox.split(" ");
    const id = mark.props.children.props.href.split("#")[1];
    expect(drawings).toContain(`<symbol id="${id}" viewBox="-1 -1 ${wide} ${high}">`);
  }
});
