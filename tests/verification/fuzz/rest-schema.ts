/** The parts of the REST API's description from which requests are made. */
export interface RestSchema {
  readonly tables: readonly TableSchema[];
  readonly functions: readonly { readonly name: string; readonly args: readonly Column[] }[];
}

export interface TableSchema {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Tables that its columns reference. */
  readonly relations: readonly string[];
}

export interface Column {
  readonly name: string;
  /** A type that `validValue` knows. */
  readonly kind: string;
}

interface Described {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

interface Swagger {
  readonly definitions: Readonly<
    Record<string, { properties?: Readonly<Record<string, Described>> }>
  >;
  readonly paths: Readonly<Record<string, { post?: { parameters?: readonly Parameter[] } }>>;
}

interface Parameter {
  readonly name: string;
  readonly schema?: { readonly properties?: Readonly<Record<string, Described>> };
}

/** Reads the description that the secret key sees: everything that is exposed. */
export async function readRestSchema(url: string, secret: string): Promise<RestSchema> {
  const answer = await fetch(`${url}/rest/v1/`, { headers: { apikey: secret } });
  if (!answer.ok) throw new Error(`no description of the REST API: ${answer.status}`);
  const { definitions, paths } = (await answer.json()) as Swagger;
  const tables = Object.entries(definitions).map(([name, { properties }]) => ({
    name,
    columns: columnsOf(properties),
    relations: Object.values(properties ?? {}).flatMap(
      ({ description }) => /<fk table='(\w+)'/.exec(description ?? "")?.[1] ?? [],
    ),
  }));
  const functions = Object.entries(paths)
    .filter(([path]) => path.startsWith("/rpc/"))
    .map(([path, { post }]) => ({
      name: path.slice("/rpc/".length),
      args: columnsOf(post?.parameters?.find(({ name }) => name === "args")?.schema?.properties),
    }));
  if (tables.length === 0 || functions.length === 0)
    throw new Error("the REST API describes nothing");
  return { tables, functions };
}

function columnsOf(properties: Readonly<Record<string, Described>> = {}): Column[] {
  return Object.entries(properties).map(([name, described]) => ({ name, kind: kindOf(described) }));
}

function kindOf({ type, format = "" }: Described): string {
  if (format === "uuid") return "uuid";
  if (/json/.test(format)) return "json";
  if (/timestamp|date|time/.test(format)) return "timestamp";
  if (type === "array" || type === "boolean" || type === "integer" || type === "number")
    return type;
  return "text";
}
