import {
  isReachable,
  privilegesOf,
  type Routine,
  type SchemaCache,
  type Table,
} from "../schema/schema-cache.ts";
import { commonParameters, preferences, type Schema, typeSchema } from "./open-api-types.ts";

export interface OpenApiScope {
  readonly cache: SchemaCache;
  readonly schema: string;
  readonly role: string;
  /** Describes only what the role may access, else everything in the schema. */
  readonly followsPrivileges: boolean;
  readonly url: URL;
}

/** The description of one schema (OpenAPI 2.0, as in PostgREST). */
export function openApi(scope: OpenApiScope): Schema {
  const { cache, schema, url } = scope;
  const tables = [...cache.tables.values()]
    .filter((table) => table.schema === schema)
    .filter((table) => !scope.followsPrivileges || isReachable(table, scope.role))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const routines = [...cache.routines.values()]
    .flat()
    .filter((routine) => routine.schema === schema)
    .filter(({ executableBy }) => !scope.followsPrivileges || executableBy.has(scope.role))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const about = cache.schemaDescriptions.get(schema)?.split("\n");
  return {
    swagger: "2.0",
    info: {
      title: about?.[0] ?? "PostgREST API",
      description:
        about?.slice(1).join("\n").trim() ||
        "This is a dynamic API generated from the database schema",
      version: "14.0",
    },
    host: url.host,
    basePath: url.pathname.replace(/\/$/, "") || "/",
    schemes: [url.protocol.replace(":", "")],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: {
      "/": {
        get: {
          summary: "OpenAPI description (this document)",
          tags: ["Introspection"],
          produces: ["application/openapi+json", "application/json"],
          responses: { "200": { description: "OK" } },
        },
      },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table, scope)])),
      ...Object.fromEntries(
        routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)]),
      ),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(table)])),
    parameters: {
      ...commonParameters,
      ...Object.fromEntries(tables.flatMap(tableParameters)),
    },
    externalDocs: { description: "PostgREST Documentation", url: "https://postgrest.org/" },
  };
}

const mediaTypes = [
  "application/json",
  "application/vnd.pgrst.object+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
  "text/csv",
];

const ref = (name: string): Schema => ({ $ref: `#/parameters/${name}` });

function described(text: string | null): Schema {
  if (text === null) return {};
  const [summary = "", ...rest] = text.split("\n");
  const description = rest.join("\n").trim();
  return { summary, ...(description ? { description } : {}) };
}

function tablePath(table: Table, { role, followsPrivileges }: OpenApiScope): Schema {
  const may = followsPrivileges
    ? privilegesOf(table, role)
    : { select: true, insert: true, update: true, delete: true };
  const tags = [table.name];
  const about = described(table.description);
  const filters = [...table.columns.keys()].map((name) => ref(`rowFilter.${table.name}.${name}`));
  const rows = { type: "array", items: { $ref: `#/definitions/${table.name}` } };
  const done = (status: string, description: string) => ({ [status]: { description } });
  return {
    ...(may.select && {
      get: {
        ...about,
        tags,
        parameters: [
          ...filters,
          ...["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"].map(ref),
        ],
        responses: {
          "200": { description: "OK", schema: rows },
          "206": { description: "Partial Content" },
        },
      },
    }),
    ...(may.insert &&
      table.insertable && {
        post: {
          ...about,
          tags,
          parameters: [ref(`body.${table.name}`), ref("select"), ref("preferPost")],
          responses: done("201", "Created"),
        },
      }),
    ...(may.update &&
      table.updatable && {
        patch: {
          ...about,
          tags,
          parameters: [...filters, ref(`body.${table.name}`), ref("preferReturn")],
          responses: done("204", "No Content"),
        },
      }),
    ...(may.delete &&
      table.deletable && {
        delete: {
          ...about,
          tags,
          parameters: [...filters, ref("preferReturn")],
          responses: done("204", "No Content"),
        },
      }),
  };
}

function tableParameters(table: Table): [string, Schema][] {
  return [
    [
      `body.${table.name}`,
      {
        name: table.name,
        in: "body",
        required: false,
        description: table.name,
        schema: { $ref: `#/definitions/${table.name}` },
      },
    ],
    ...[...table.columns.values()].map((column): [string, Schema] => [
      `rowFilter.${table.name}.${column.name}`,
      {
        name: column.name,
        in: "query",
        required: false,
        type: "string",
        ...(column.description === null ? {} : { description: column.description }),
      },
    ]),
  ];
}

function definition(table: Table): Schema {
  const columns = [...table.columns.values()];
  const required = columns
    .filter((column) => !column.nullable && column.default === null)
    .map(({ name }) => name);
  return {
    ...(table.description === null ? {} : { description: table.description }),
    ...(required.length > 0 ? { required } : {}),
    type: "object",
    properties: Object.fromEntries(
      columns.map((column) => {
        const note = table.primaryKey.includes(column.name)
          ? "Note:\nThis is a Primary Key.<pk/>"
          : undefined;
        const description = [column.description, note].filter(Boolean).join("\n\n");
        return [
          column.name,
          {
            ...typeSchema(column.type),
            ...(column.labels.length > 0 ? { enum: column.labels } : {}),
            ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
            ...(column.default === null ? {} : { default: column.default }),
            ...(description ? { description } : {}),
          },
        ];
      }),
    ),
  };
}

function routinePath(routine: Routine): Schema {
  const tags = [`(rpc) ${routine.name}`];
  const about = described(routine.description);
  const named = routine.parameters.filter(({ name }) => name !== "");
  const required = named.filter((parameter) => parameter.required).map(({ name }) => name);
  const args = {
    type: "object",
    ...(routine.description === null ? {} : { description: routine.description }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(named.map(({ name, type }) => [name, typeSchema(type)])),
  };
  const body = { name: "args", in: "body", required: true, schema: args };
  const post = {
    ...about,
    tags,
    parameters: [body, { name: "Prefer", in: "header", type: "string", enum: preferences.call }],
    responses: { "200": { description: "OK" } },
  };
  if (routine.volatility === "volatile") return { post };
  const query = named.map(({ name, type, required: isNeeded }) => {
    const { items: _items, ...schema } = typeSchema(type);
    const isArray = schema.type === "array";
    return {
      name,
      in: "query",
      required: isNeeded,
      ...schema,
      ...(isArray ? { items: { type: "string" } } : {}),
    };
  });
  return {
    get: { ...about, tags, parameters: query, responses: { "200": { description: "OK" } } },
    post,
  };
}
