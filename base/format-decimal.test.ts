import { expect, test } from "vitest";
import { formatDecimal } from "./format-decimal.ts";

test.each([0, 0.04, 2.25, 12.5, 100])(
  "writes %d with the decimal sign of the language",
  (figure) => {
    const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    expect(formatDecimal(figure, "id")).toBe(figure.toLocaleString("id-ID", oneDecimal));
    expect(formatDecimal(figure, "en")).toBe(figure.toLocaleString("en-GB", oneDecimal));
  },
);
