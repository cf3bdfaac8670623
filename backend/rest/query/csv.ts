import { badBody } from "../errors.ts";

/**
 * Rows of a CSV body, keyed by the names in its first line (RFC 4180). `NULL` is null.
 * @throws RestError 400 PGRST102
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [names = [], ...lines] = records(text);
  if (names.length === 0 || new Set(names).size !== names.length) {
    throw badBody("The first line of the CSV must name each column once");
  }
  return lines.map((line) => {
    if (line.length !== names.length) throw badBody("All lines must have same number of fields");
    return Object.fromEntries(
      names.map((name, index) => {
        const value = line[index] ?? "";
        return [name, value === "NULL" ? null : value];
      }),
    );
  });
}

function records(text: string): string[][] {
  const result: string[][] = [];
  let record: string[] = [];
  let index = 0;
  const end = () => {
    if (record.length > 1 || record[0] !== "") result.push(record);
    record = [];
  };
  while (index < text.length) {
    const { value, next } = field(text, index);
    record.push(value);
    index = next;
    if (text[index] === ",") {
      index++;
      if (index === text.length) record.push("");
    } else {
      if (text[index] === "\r") index++;
      if (text[index] === "\n") index++;
      end();
    }
  }
  if (record.length > 0) end();
  return result;
}

function field(text: string, start: number): { value: string; next: number } {
  if (text[start] !== '"') {
    let next = start;
    while (next < text.length && !",\r\n".includes(text[next] ?? "")) next++;
    return { value: text.slice(start, next), next };
  }
  let value = "";
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] !== '"') value += text[index];
    else if (text[index + 1] === '"') {
      value += '"';
      index++;
    } else {
      const next = index + 1;
      if (next < text.length && !",\r\n".includes(text[next] ?? "")) break;
      return { value, next };
    }
  }
  throw badBody("The CSV has a quote that is not closed");
}
