import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { Delimiter } from "./cell.ts";
import type { Encoding } from "./detect.ts";

/** Maximum characters of one record: a missing quote would make the rest of a file one cell. */
const maxRecordLength = 1_000_000;

/** Why a file cannot be read any further. */
export const fileProblems = [
  "file_empty",
  "not_csv",
  "encoding_broken",
  "quote_not_closed",
  "quote_misplaced",
  "record_too_long",
  "too_many_rows",
  "thing_has_too_many_rows",
] as const;
export type FileProblem = (typeof fileProblems)[number];

/** A file that is no CSV. */
export class UnreadableCsv extends Error {
  readonly code: FileProblem;
  /** The row of the sheet, from 1; undefined when unknown. */
  readonly row: number | undefined;

  constructor(code: FileProblem, row?: number) {
    super(code);
    this.name = "UnreadableCsv";
    this.code = code;
    this.row = row;
  }
}

/**
 * The records of a file as they come, the header row first; memory stays flat. Empty lines are left out.
 * @throws UnreadableCsv
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: { encoding: Encoding; delimiter: Delimiter },
): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
  });
  const source = Readable.from(decode(bytes, encoding));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row++;
      yield record;
    }
  } catch (error) {
    // The parser is ahead of the reader.
    throw problemOf(error, parser.info.records + 1);
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (row === 0) throw new UnreadableCsv("file_empty");
}

/** @throws UnreadableCsv for bytes that the encoding does not have */
async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  // Removes the byte order mark.
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableCsv("encoding_broken") : error;
  }
}

function problemOf(error: unknown, row: number): unknown {
  if (error instanceof UnreadableCsv) return new UnreadableCsv(error.code, row);
  if (!(error instanceof CsvError)) return error;
  switch (error.code) {
    case "CSV_MAX_RECORD_SIZE":
      return new UnreadableCsv("record_too_long", row);
    case "CSV_QUOTE_NOT_CLOSED":
      return new UnreadableCsv("quote_not_closed", row);
    case "INVALID_OPENING_QUOTE":
    case "CSV_INVALID_CLOSING_QUOTE":
      return new UnreadableCsv("quote_misplaced", row);
    default:
      return error;
  }
}
