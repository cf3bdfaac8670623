import { describe, expect, test } from "vitest";
import { RestError } from "../errors.ts";
import { parseQuery } from "./query-params.ts";

const select = (text: string) => parseQuery(`select=${encodeURIComponent(text)}`, false).select;
const filter = (key: string, value: string) =>
  parseQuery(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`, false).filters[0];
const order = (text: string) =>
  parseQuery(`order=${encodeURIComponent(text)}`, false).order[0]?.value;
const field = (name: string) => ({ name, path: [] });

function refusal(search: string): Partial<RestError> {
  try {
    parseQuery(search, false);
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error(`${search} was understood`);
}

describe("select", () => {
  test.each([
    ["id", [{ kind: "field", field: field("id") }]],
    ["*", [{ kind: "field", field: field("*") }]],
    [
      " id , name ",
      [
        { kind: "field", field: field("id") },
        { kind: "field", field: field("name") },
      ],
    ],
    ["a-b", [{ kind: "field", field: field("a-b") }]],
    ['"a,b."', [{ kind: "field", field: field("a,b.") }]],
    ['"a \\"b\\""', [{ kind: "field", field: field('a "b"') }]],
    ["alias:id::text", [{ kind: "field", field: field("id"), alias: "alias", cast: "text" }]],
    ["id::double precision", [{ kind: "field", field: field("id"), cast: "double precision" }]],
    [
      "n:id.sum()::int4",
      [{ kind: "field", field: field("id"), alias: "n", aggregate: "sum", aggregateCast: "int4" }],
    ],
    ["count()", [{ kind: "field", field: field("*"), aggregate: "count" }]],
    [
      "rel(id)",
      [{ kind: "relation", name: "rel", select: [{ kind: "field", field: field("id") }] }],
    ],
    [
      "a:rel!fk!inner(*)",
      [
        {
          kind: "relation",
          name: "rel",
          alias: "a",
          hint: "fk",
          join: "inner",
          select: [{ kind: "field", field: field("*") }],
        },
      ],
    ],
    ["rel!left!fk()", [{ kind: "relation", name: "rel", hint: "fk", join: "left", select: [] }]],
    [
      "...rel(id)",
      [{ kind: "spread", name: "rel", select: [{ kind: "field", field: field("id") }] }],
    ],
    ["", [{ kind: "field", field: field("*") }]],
    ["id)", [{ kind: "field", field: field("id") }]],
  ])("%s", (text, expected) => {
    expect(select(text)).toMatchObject(expected);
  });

  test("JSON paths keep keys and indexes apart", () => {
    expect(select("data->a->>0,data->-1,data->>1a")).toMatchObject([
      {
        field: {
          name: "data",
          path: [
            { arrow: "->", kind: "key", value: "a" },
            { arrow: "->>", kind: "index", value: "0" },
          ],
        },
      },
      { field: { name: "data", path: [{ arrow: "->", kind: "index", value: "-1" }] } },
      { field: { name: "data", path: [{ arrow: "->>", kind: "key", value: "1a" }] } },
    ]);
  });

  test.each([
    "id,",
    "(",
    "rel(",
    "a:b:c",
    "id::",
    "id.nope()",
    "...",
    "id!x",
    '"open',
    "rel(id",
    ",id",
  ])("%s is refused", (text) => {
    expect(refusal(`select=${encodeURIComponent(text)}`)).toMatchObject({
      status: 400,
      code: "PGRST100",
    });
  });

  test("the message names the position of the error", () => {
    expect(refusal("select=id,name[]")).toMatchObject({
      message: '"failed to parse select parameter (id,name[])" (line 1, column 8)',
      details: expect.stringContaining('unexpected "["'),
    });
  });
});

describe("filters", () => {
  test.each([
    ["eq.a.b", { operation: { kind: "quantified", operator: "eq", value: "a.b" } }],
    ["not.eq.", { negated: true, operation: { value: "" } }],
    ["like(any).{a*}", { operation: { operator: "like", quantifier: "any", value: "{a*}" } }],
    ['in.(1,"a,b","c\\"")', { operation: { kind: "in", values: ["1", "a,b", 'c"'] } }],
    ["in.()", { operation: { kind: "in", values: [] } }],
    ['in.("")', { operation: { kind: "in", values: [] } }],
    ["is.NULL", { operation: { kind: "is", value: "NULL" } }],
    ["is.not_null", { operation: { kind: "is", value: "NOT NULL" } }],
    ["isdistinct.x", { operation: { kind: "isdistinct", value: "x" } }],
    [
      "fts(english).a & b",
      { operation: { kind: "fts", operator: "fts", language: "english", value: "a & b" } },
    ],
    ["nxl.[1,2)", { operation: { kind: "simple", operator: "nxl", value: "[1,2)" } }],
  ])("%s", (value, expected) => {
    expect(filter("a", value)?.value).toMatchObject(expected);
  });

  test("the key is a path to a column", () => {
    expect(filter("rel.inner.col->>k", "eq.1")).toMatchObject({
      path: ["rel", "inner"],
      value: { field: { name: "col", path: [{ kind: "key", value: "k" }] } },
    });
  });

  test.each(["x", "nope.1", "eq", "in.1", "in.(1", "is.maybe", "fts(x", "neq(any).1", "", "not.1"])(
    "%s is refused",
    (value) => {
      expect(refusal(`a=${encodeURIComponent(value)}`)).toMatchObject({ code: "PGRST100" });
    },
  );

  test("without an operator it is an argument of a function", () => {
    const read = parseQuery("a=1&b=eq.2&c=x.y&d=%7B1%7D&rel.e=eq.1", true);
    expect(read.args).toEqual([
      ["a", "1"],
      ["c", "x.y"],
      ["d", "{1}"],
    ]);
    expect(read.filters).toHaveLength(2);
  });
});

test("logic is a tree", () => {
  const { logic } = parseQuery(
    'rel.not.or=(a.eq.1,and(b.in.(1,2),not.or(c.eq."x,y",d.cs.{1,2})))',
    false,
  );
  expect(logic[0]).toMatchObject({
    path: ["rel"],
    value: {
      operator: "or",
      negated: true,
      children: [
        { field: field("a"), operation: { value: "1" } },
        {
          operator: "and",
          children: [
            { operation: { values: ["1", "2"] } },
            {
              operator: "or",
              negated: true,
              children: [{ operation: { value: "x,y" } }, { operation: { value: "{1,2}" } }],
            },
          ],
        },
      ],
    },
  });
});

test("order", () => {
  expect(order("a,b.desc,c.asc.nullslast,d.nullsfirst,rel(e).desc,f->g.desc")).toMatchObject([
    { field: field("a") },
    { field: field("b"), direction: "desc" },
    { direction: "asc", nulls: "last" },
    { nulls: "first" },
    { relation: "rel", field: field("e"), direction: "desc" },
    { field: { name: "f", path: [{ value: "g" }] }, direction: "desc" },
  ]);
  expect(refusal("order=id.smth")).toMatchObject({
    details: 'unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"',
  });
});

test("the other parameters, in the order of the address", () => {
  const read = parseQuery(
    "b=eq.2&limit=5&a=eq.1&offset=x&columns=%22x%20y%22,z&on_conflict=a,b&rel.limit=3",
    false,
  );
  expect(read.columns).toEqual(["x y", "z"]);
  expect(read.onConflict).toEqual(["a", "b"]);
  expect(read.ranges).toEqual([
    { path: [], value: { limit: 5 } },
    { path: ["rel"], value: { limit: 3 } },
  ]);
  expect(parseQuery("b=eq.2&a=eq.x+y", false).canonical).toBe("a=eq.x+y&b=eq.2");
});
