import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { argumentsFault, type JsonNode, readJson } from "$shared/text/json";
import FieldControl from "$editor/FieldControl.svelte";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { nodeOf, pathOf, pointerOf } from "$editor/jsonEdits";
import { asVariant, fieldsIn, starter } from "$editor/schemaForm";
import { shapeOf } from "$editor/schema";
import { ORDER, ORDER_SCHEMA } from "$gallery/fixtures/schemas";

const isNumber = (node: JsonNode): boolean => node.type === "literal" && node.kind === "number";

function editOf(given: string): JsonEdit {
  return new JsonEdit({ given, schema: ORDER_SCHEMA, faultOf: argumentsFault });
}

describe("JSON that is written in a form and as text", () => {
  it("changes one value and leaves every other literal as it was written", () => {
    const edit = editOf('{\n  "n": 12345678901234567890,\n  "x": 1.0\n}');
    edit.put(["city"], nodeOf('Oslo "north"'));
    expect(edit.text).toBe('{\n  "n": 12345678901234567890,\n  "x": 1.0,\n  "city": "Oslo \\"north\\""\n}');
    edit.leaveOut(["city"]);
    expect(edit.text).toBe(edit.given);
    expect(edit.isChanged).toBe(false);
  });

  it("makes what is missing on the way, and removes entries of lists", () => {
    const edit = editOf("{}");
    edit.put(["items", 0, "article"], nodeOf("cup"));
    edit.put(["items", 1, "article"], nodeOf("pot"));
    edit.leaveOut(["items", 0]);
    expect(JSON.parse(edit.text)).toEqual({ items: [{ article: "pot" }] });
  });

  it("leaves a text that is no JSON alone", () => {
    const edit = editOf("{}");
    edit.write('{"city": ');
    edit.put(["city"], nodeOf("Oslo"));
    edit.leaveOut(["city"]);
    edit.format();
    expect(edit.text).toBe('{"city": ');
    expect(edit.fault?.line).toBe(1);
  });

  it("keeps what is typed while it is no value, and does not take the old value for it", () => {
    const edit = editOf('{"days": 3}');
    edit.type(["days"], "1e", isNumber);
    expect(edit.unreadyText(["days"])).toBe("1e");
    expect(edit.text).toBe('{"days": 3}');
    expect(edit.fault?.message).toBe("The field /days holds 1e, which is no value");
    edit.type(["days"], "1e2", isNumber);
    expect(edit.unreadyText(["days"])).toBeNull();
    expect(edit.fault).toBeNull();
    expect(edit.text).toContain("1e2");
  });

  it("lets the text win over a field that waits", () => {
    const edit = editOf('{"days": 3}');
    edit.type(["days"], "", isNumber);
    expect(edit.fault?.message).toBe("The field /days is empty");
    edit.write('{"days": 4}');
    expect(edit.unreadyText(["days"])).toBeNull();
    expect(edit.fault).toBeNull();
  });
});

describe("the fields of a form", () => {
  it("tell a value that is left out from null and from an empty one", () => {
    const { node } = readJson('{"note": null, "customer": "", "colour": 1}');
    const fields = fieldsIn(node, [], shapeOf(ORDER_SCHEMA, ORDER_SCHEMA), ORDER_SCHEMA);
    const told = Object.fromEntries(fields.map(({ name, presence }) => [name, presence]));
    expect(told).toMatchObject({ note: "null", customer: "set", discount: "absent", colour: "set" });
    expect(fields.find(({ name }) => name === "colour")?.isKnown).toBe(false);
    expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual([
      "customer",
      "items",
      "delivery",
    ]);
  });

  it("begin with a default, or with the least that can be there", () => {
    const first = (name: string): unknown => {
      const field = fieldsIn(null, [], shapeOf(ORDER_SCHEMA, ORDER_SCHEMA), ORDER_SCHEMA).find(
        (one) => one.name === name,
      );
      return field === undefined ? null : starter(field.shape, ORDER_SCHEMA);
    };
    expect(first("priority")).toEqual(nodeOf("normal"));
    expect(first("delivery")).toEqual(nodeOf({ kind: "address", street: "" }));
    expect(first("items")).toEqual(nodeOf([]));
  });

  it("keep what two forms share when one is chosen instead of the other", () => {
    const { schema } = { schema: ORDER_SCHEMA };
    const delivery = fieldsIn(nodeOf(ORDER), [], shapeOf(schema, schema), schema).find(
      ({ name }) => name === "delivery",
    );
    const address = delivery?.shape.variants[0];
    if (delivery === undefined || address === undefined) throw new Error("no such field");
    expect(asVariant(nodeOf({ kind: "shop", street: "Elm 1" }), address, schema)).toEqual(
      nodeOf({ kind: "address", street: "Elm 1" }),
    );
  });
});

it("a pointer and a path are the same place", () => {
  const node = nodeOf({ "a/b": [{ "~": 1 }] });
  expect(pathOf("/a~1b/0/~0", node)).toEqual(["a/b", 0, "~"]);
  expect(pointerOf(["a/b", 0, "~"])).toBe("/a~1b/0/~0");
});

it("a value that is not allowed stays when it is chosen again", async () => {
  const schema = { type: "object", properties: { kind: { enum: "abcdefghi".split("") } } };
  const edit = new JsonEdit({ given: '{"kind": "other"}', schema, faultOf: argumentsFault });
  const [field] = fieldsIn(readJson(edit.given).node, [], shapeOf(schema, schema), schema);
  if (field === undefined) throw new Error("no such field");
  render(FieldControl, { field, edit, id: "kind" });
  await fireEvent.click(screen.getByRole("button"));
  await fireEvent.keyDown(screen.getByRole("combobox", { hidden: true }), { key: "Enter" });
  expect(edit.text).toBe(edit.given);
});

it("searches the forms of a value where they are many", async () => {
  const forms = Array.from({ length: 300 }, (_, at) => ({
    title: `event ${at}`,
    type: "object",
    properties: { [`event_${at}`]: { type: "integer" } },
    required: [`event_${at}`],
  }));
  const schema = { type: "object", properties: { event: { oneOf: forms } } };
  const edit = new JsonEdit({ given: '{"event": {"event_0": 0}}', schema, faultOf: argumentsFault });
  const [field] = fieldsIn(readJson(edit.given).node, [], shapeOf(schema, schema), schema);
  if (field === undefined) throw new Error("no such field");
  render(FieldControl, { field, edit, id: "event" });
  await fireEvent.click(screen.getByRole("button", { name: "event: event 0" }));
  const search = screen.getByRole("combobox", { hidden: true });
  await fireEvent.input(search, { target: { value: "event 277" } });
  await fireEvent.keyDown(search, { key: "Enter" });
  expect(JSON.parse(edit.text)).toEqual({ event: { event_277: 0 } });
});
