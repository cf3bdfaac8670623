import { Readable } from "node:stream";
import type { Language } from "#base/language.ts";
import type { Person } from "#shop/kernel/access.ts";
import { byteOrderMark, csvLine } from "#shop/kernel/csv/cell.ts";
import { readReport } from "./read-report.server.ts";
import type { ColumnName, Report, ReportInput } from "./report.ts";

const linesPerPiece = 500;

/**
 * Writes a report as CSV with all columns: whole rupiah, days as `YYYY-MM-DD`, codes as they are stored.
 * @param heads the column headings
 * @returns null without the right to read the report
 */
export async function writeReport(
  actor: Person,
  input: ReportInput,
  language: Language,
  heads: Readonly<Record<ColumnName, string>>,
): Promise<ReadableStream<Uint8Array> | null> {
  const report = await readReport(actor, input, language);
  if (!report) return null;
  return Readable.toWeb(Readable.from(bytesOf(report, heads))) as ReadableStream<Uint8Array>;
}

function* bytesOf(
  { columns, rows }: Report,
  heads: Readonly<Record<ColumnName, string>>,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const head = csvLine(
    columns.map(({ name }) => heads[name]),
    ";",
  );
  yield encoder.encode(byteOrderMark + head);
  for (let from = 0; from < rows.length; from += linesPerPiece) {
    const lines = rows.slice(from, from + linesPerPiece).map((row) =>
      csvLine(
        row.map((cell) => cell ?? ""),
        ";",
      ),
    );
    yield encoder.encode(lines.join(""));
  }
}
