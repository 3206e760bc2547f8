import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import MiddleCut from "$shared/text/MiddleCut.svelte";
import { parted } from "$shared/text/middleCut";

test("a short name stays in one piece", () => {
  expect(parted("get_forecast")).toEqual(["get_forecast", ""]);
});

test("of a long name the start gives way and the end stays", () => {
  expect(parted("repository_pull_request_review_comments_list")).toEqual([
    "repository_pull_request_review_c",
    "omments_list",
  ]);
});

test("of words the end has whole ones, and a text that has lost its end stays in one piece", () => {
  expect(parted("Calls the first function that is offered")).toEqual([
    "Calls the first function that ",
    "is offered",
  ]);
  expect(parted("What is the weather in Boston and in…")).toEqual([
    "What is the weather in Boston and in…",
    "",
  ]);
});

test("no letter is taken apart", () => {
  const [start, end] = parted("👩‍👩‍👧".repeat(24));
  expect([start, end]).toEqual(["👩‍👩‍👧".repeat(16), "👩‍👩‍👧".repeat(8)]);
});

test("a name that is cut is one text, and what is drawn of it is hidden from assistive technology", () => {
  const name = "repository_pull_request_review_comments_list";
  const { container } = render(MiddleCut, { props: { text: name } });
  expect(container.textContent).toBe(name);
  expect(screen.getByText(name).closest("[aria-hidden]")).toBeNull();
  const drawn = [...container.querySelectorAll<HTMLElement>("[aria-hidden=true]")];
  expect(drawn.map((part) => part.dataset["drawn"]).join("")).toBe(name);
});
